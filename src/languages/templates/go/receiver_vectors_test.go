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

// receiverCase is one case of receiver.json, its receiver, its store, and the lines that both write.
type receiverCase struct {
	receiverStep
	Asked, OnUnknown, RefusedWhenMade bool
	MaxBodyBytes, HandlerTimeoutMs    int64
	Key                               string
	Before                            map[string]string
	Requests                          []receiverStep

	receiver *Receiver
	lines    []string
}

// receiverStep is a request; of a case, only its secrets.
type receiverStep struct {
	Secrets                []string
	Labelled               []LabelledSecret
	Method, Store, Handler string
	Head                   map[string]string
	Body                   []byte
	Fails, Expected        []string
}

func TestReceiverVectors(t *testing.T) {
	// A label and an owner left empty stand for none, and a list of labelled secrets has no plain ones.
	lacking := []string{"owned list", "owned beside plain", "owner of any text"}
	testCases(t, "receiver.json", 100, lacking, func(t *testing.T, one receiverCase) {
		if err := one.makeReceiver(); (err != nil) != one.RefusedWhenMade || (err == nil) != (len(one.Requests) > 0) {
			t.Fatalf("made with %v, and %d requests", err, len(one.Requests))
		}
		for _, one.receiverStep = range one.Requests {
			one.lines = nil
			if one.answer(); !slices.Equal(one.lines, one.Expected) {
				t.Errorf("%q\ninstead of %q", one.lines, one.Expected)
			}
		}
	})
}

func (one *receiverCase) makeReceiver() (err error) {
	options := ReceiverOptions{
		Store: one, MaxBodyBytes: one.MaxBodyBytes, HandlerTimeout: time.Duration(one.HandlerTimeoutMs) * time.Millisecond,
		OnAccepted: func(accepted Accepted) { one.tell("accepted %s", accepted.As) },
		OnProblem: func(p Problem) {
			one.tell("problem status=%d code=%s event=%s label=%s owner=%s", p.Status, p.Code, p.Event, p.Label, p.Owner)
		},
	}
	if one.OnUnknown {
		options.OnUnknown = func(_ context.Context, delivery Delivery) error { return one.handle("", delivery) }
	}
	if one.Key != "" {
		options.Key = one.key
	}
	plain := one.Secrets
	switch isLabelled := len(one.Labelled) > 0; {
	case isLabelled && one.Asked:
		options.LabelledFrom = func(context.Context) ([]LabelledSecret, error) { return one.Labelled, nil }
	case isLabelled:
		options.Labelled = one.Labelled
	case one.Asked:
		plain, options.Secrets = nil, func(context.Context) ([]string, error) {
			if one.Secrets == nil {
				panic("the secrets are away")
			}
			return one.Secrets, nil
		}
	}
	one.receiver, err = NewReceiver(plain, func(_ context.Context, payment PaymentSnapshot, delivery Delivery) error {
		return one.handle(fmt.Sprint(payment.ID), delivery)
	}, options)
	return err
}

func (one *receiverCase) key(payment PaymentSnapshot) string {
	text, _ := json.Marshal(payment)
	member := string(as[map[string]json.RawMessage](text)[one.Key])
	if one.Key == "strict" && member != "7" {
		panic("no key")
	}
	if one.Key == "empty" {
		return ""
	}
	return one.Key + " " + member
}

func (one *receiverCase) write(format string, values ...any) error {
	line := fmt.Sprintf(format, values...)
	one.lines = append(one.lines, line)
	if word, _, _ := strings.Cut(line, " "); slices.Contains(one.Fails, word) {
		return errors.New(line)
	}
	return nil
}

func (one *receiverCase) tell(format string, values ...any) {
	if err := one.write(format, values...); err != nil {
		panic(err)
	}
}

func (one *receiverCase) handle(id string, d Delivery) error {
	if one.Handler == "late" {
		select {}
	}
	err := one.write("handler event=%s id=%s key=%s secret=%d label=%s owner=%s", d.Event, id, d.Key, d.SecretIndex, d.Label, d.Owner)
	if one.Handler == "repeats" {
		one.answer()
	}
	return err
}

func (one *receiverCase) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	switch state := one.Before[key]; {
	case one.Store == "away":
		panic("the store is away")
	case state == "busy":
		return ErrKeyBusy
	case state == "done":
		return nil
	}
	err := do(ctx)
	if err == nil {
		err = one.write("commit %s", key)
	}
	switch {
	case one.Store == "hides failures":
		return nil
	case err == nil:
		one.Before[key] = "done"
	}
	return err
}

func (one *receiverCase) answer() {
	request, recorder := httptest.NewRequest(one.Method, "/", bytes.NewReader(one.Body)), httptest.NewRecorder()
	for name, value := range one.Head {
		request.Header.Set(strings.Replace(name, "signature", SignatureHeader, 1), value)
	}
	one.receiver.ServeHTTP(recorder, request)
	head, text := recorder.Header(), strings.TrimSpace(fmt.Sprintf("answer %d %s", recorder.Code, recorder.Body))
	if recorder.Body.Len() > 0 && head.Get("Content-Type") != "application/json" || recorder.Code == 405 && head.Get("Allow") != "POST" {
		text = fmt.Sprint("with the head ", head)
	}
	one.tell("%s", text)
}
