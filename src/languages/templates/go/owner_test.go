package collectionscontract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var labelled = []LabelledSecret{
	{Label: "a", Secret: NewSecret("secret-a")},
	{Label: "b", Secret: NewSecret("secret-b"), Owner: "b"},
	{Label: "b", Secret: NewSecret("secret-b2")},
	{Label: "b2", Secret: NewSecret("secret-b3"), Owner: "b"},
	{Label: "c/ d", Secret: NewSecret("secret-c")},
}

// keys is a store that remembers what it was asked for, too.
type keys struct {
	done  map[string]bool
	asked []string
}

func (s *keys) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	s.asked = append(s.asked, key)
	if s.done[key] {
		return nil
	}
	if err := do(ctx); err != nil {
		return err
	}
	s.done[key] = true
	return nil
}

func receiveAs(t *testing.T, receiver *Receiver, secret string, body []byte) int {
	t.Helper()
	signature, err := Sign(body, secret)
	if err != nil {
		t.Fatal(err)
	}
	return receiver.Receive(context.Background(), body, signature).Status
}

// ownerRecorder makes a receiver for the labelled secrets that notes label, owner and key.
func ownerRecorder(t *testing.T, handled *[]string, options ReceiverOptions) *Receiver {
	t.Helper()
	options.Labelled = labelled
	receiver, err := NewReceiver(nil, func(_ context.Context, _ PaymentSnapshot, one Delivery) error {
		*handled = append(*handled, fmt.Sprintf("%s %s %s", one.Label, one.Owner, one.Key))
		return nil
	}, options)
	if err != nil {
		t.Fatal(err)
	}
	return receiver
}

func TestPaymentsOfTwoOwnersAreTwo(t *testing.T) {
	for _, store := range []DuplicateStore{nil, &keys{done: map[string]bool{}}} {
		var handled []string
		receiver := ownerRecorder(t, &handled, ReceiverOptions{Store: store})
		for _, secret := range []string{"secret-a", "secret-b", "secret-b2", "secret-b3", "secret-c"} {
			if status := receiveAs(t, receiver, secret, payment(1, nil)); status != 204 {
				t.Errorf("answered %d", status)
			}
		}
		event := CaseFilePaymentConfirmed
		if !slices.Equal(handled, []string{"a a a/1 " + event, "b b b/1 " + event, "c/ d c/ d c%2F%20d/1 " + event}) {
			t.Errorf("%v", handled)
		}
	}
}

func TestTheOwnerIsInEveryKey(t *testing.T) {
	var handled []string
	receiver := ownerRecorder(t, &handled, ReceiverOptions{
		Key: func(PaymentSnapshot) string { return "same" },
		OnUnknown: func(_ context.Context, one Delivery) error {
			handled = append(handled, one.Key[:2])
			return nil
		},
	})
	for _, secret := range []string{"secret-a", "secret-b"} {
		receiveAs(t, receiver, secret, payment(1, nil))
		receiveAs(t, receiver, secret, []byte(`{"@event":"case_file.closed"}`))
	}
	if !slices.Equal(handled, []string{"a a a/same", "a/", "b b b/same", "b/"}) {
		t.Errorf("%v", handled)
	}
}

func TestNothingIsHandledAgainThatWasHandledBeforeThereWereOwners(t *testing.T) {
	var handled []string
	event := CaseFilePaymentConfirmed
	store := &keys{done: map[string]bool{"1 " + event: true}}
	receiver := ownerRecorder(t, &handled, ReceiverOptions{Store: store})
	for id := range 2 {
		if status := receiveAs(t, receiver, "secret-a", payment(id+1, nil)); status != 204 {
			t.Errorf("answered %d", status)
		}
	}
	if !slices.Equal(handled, []string{"a a a/2 " + event}) || len(store.done) != 2 || !store.done["a/2 "+event] {
		t.Errorf("%v %v", handled, store.done)
	}
}

func TestKeysWithoutOwnersAreAsTheyWere(t *testing.T) {
	store := &keys{done: map[string]bool{}}
	receive(t, receiverOf(t, takes, ReceiverOptions{Store: store}), payment(1, nil))
	if !slices.Equal(store.asked, []string{"1 " + CaseFilePaymentConfirmed}) {
		t.Errorf("%v", store.asked)
	}
}

func TestOwnersAreEncodedAsInEveryLanguage(t *testing.T) {
	if key := keyWithin("é😀-_.!~*'()%", "x"); key != "%C3%A9%F0%9F%98%80-_.!~*'()%25/x" {
		t.Error(key)
	}
	if key := keyWithin("a", strings.Repeat("x", 98)); key != "a/"+strings.Repeat("x", 98) {
		t.Error(key)
	}
	if key := keyWithin("a", strings.Repeat("x", 99)); key != "/eyDpstqRHj0iGEsQtl4zNSAyHz3C+6vNgUJ5oD1lWps=" {
		t.Error(key)
	}
	if key := keyWithin("AZaz09/ ", "x"); key != "AZaz09%2F%20/x" {
		t.Error(key)
	}
}

func TestLabelledSecretsThatCannotBeRight(t *testing.T) {
	two := []LabelledSecret{
		{Label: "a", Secret: NewSecret("1"), Owner: "x"}, {Label: "a", Secret: NewSecret("2"), Owner: "y"},
	}
	for _, secrets := range [][]LabelledSecret{
		{}, two, {{Label: "a"}}, {{Secret: NewSecret("1")}}, {{Label: "a", Secret: NewSecret("1"), Owner: "\xff"}},
	} {
		if _, err := NewReceiver(nil, takes, ReceiverOptions{Labelled: secrets}); err == nil {
			t.Errorf("took %v", secrets)
		}
	}
	from := func(context.Context) ([]LabelledSecret, error) { return two, nil }
	if _, err := NewReceiver(nil, takes, ReceiverOptions{Labelled: labelled, LabelledFrom: from}); err == nil {
		t.Error("took both")
	}
	receiver, err := NewReceiver(nil, takes, ReceiverOptions{LabelledFrom: from, OnProblem: func(string, error) {}})
	if err != nil || receiveAs(t, receiver, "1", payment(1, nil)) != 500 {
		t.Errorf("%v", err)
	}
	if said := fmt.Sprintf("%v %+v %#v", labelled, labelled, labelled); strings.Contains(said, "secret-a") {
		t.Error(said)
	}
}
