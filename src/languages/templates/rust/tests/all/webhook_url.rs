//! The verdicts of vectors/webhook-urls.json.

use collections_contract::is_webhook_url;

#[test]
fn all_verdicts() {
    for case in super::cases("webhook-urls.json", 400, &[]) {
        let url = case["url"].as_str().unwrap();
        assert_eq!(is_webhook_url(url), case["ok"] == true, "{case}");
    }
}
