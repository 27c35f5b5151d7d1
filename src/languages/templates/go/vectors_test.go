package collectionscontract

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func load(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile("vectors/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

func TestSignatureVectors(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Body    string
			Secrets     []string
			Header      *string
			OK          bool
			SecretIndex *int
			Code        string
		}
	}
	load(t, "signature.json", &file)
	if len(file.Cases) < 40 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	signed := 0
	for _, one := range file.Cases {
		t.Run(one.ID, func(t *testing.T) {
			var secrets []string
			for _, secret := range one.Secrets {
				secrets = append(secrets, string(decoded(t, secret)))
			}
			header := ""
			if one.Header != nil {
				header = *one.Header
			}
			index, err := Verify(decoded(t, one.Body), header, secrets)
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
			if index != *one.SecretIndex {
				t.Errorf("secret %d instead of %d", index, *one.SecretIndex)
			}
			header, err = Sign(decoded(t, one.Body), secrets[index])
			if err != nil || header != strings.ToLower(*one.Header) {
				t.Errorf("signed as %s (%v)", header, err)
			}
			signed++
		})
	}
	if signed < 10 {
		t.Errorf("only %d were signed", signed)
	}
}

func TestNobodySignsWithAnEmptySecret(t *testing.T) {
	if _, err := Sign([]byte("{}"), ""); !errors.Is(err, ErrSecretEmpty) {
		t.Errorf("%v", err)
	}
}

func TestPayloads(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Schema, Verdict, Text string
			Survives                  bool
		}
	}
	load(t, "payloads.json", &file)
	if len(file.Cases) < 100 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	seen := map[string]bool{}
	for _, one := range file.Cases {
		seen[one.Schema] = true
		t.Run(one.ID, func(t *testing.T) {
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
	}
	if len(seen) != len(models) {
		t.Errorf("cases for %d of %d models", len(seen), len(models))
	}
}

func TestJSONVectors(t *testing.T) {
	var file struct {
		Secret []byte
		Cases  []struct {
			ID, Header, Verdict, Payment, Code string
			Body                               []byte
		}
	}
	load(t, "json.json", &file)
	if len(file.Cases) < 70 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, one := range file.Cases {
		t.Run(one.ID, func(t *testing.T) {
			var handled []string
			store := once(func(ctx context.Context, _ string, do func(context.Context) error) error { return do(ctx) })
			receiver, err := NewReceiver([]string{string(file.Secret)}, func(_ context.Context, payment PaymentSnapshot, _ Delivery) error {
				handled = append(handled, fmt.Sprint(payment.ID))
				// What is kept has to be written again.
				_, err := json.Marshal(payment)
				return err
			}, ReceiverOptions{Store: store, OnProblem: func(Problem) {}})
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
}

func parsed(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
