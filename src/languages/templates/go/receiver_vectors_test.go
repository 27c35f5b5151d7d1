package collectionscontract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// A label and an owner left empty stand for none, and a list of labelled secrets has no plain ones.
var lacks = []string{"owned list", "owned beside plain", "owner of any text"}

type vectorSecret struct {
	Secret, Owner string
	Label         *string
}

type vectorHandled struct {
	Event, ID, Key, Label, Owner string
	SecretIndex                  int
}

type vectorRequest struct {
	Headers                    [][2]string
	Body                       []byte
	Secrets                    *[]vectorSecret
	SecretsFail                bool
	Method, Store, Handler, As string
	Status                     int
	Problem                    *Problem
	Handled                    *vectorHandled
}

// receiverCase is one case, the request of now, and what its receiver did with it. It is the store, too.
type receiverCase struct {
	ID      string
	Needs   []string
	Secrets []vectorSecret
	Asked   bool
	Options struct {
		MaxBodyBytes   int64
		Key, Listeners string
		OnUnknown      bool
	}
	Before          struct{ Done, Busy []string }
	RefusedWhenMade bool
	Requests        []vectorRequest
	Stored          []string

	receiver *Receiver
	now      vectorRequest
	handled  []vectorHandled
	told     []any
}

func TestReceiverVectors(t *testing.T) {
	var file struct{ Cases []*receiverCase }
	load(t, "receiver.json", &file)
	if len(file.Cases) < 100 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, one := range file.Cases {
		t.Run(one.ID, func(t *testing.T) {
			for _, need := range one.Needs {
				if slices.Contains(lacks, need) {
					t.Skip(need)
				}
			}
			if err := one.makeReceiver(); (err != nil) != one.RefusedWhenMade {
				t.Fatalf("made with %v", err)
			}
			for _, one.now = range one.Requests {
				one.check(t)
			}
			if slices.Sort(one.Before.Done); !slices.Equal(one.Before.Done, one.Stored) {
				t.Errorf("stored %v", one.Before.Done)
			}
		})
	}
}

func (one *receiverCase) makeReceiver() (err error) {
	options := ReceiverOptions{
		Store:        one,
		MaxBodyBytes: one.Options.MaxBodyBytes,
		OnProblem:    func(problem Problem) { problem.Err = nil; one.tell(problem) },
		OnAccepted:   func(accepted Accepted) { one.tell(string(accepted.As)) },
	}
	if slices.ContainsFunc(one.Requests, func(request vectorRequest) bool { return request.Handler == "late" }) {
		options.HandlerTimeout = 50 * time.Millisecond
	}
	if one.Options.OnUnknown {
		options.OnUnknown = func(ctx context.Context, delivery Delivery) error { return one.handle(ctx, "", delivery) }
	}
	if one.Options.Key != "" {
		options.Key = func(PaymentSnapshot) string {
			if one.Options.Key == "throws" {
				panic("no key")
			}
			return strings.TrimPrefix(one.Options.Key, "empty")
		}
	}
	plain, labelled, _ := one.secrets()
	switch {
	case labelled != nil && one.Asked:
		plain, options.LabelledFrom = nil, func(context.Context) ([]LabelledSecret, error) { _, all, err := one.secrets(); return all, err }
	case labelled != nil:
		plain, options.Labelled = nil, labelled
	case one.Asked:
		plain, options.Secrets = nil, func(context.Context) ([]string, error) { all, _, err := one.secrets(); return all, err }
	}
	one.receiver, err = NewReceiver(plain, func(ctx context.Context, payment PaymentSnapshot, delivery Delivery) error {
		return one.handle(ctx, fmt.Sprint(payment.ID), delivery)
	}, options)
	return err
}

func (one *receiverCase) secrets() (plain []string, labelled []LabelledSecret, err error) {
	current := one.Secrets
	if one.now.Secrets != nil {
		current = *one.now.Secrets
	}
	for _, given := range current {
		plain = append(plain, given.Secret)
		if given.Label != nil {
			labelled = append(labelled, LabelledSecret{*given.Label, NewSecret(given.Secret), given.Owner})
		}
	}
	if one.now.SecretsFail {
		err = errors.New("the secrets are away")
	}
	return plain, labelled, err
}

func (one *receiverCase) tell(what any) {
	one.told = append(one.told, what)
	if one.Options.Listeners != "" {
		panic("the metrics are away")
	}
}

func (one *receiverCase) handle(ctx context.Context, id string, d Delivery) error {
	one.handled = append(one.handled, vectorHandled{d.Event, id, d.Key, d.Label, d.Owner, d.SecretIndex})
	switch one.now.Handler {
	case "throws":
		return errors.New("disk full")
	case "late":
		<-ctx.Done()
		select {}
	case "repeats":
		if again := one.answer(); again.Code != 503 {
			return fmt.Errorf("the repetition was answered %d", again.Code)
		}
		one.told = nil
	}
	return nil
}

func (one *receiverCase) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	switch {
	case one.now.Store == "away":
		return errors.New("the store is away")
	case slices.Contains(one.Before.Busy, key):
		return ErrKeyBusy
	case slices.Contains(one.Before.Done, key):
		return nil
	}
	err := do(ctx)
	switch {
	case one.now.Store == "rolls back":
		return errors.New("the commit failed")
	case one.now.Store == "hides failures":
		return nil
	case err == nil:
		one.Before.Done = append(one.Before.Done, key)
	}
	return err
}

func (one *receiverCase) answer() *httptest.ResponseRecorder {
	request := httptest.NewRequest(one.now.Method, "/", bytes.NewReader(one.now.Body))
	for _, header := range one.now.Headers {
		request.Header.Add(strings.Replace(header[0], "signature", SignatureHeader, 1), header[1])
	}
	recorder := httptest.NewRecorder()
	one.receiver.ServeHTTP(recorder, request)
	return recorder
}

func (one *receiverCase) check(t *testing.T) {
	one.handled, one.told = nil, nil
	answer, expected := one.answer(), one.now
	told, head, body := []any{}, "", ""
	if expected.Problem != nil {
		told = append(told, *expected.Problem)
	}
	if expected.As != "" {
		told = append(told, expected.As)
	} else {
		head, body = "application/json", fmt.Sprintf("{\"code\":%q}\n", expected.Problem.Code)
	}
	if expected.Status == http.StatusMethodNotAllowed {
		head += http.MethodPost
	}
	got := answer.Header().Get("Content-Type") + answer.Header().Get("Allow")
	if answer.Code != expected.Status || answer.Body.String() != body || got != head {
		t.Errorf("answered %d %s %s", answer.Code, got, answer.Body)
	}
	var handled []vectorHandled
	if expected.Handled != nil {
		handled = append(handled, *expected.Handled)
	}
	// The deadline is that of the whole delivery, so that it may be over before.
	if expected.Handler != "late" && !slices.Equal(one.handled, handled) || !slices.Equal(one.told, told) {
		t.Errorf("handled %v, told %v instead of %v", one.handled, one.told, told)
	}
}
