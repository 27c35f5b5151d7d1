package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

const testSecret = "<WEBHOOK_SECRET>"

func payment(id any) []byte {
	text, _ := json.Marshal(map[string]any{"@event": CaseFilePaymentConfirmed, "id": id})
	return text
}

// genuine is the signature of a delivery.
func genuine(t *testing.T, body []byte) string {
	t.Helper()
	signature, err := Sign(body, testSecret)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// post sends a delivery, and returns the status; 0 if there is no answer.
func post(t *testing.T, server *httptest.Server, body []byte, signature string, isChunked bool) int {
	t.Helper()
	// A reader of no known length is sent in chunks.
	var reader io.Reader = bytes.NewReader(body)
	if isChunked {
		reader = io.MultiReader(reader)
	}
	sent, err := http.NewRequest(http.MethodPost, server.URL, reader)
	if err != nil {
		t.Fatal(err)
	}
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set(SignatureHeader, signature)
	answer, err := server.Client().Do(sent)
	if err != nil {
		return 0
	}
	answer.Body.Close()
	return answer.StatusCode
}

func TestTheMemoryForgetsTheOldest(t *testing.T) {
	store, count := NewMemoryStore(2), 0
	for _, key := range []string{"a", "b", "a", "c", "a"} {
		if err := store.Once(context.Background(), key, func(context.Context) error { count++; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if count != 4 {
		t.Errorf("done %d times", count)
	}
}

func TestABusyKeyIsToldAtOnce(t *testing.T) {
	store := NewMemoryStore(0)
	err := store.Once(context.Background(), "a", func(ctx context.Context) error {
		return store.Once(ctx, "a", func(context.Context) error { return nil })
	})
	if !errors.Is(err, ErrKeyBusy) {
		t.Errorf("%v", err)
	}
}

func receive(t *testing.T, receiver *Receiver, body []byte) int {
	t.Helper()
	return receiver.Receive(context.Background(), body, genuine(t, body)).Status
}

func TestLabelledSecretsThatCannotBeRight(t *testing.T) {
	labelled := []LabelledSecret{{Label: "a", Secret: NewSecret("secret-a")}}
	from := func(context.Context) ([]LabelledSecret, error) { return labelled, nil }
	for _, one := range []struct {
		plain   []string
		options ReceiverOptions
	}{
		{nil, ReceiverOptions{Labelled: []LabelledSecret{}}},
		{nil, ReceiverOptions{Labelled: []LabelledSecret{{Label: "a", Secret: NewSecret("1"), Owner: "\xff"}}}},
		{nil, ReceiverOptions{Labelled: labelled, LabelledFrom: from}},
		{[]string{"plain"}, ReceiverOptions{Labelled: labelled}},
		{[]string{"plain"}, ReceiverOptions{LabelledFrom: from}},
	} {
		if _, err := NewReceiver(one.plain, takes, one.options); err == nil {
			t.Errorf("took %v", one)
		}
	}
}

func TestNothingMakesJSONOfAnAnswer(t *testing.T) {
	if text, err := json.Marshal([]any{Answer{Status: 401}, &Answer{}}); err == nil {
		t.Errorf("made %s", text)
	}
}
