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
	"testing"
	"time"
)

type clientCase struct {
	Tokens                      []string
	Operation, BaseURL, Result  string
	Given                       json.RawMessage
	MaxResponseBytes, TimeoutMs int64
	Answers                     []*string
	Error                       *struct {
		Code, RetryAfter string
		Status           int
	}
	Sent []map[string]any
}

func TestClientVectors(t *testing.T) {
	// A client has one token, and net/http reads where a redirect leads.
	testCases(t, "client.json", 60, []string{"token renewal", "any location"}, checkClient)
}

func checkClient(t *testing.T, one clientCase) {
	baseURL, sent := answering(t, one.Answers)
	if one.BaseURL != "" {
		baseURL = one.BaseURL
	}
	result, err := one.made(baseURL)
	written, _ := json.Marshal(result)
	switch {
	case one.Error != nil:
		var failure *APIError
		if !errors.As(err, &failure) || failure.Code != one.Error.Code {
			t.Fatalf("%v instead of %s", err, one.Error.Code)
		}
		// An answer that was cut off keeps its status here.
		isStatus := one.Error.Status == 0 || failure.Status == one.Error.Status
		said := fmt.Sprintf("%v %+v %#v", err, err, err)
		if !isStatus || failure.Header.Get("Retry-After") != one.Error.RetryAfter || regexp.MustCompile(`hidden|token-\d`).MatchString(said) {
			t.Errorf("%d %v: %s", failure.Status, failure.Header, said)
		}
	case err != nil || !reflect.DeepEqual(parsed(t, written), parsed(t, []byte(one.Result))):
		t.Errorf("became %s (%v)", written, err)
	}
	if all := sent(); one.Sent != nil && (len(all) != len(one.Sent) || len(all) > 0 && !reflect.DeepEqual(all, one.Sent)) {
		t.Errorf("sent %v", all)
	}
}

// made calls the operation.
func (one clientCase) made(baseURL string) (any, error) {
	options := ClientOptions{AllowInsecureLoopback: true, MaxResponseBytes: one.MaxResponseBytes}
	options.Timeout = time.Duration(one.TimeoutMs) * time.Millisecond
	options.TokenHeader, options.TokenPrefix = "Authorization", "Bearer "
	given, ctx := one.Given, context.Background()
	if one.Operation == "exchangeAuthorizationCode" {
		code := as[map[string]string](given)
		return ExchangeAuthorizationCode(ctx, baseURL, AuthorizationCode{
			NewSecret(code["code"]), code["client_id"], NewSecret(code["client_secret"]), code["redirect_uri"],
		}, options)
	}
	client, err := NewClient(baseURL, NewSecret(one.Tokens[0]), options)
	if err != nil {
		return nil, err
	}
	switch one.Operation {
	case "createClientWebhook":
		return client.CreateClientWebhook(ctx, as[ClientWebhookCreate](given))
	case "createAppWebhook":
		return client.CreateAppWebhook(ctx, as[AppWebhookWrite](given))
	}
	return client.ListAppWebhooks(ctx, as[string](given))
}

// answering answers one connection after the other, and returns a function that tells what was sent.
func answering(t *testing.T, answers []*string) (baseURL string, sent func() []map[string]any) {
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
			if err == nil {
				seen <- sentIn(request)
			}
			if err == nil && count < len(answers) {
				if answers[count] == nil {
					continue
				}
				io.WriteString(connection, *answers[count])
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
	all := map[string]any{"method": request.Method, "path": request.URL.EscapedPath(), "codings": request.Header.Get("Accept-Encoding") != ""}
	if authorization := request.Header.Get("Authorization"); authorization != "" {
		all["authorization"] = authorization
	}
	text, _ := io.ReadAll(request.Body)
	if request.Method != http.MethodPost {
		return all
	}
	body := as[map[string]any](text)
	if body == nil {
		form, _ := url.ParseQuery(string(text))
		body = map[string]any{}
		for name := range form {
			body[name] = form.Get(name)
		}
	}
	all["contentType"], all["body"] = request.Header.Get("Content-Type"), body
	return all
}
