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
