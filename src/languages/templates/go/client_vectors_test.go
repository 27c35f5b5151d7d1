package collectionscontract

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"
)

type clientCase struct {
	ID      string
	Needs   []string
	Tokens  []string
	BaseURL string
	Call    struct {
		Operation string
		Given     json.RawMessage
	}
	MaxResponseBytes int64
	Answers          [][]byte
	Result           string
	Error            *struct {
		Code, RetryAfter string
		Status           int
	}
	Sent *[]map[string]any
}

func TestClientVectors(t *testing.T) {
	var file struct{ Cases []clientCase }
	load(t, "client.json", &file)
	if len(file.Cases) < 60 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, one := range file.Cases {
		t.Run(one.ID, func(t *testing.T) {
			// A client has one token.
			if slices.Contains(one.Needs, "token renewal") {
				t.Skip("token renewal")
			}
			one.check(t)
		})
	}
}

func (one clientCase) check(t *testing.T) {
	baseURL, sent := answering(t, one.Answers)
	if one.BaseURL != "" {
		baseURL = one.BaseURL
	}
	result, err := one.made(t, baseURL)
	if one.Error == nil && (err != nil || !reflect.DeepEqual(parsed(t, result), parsed(t, []byte(one.Result)))) {
		t.Errorf("became %s (%v)", result, err)
	}
	if one.Error != nil {
		var failure *APIError
		if !errors.As(err, &failure) || failure.Code != one.Error.Code {
			t.Fatalf("%v instead of %s", err, one.Error.Code)
		}
		isStatus := one.Error.Status == 0 || failure.Status == one.Error.Status
		said := fmt.Sprintf("%v %+v %#v", err, err, err)
		if !isStatus || failure.Header.Get("Retry-After") != one.Error.RetryAfter || regexp.MustCompile(`hidden|token-\d`).MatchString(said) {
			t.Errorf("%d %v: %s", failure.Status, failure.Header, said)
		}
	}
	if all := sent(); one.Sent != nil && !(len(all) == 0 && len(*one.Sent) == 0) && !reflect.DeepEqual(all, *one.Sent) {
		t.Errorf("sent %v", all)
	}
}

// made calls the operation, and returns the result as JSON.
func (one clientCase) made(t *testing.T, baseURL string) ([]byte, error) {
	options := ClientOptions{AllowInsecureLoopback: true, MaxResponseBytes: one.MaxResponseBytes, Timeout: 20 * time.Second}
	options.TokenHeader, options.TokenPrefix = "Authorization", "Bearer "
	if slices.ContainsFunc(one.Answers, func(answer []byte) bool { return answer == nil }) {
		options.Timeout = 200 * time.Millisecond
	}
	given, ctx := one.Call.Given, context.Background()
	if one.Call.Operation == "exchangeAuthorizationCode" {
		var code map[string]string
		_ = json.Unmarshal(given, &code)
		tokens, err := ExchangeAuthorizationCode(ctx, baseURL, AuthorizationCode{
			NewSecret(code["code"]), code["client_id"], NewSecret(code["client_secret"]), code["redirect_uri"],
		}, options)
		return textOf(t, tokens), err
	}
	client, err := NewClient(baseURL, NewSecret(one.Tokens[0]), options)
	if err != nil {
		return nil, err
	}
	switch one.Call.Operation {
	case "createClientWebhook":
		var webhook ClientWebhookCreate
		_ = json.Unmarshal(given, &webhook)
		created, err := client.CreateClientWebhook(ctx, webhook)
		return textOf(t, created), err
	case "createAppWebhook":
		var webhook AppWebhookWrite
		_ = json.Unmarshal(given, &webhook)
		created, err := client.CreateAppWebhook(ctx, webhook)
		return textOf(t, created), err
	}
	var id string
	_ = json.Unmarshal(given, &id)
	return client.ListAppWebhooks(ctx, id)
}

func textOf(t *testing.T, model json.Marshaler) []byte {
	t.Helper()
	text, err := model.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// answering answers one connection after the other, and returns a function that tells what was sent.
func answering(t *testing.T, answers [][]byte) (baseURL string, sent func() []map[string]any) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	seen := make(chan map[string]any, 10)
	go func() {
		for count := 0; ; count++ {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			request, err := http.ReadRequest(bufio.NewReader(connection))
			if err != nil {
				connection.Close()
				continue
			}
			seen <- sentIn(request)
			if count < len(answers) && answers[count] == nil {
				continue
			}
			if count < len(answers) {
				connection.Write(answers[count])
			}
			connection.Close()
		}
	}()
	return "http://" + listener.Addr().String(), func() (all []map[string]any) {
		for len(seen) > 0 {
			all = append(all, <-seen)
		}
		return all
	}
}

func sentIn(request *http.Request) map[string]any {
	all := map[string]any{"method": request.Method, "path": request.URL.EscapedPath()}
	if authorization := request.Header.Get("Authorization"); authorization != "" {
		all["authorization"] = authorization
	}
	text, _ := io.ReadAll(request.Body)
	if request.Method != http.MethodPost {
		return all
	}
	var body map[string]any
	if json.Unmarshal(text, &body) != nil {
		form, _ := url.ParseQuery(string(text))
		body = map[string]any{}
		for name := range form {
			body[name] = form.Get(name)
		}
	}
	all["contentType"], all["body"] = request.Header.Get("Content-Type"), body
	return all
}
