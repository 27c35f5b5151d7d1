package collectionscontract

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"reflect"
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

func parsed(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
