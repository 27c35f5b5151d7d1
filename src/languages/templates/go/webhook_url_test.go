package collectionscontract

import "testing"

type urlCase struct {
	URL, Why string
	OK       bool
}

func TestWebhookURLVectors(t *testing.T) {
	testCases(t, "webhook-urls.json", 400, nil, func(t *testing.T, one urlCase) {
		if IsWebhookURL(one.URL) != one.OK {
			t.Errorf("%q is not %v: %s", one.URL, one.OK, one.Why)
		}
	})
}
