package collectionscontract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// testCases runs the test for each case of a file in vectors/, but those that need what is lacking.
func testCases[T any](t *testing.T, file string, atLeast int, lacking []string, test func(*testing.T, T)) {
	t.Helper()
	cases := as[struct{ Cases []json.RawMessage }](read(t, file)).Cases
	if len(cases) < atLeast {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, text := range cases {
		head := as[struct {
			ID    string
			Needs []string
		}](text)
		t.Run(head.ID, func(t *testing.T) {
			if slices.ContainsFunc(head.Needs, func(need string) bool { return slices.Contains(lacking, need) }) {
				t.Skip(head.Needs)
			}
			test(t, as[T](text))
		})
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile("vectors/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func as[T any](text []byte) (value T) {
	_ = json.Unmarshal(text, &value)
	return value
}

type signatureCase struct {
	Body        []byte
	Secrets     [][]byte
	Header      string
	OK          bool
	SecretIndex int
	Code        string
}

func TestSignatureVectors(t *testing.T) {
	signed := 0
	testCases(t, "signature.json", 40, nil, func(t *testing.T, one signatureCase) {
		var secrets []string
		for _, secret := range one.Secrets {
			secrets = append(secrets, string(secret))
		}
		index, err := Verify(one.Body, one.Header, secrets)
		var fault *SignatureError
		code := ""
		if errors.As(err, &fault) {
			code = fault.Code
		}
		if (err == nil) != one.OK || code != one.Code {
			t.Fatalf("%v with %q instead of %v with %q", err == nil, code, one.OK, one.Code)
		}
		if !one.OK {
			return
		}
		if index != one.SecretIndex {
			t.Errorf("secret %d instead of %d", index, one.SecretIndex)
		}
		header, err := Sign(one.Body, secrets[index])
		if err != nil || header != strings.ToLower(one.Header) {
			t.Errorf("signed as %s (%v)", header, err)
		}
		signed++
	})
	if signed < 10 {
		t.Errorf("only %d were signed", signed)
	}
}

func TestNobodySignsWithAnEmptySecret(t *testing.T) {
	if _, err := Sign([]byte("{}"), ""); !errors.Is(err, ErrSecretEmpty) {
		t.Errorf("%v", err)
	}
}

type payloadCase struct {
	Schema, Verdict, Text string
	Survives              bool
}

func TestPayloads(t *testing.T) {
	seen := map[string]bool{}
	testCases(t, "payloads.json", 100, nil, func(t *testing.T, one payloadCase) {
		seen[one.Schema] = true
		model := models[one.Schema]()
		if err := json.Unmarshal([]byte(one.Text), model); err != nil {
			var fault *PayloadError
			if one.Verdict == "taken" || !errors.As(err, &fault) {
				t.Fatalf("%s, but: %v", one.Verdict, err)
			}
			return
		}
		if one.Verdict == "refused" {
			t.Fatal("was taken")
		}
		written, err := json.Marshal(model)
		if err != nil {
			t.Fatal(err)
		}
		if one.Survives && !reflect.DeepEqual(parsed(t, written), parsed(t, []byte(one.Text))) {
			t.Errorf("became %s", written)
		}
	})
	if len(seen) != len(models) {
		t.Errorf("cases for %d of %d models", len(seen), len(models))
	}
}

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

type jsonCase struct {
	Header, Verdict, Payment, Code string
	Body                           []byte
}

func TestJSONVectors(t *testing.T) {
	secret := as[struct{ Secret []byte }](read(t, "json.json")).Secret
	testCases(t, "json.json", 70, nil, func(t *testing.T, one jsonCase) {
		var handled []string
		receiver, err := NewReceiver([]string{string(secret)}, func(_ context.Context, payment PaymentSnapshot, _ Delivery) error {
			handled = append(handled, fmt.Sprint(payment.ID))
			// What is kept has to be written again.
			_, err := json.Marshal(payment)
			return err
		}, ReceiverOptions{Store: always, OnProblem: func(Problem) {}})
		if err != nil {
			t.Fatal(err)
		}
		answer := receiver.Receive(context.Background(), one.Body, one.Header)
		if one.Verdict == "refused" || one.Verdict == "exact" && answer.Status != 204 {
			if answer.Status == 204 || answer.Code != one.Code || len(handled) > 0 {
				t.Errorf("%v instead of %s, handled %v", answer, one.Code, handled)
			}
		} else if answer.Status != 204 || !slices.Equal(handled, []string{one.Payment}) {
			t.Errorf("%v, handled %v", answer, handled)
		}
	})
}

func parsed(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
