package collectionscontract

import "testing"

func TestWebhookURLVectors(t *testing.T) {
	var file struct {
		Cases []struct {
			URL, Why string
			OK       bool
		}
	}
	load(t, "webhook-urls.json", &file)
	if len(file.Cases) < 400 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, one := range file.Cases {
		if IsWebhookURL(one.URL) != one.OK {
			t.Errorf("%q is not %v: %s", one.URL, one.OK, one.Why)
		}
	}
}

func TestHostsAreInASCII(t *testing.T) {
	// For a comparison that ignores case, the Kelvin sign is a k and the long s an s.
	for _, url := range []string{"https://bücher.ch/", "https://ex%61mple.com/", "https://example.u\u212a/", "http\u017f://example.com/"} {
		if IsWebhookURL(url) {
			t.Errorf("%q is taken", url)
		}
	}
	if !IsWebhookURL("https://xn--bcher-kva.ch/bücher") {
		t.Error("punycode is refused")
	}
}
