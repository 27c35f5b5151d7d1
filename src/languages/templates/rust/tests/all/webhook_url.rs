//! The verdicts of vectors/webhook-urls.json.

use collections_contract::is_webhook_url;

#[test]
fn all_verdicts() {
    for case in super::cases("webhook-urls.json", 400) {
        let url = case["url"].as_str().unwrap();
        assert_eq!(is_webhook_url(url), case["ok"] == true, "{case}");
    }
}

#[test]
fn a_host_is_in_ascii() {
    for url in [
        "https://b\u{fc}cher.ch/",
        "https://ex%61mple.com/",
        "https://example.u\u{212a}/",
        "http\u{17f}://example.com/",
    ] {
        assert!(!is_webhook_url(url), "{url}");
    }
    assert!(is_webhook_url("https://xn--bcher-kva.ch/b\u{fc}cher"));
}
