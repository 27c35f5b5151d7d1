package collectionscontract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
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
	Method               string
	Headers              [][2]string
	Body                 []byte
	Secrets              *[]vectorSecret
	SecretsFail          bool
	Store, Handler, Code string
	Status               int
	As                   string
	Handled              *vectorHandled
}

type vectorCase struct {
	ID      string
	Needs   []string
	Secrets []vectorSecret
	Asked   bool
	Options struct {
		MaxBodyBytes int64
		Key          string
		OnUnknown    bool
		Listeners    string
	}
	Before          struct{ Done, Busy []string }
	RefusedWhenMade bool
	Requests        []vectorRequest
	Stored          []string
}

// vectorRun is one case: its receiver, its store, and what they saw.
type vectorRun struct {
	vectorCase
	t        *testing.T
	receiver *Receiver
	now      vectorRequest
	done     map[string]bool
	handled  []vectorHandled
	told     []string
}

func TestReceiverVectors(t *testing.T) {
	var file struct{ Cases []vectorCase }
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
			run := &vectorRun{vectorCase: one, t: t, done: map[string]bool{}}
			for _, key := range one.Before.Done {
				run.done[key] = true
			}
			if err := run.makeReceiver(); err != nil || one.RefusedWhenMade {
				if !one.RefusedWhenMade || err == nil {
					t.Fatalf("made with %v", err)
				}
				return
			}
			for _, run.now = range one.Requests {
				run.check()
			}
			stored := map[string]bool{}
			for _, key := range one.Stored {
				stored[key] = true
			}
			if !maps.Equal(stored, run.done) {
				t.Errorf("stored %v", run.done)
			}
		})
	}
}

func (r *vectorRun) makeReceiver() (err error) {
	options := ReceiverOptions{
		Store:        r,
		MaxBodyBytes: r.Options.MaxBodyBytes,
		OnProblem:    func(code string, _ error) { r.tell(code) },
		OnAccepted:   func(one Accepted) { r.tell(string(one.As)) },
	}
	if slices.ContainsFunc(r.Requests, func(one vectorRequest) bool { return one.Handler == "late" }) {
		options.HandlerTimeout = 50 * time.Millisecond
	}
	if r.Options.OnUnknown {
		options.OnUnknown = func(ctx context.Context, one Delivery) error { return r.handle(ctx, "", one) }
	}
	if r.Options.Key != "" {
		options.Key = func(PaymentSnapshot) string {
			if r.Options.Key == "throws" {
				panic("no key")
			}
			return strings.TrimPrefix(r.Options.Key, "empty")
		}
	}
	plain, labelled := listed(r.Secrets)
	switch {
	case r.Asked && labelled != nil:
		plain, options.LabelledFrom = nil, func(context.Context) ([]LabelledSecret, error) { return labelled, nil }
	case r.Asked:
		plain, options.Secrets = nil, r.secrets
	case labelled != nil:
		plain, options.Labelled = nil, labelled
	}
	r.receiver, err = NewReceiver(plain, func(ctx context.Context, payment PaymentSnapshot, one Delivery) error {
		return r.handle(ctx, fmt.Sprint(payment.ID), one)
	}, options)
	return err
}

// listed returns plain secrets, or else labelled ones.
func listed(secrets []vectorSecret) (plain []string, labelled []LabelledSecret) {
	for _, one := range secrets {
		plain = append(plain, one.Secret)
		if one.Label != nil {
			labelled = append(labelled, LabelledSecret{Label: *one.Label, Secret: NewSecret(one.Secret), Owner: one.Owner})
		}
	}
	return plain, labelled
}

func (r *vectorRun) secrets(context.Context) ([]string, error) {
	current := r.Secrets
	if r.now.Secrets != nil {
		current = *r.now.Secrets
	}
	plain, _ := listed(current)
	if r.now.SecretsFail {
		return plain, errors.New("the secrets are away")
	}
	return plain, nil
}

func (r *vectorRun) tell(what string) {
	r.told = append(r.told, what)
	if r.Options.Listeners != "" {
		panic("the metrics are away")
	}
}

func (r *vectorRun) handle(ctx context.Context, id string, one Delivery) error {
	r.handled = append(r.handled, vectorHandled{one.Event, id, one.Key, one.Label, one.Owner, one.SecretIndex})
	switch r.now.Handler {
	case "throws":
		return errors.New("disk full")
	case "late":
		<-ctx.Done()
		select {}
	case "repeats":
		if again := r.answer(); again.Code != 503 {
			r.t.Errorf("the repetition was answered %d", again.Code)
		}
		r.told = nil
	}
	return nil
}

func (r *vectorRun) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	switch {
	case r.now.Store == "away":
		return errors.New("the store is away")
	case slices.Contains(r.Before.Busy, key):
		return ErrKeyBusy
	case r.done[key]:
		return nil
	}
	err := do(ctx)
	switch {
	case r.now.Store == "rolls back":
		return errors.New("the commit failed")
	case r.now.Store == "hides failures":
		return nil
	}
	if err == nil {
		r.done[key] = true
	}
	return err
}

func (r *vectorRun) answer() *httptest.ResponseRecorder {
	request := httptest.NewRequest(r.now.Method, "/", bytes.NewReader(r.now.Body))
	for _, one := range r.now.Headers {
		if one[0] == "signature" {
			one[0] = SignatureHeader
		}
		request.Header.Add(one[0], one[1])
	}
	recorder := httptest.NewRecorder()
	r.receiver.ServeHTTP(recorder, request)
	return recorder
}

func (r *vectorRun) check() {
	r.handled, r.told = nil, nil
	answer, expected := r.answer(), r.now
	contentType, allow, body, told := "", "", "", []string{expected.As}
	if expected.Code != "" {
		contentType, body, told = "application/json", fmt.Sprintf("{\"code\":%q}\n", expected.Code), []string{expected.Code}
	}
	if expected.Status == http.StatusMethodNotAllowed {
		allow = http.MethodPost
	}
	head := []string{answer.Header().Get("Content-Type"), answer.Header().Get("Allow")}
	if answer.Code != expected.Status || answer.Body.String() != body || !slices.Equal(head, []string{contentType, allow}) {
		r.t.Errorf("answered %d %v %s", answer.Code, head, answer.Body)
	}
	var handled []vectorHandled
	if expected.Handled != nil {
		handled = append(handled, *expected.Handled)
	}
	// The deadline is that of the whole delivery, so that it may be over before.
	isHandled := expected.Handler == "late" || reflect.DeepEqual(r.handled, handled)
	if !isHandled || !slices.Equal(r.told, told) {
		r.t.Errorf("handled %v, told %v", r.handled, r.told)
	}
}
