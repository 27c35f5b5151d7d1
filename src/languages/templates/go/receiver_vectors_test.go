package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// A label and an owner left empty stand for none, and a list of labelled secrets has no plain ones.
var lacks = []string{"owned list", "owned beside plain", "owner of any text"}

type vectorSecrets []struct {
	Secret, Owner string
	Label         *string
}

// receiverCase is one case of receiver.json, its receiver, its store, and the lines that both write.
type receiverCase struct {
	ID      string
	Needs   []string
	Secrets vectorSecrets
	Asked   bool
	Options struct {
		MaxBodyBytes   int64
		Key, Listeners string
		OnUnknown      bool
	}
	Before          struct{ Done, Busy []string }
	RefusedWhenMade bool
	Requests        []vectorRequest

	receiver *Receiver
	now      vectorRequest
	lines    []string
}

type vectorRequest struct {
	Method, Store, Handler string
	Head                   map[string]string
	Body                   []byte
	Secrets                vectorSecrets
	SecretsFail            bool
	Expected               []string
}

func TestReceiverVectors(t *testing.T) {
	var file struct{ Cases []*receiverCase }
	load(t, "receiver.json", &file)
	if len(file.Cases) < 100 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, one := range file.Cases {
		t.Run(one.ID, func(t *testing.T) {
			if slices.ContainsFunc(one.Needs, func(need string) bool { return slices.Contains(lacks, need) }) {
				t.Skip(one.Needs)
			}
			if err := one.makeReceiver(); (err != nil) != one.RefusedWhenMade {
				t.Fatalf("made with %v", err)
			}
			for _, one.now = range one.Requests {
				one.lines = nil
				if one.answer(); !slices.Equal(one.lines, one.now.Expected) {
					t.Errorf("%q\ninstead of %q", one.lines, one.now.Expected)
				}
			}
		})
	}
}

func (one *receiverCase) makeReceiver() (err error) {
	options := ReceiverOptions{Store: one, MaxBodyBytes: one.Options.MaxBodyBytes}
	if slices.ContainsFunc(one.Requests, func(request vectorRequest) bool { return request.Handler == "late" }) {
		options.HandlerTimeout = 50 * time.Millisecond
	}
	options.OnAccepted = func(accepted Accepted) { one.tell("accepted %s", accepted.As) }
	options.OnProblem = func(p Problem) {
		one.tell("problem status=%d code=%s event=%s label=%s owner=%s", p.Status, p.Code, p.Event, p.Label, p.Owner)
	}
	if one.Options.OnUnknown {
		options.OnUnknown = func(ctx context.Context, delivery Delivery) error { return one.handle(ctx, "", delivery) }
	}
	if one.Options.Key != "" {
		options.Key = one.key
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

func (one *receiverCase) key(payment PaymentSnapshot) string {
	var members map[string]json.RawMessage
	text, _ := json.Marshal(payment)
	_ = json.Unmarshal(text, &members)
	name := one.Options.Key
	value := string(members[name])
	switch {
	case name == "throws" || name == "strict" && value != "7":
		panic("no key")
	case name == "empty":
		return ""
	}
	return name + " " + value
}

func (one *receiverCase) secrets() (plain []string, labelled []LabelledSecret, err error) {
	current := one.Secrets
	if one.now.Secrets != nil {
		current = one.now.Secrets
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

func (one *receiverCase) write(format string, values ...any) {
	one.lines = append(one.lines, fmt.Sprintf(format, values...))
}

func (one *receiverCase) tell(format string, values ...any) {
	one.write(format, values...)
	if one.Options.Listeners != "" {
		panic("the metrics are away")
	}
}

func (one *receiverCase) handle(ctx context.Context, id string, d Delivery) error {
	if one.now.Handler == "late" {
		select {}
	}
	one.write("handler event=%s id=%s key=%s secret=%d label=%s owner=%s", d.Event, id, d.Key, d.SecretIndex, d.Label, d.Owner)
	switch one.now.Handler {
	case "throws":
		return errors.New("disk full")
	case "repeats":
		one.answer()
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
		one.write("stored %s", key)
	}
	return err
}

func (one *receiverCase) answer() {
	request, recorder := httptest.NewRequest(one.now.Method, "/", bytes.NewReader(one.now.Body)), httptest.NewRecorder()
	for name, value := range one.now.Head {
		request.Header.Set(strings.Replace(name, "signature", SignatureHeader, 1), value)
	}
	one.receiver.ServeHTTP(recorder, request)
	one.write("%s", strings.TrimSpace(fmt.Sprintf("answer %d %s", recorder.Code, recorder.Body)))
	head := recorder.Header()
	if recorder.Body.Len() > 0 && head.Get("Content-Type") != "application/json" || recorder.Code == 405 && head.Get("Allow") != "POST" {
		one.write("with the head %v", head)
	}
}
