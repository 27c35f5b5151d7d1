package collectionscontract

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestUnknownMembersSurviveAtEveryDepth(t *testing.T) {
	const text = `{"@event":"x.y","ID":5,"a-big":123456789012345678901234567890.5,"caseFile":{"id":1,"x-new":[{"a":null}]},` +
		`"id":9223372036854775807}`
	var payment PaymentSnapshot
	if err := json.Unmarshal([]byte(text), &payment); err != nil {
		t.Fatal(err)
	}
	if payment.Event != "x.y" || payment.ID != 1<<63-1 || payment.CaseFile.ID != 1 || payment.Amount != nil {
		t.Errorf("%v", payment)
	}
	if written, err := json.Marshal(payment); string(written) != text {
		t.Errorf("became %s (%v)", written, err)
	}
}

func TestModelsPrintTheirValues(t *testing.T) {
	payment := PaymentSnapshot{ID: 1, Event: "x", Amount: Ptr[int64](5), CaseFile: &CaseFileReference{ID: 2}}
	const expected = `PaymentSnapshot{Event:"x" ID:1 Amount:5 CaseFile:CaseFileReference{ID:2}}`
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if said := fmt.Sprintf(format, payment); said != expected {
			t.Errorf("%s prints %s", format, said)
		}
	}
}

func TestAnErrorSaysWhereAndNoValue(t *testing.T) {
	var payment PaymentSnapshot
	err := json.Unmarshal([]byte(`{"@event":"x","id":1,"caseFile":{"id":"hidden"}}`), &payment)
	var fault *PayloadError
	if !errors.As(err, &fault) || fault.Path != "/caseFile/id" || strings.Contains(err.Error(), "hidden") {
		t.Errorf("%v", err)
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	var webhook ClientWebhook
	var tokens TokenResponse
	for text, model := range map[string]any{
		`{"secret":"hidden1","x-other":"hidden2"}`:                                             &webhook,
		`{"token_type":"B","expires_in":1,"access_token":"hidden3","refresh_token":"hidden4"}`: &tokens,
	} {
		if err := json.Unmarshal([]byte(text), model); err != nil {
			t.Fatal(err)
		}
	}
	receiver := receiverOf(t, takes, ReceiverOptions{})
	client, err := NewClient("https://example.com", NewSecret("hidden5"), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	labelled := []LabelledSecret{{Label: "a", Secret: NewSecret("hidden5")}}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
		said := fmt.Sprintf(format, []any{webhook, tokens, &webhook, &tokens, *receiver, *client, labelled})
		if strings.Contains(said, "hidden1") || strings.Contains(said, "hidden3") || strings.Contains(said, "hidden4") ||
			strings.Contains(said, "hidden5") || strings.Contains(said, testSecret) {
			t.Errorf("%s prints %s", format, said)
		}
	}
}
