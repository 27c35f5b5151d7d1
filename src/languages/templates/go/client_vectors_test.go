package collectionscontract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"strings"
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
	requests := make([]map[string]any, len(sent))
	for index := range requests {
		requests[index] = <-sent
	}
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
		for _, request := range requests {
			if call := fmt.Sprintf("%s %s%s", request["method"], baseURL, request["path"]); !strings.Contains(err.Error(), call) {
				t.Errorf("%v does not name %s", err, call)
			}
		}
	case err != nil || !reflect.DeepEqual(parsed(t, written), parsed(t, []byte(one.Result))):
		t.Errorf("became %s (%v)", written, err)
	}
	if one.Sent != nil && !reflect.DeepEqual(requests, one.Sent) {
		t.Errorf("sent %v", requests)
	}
}

// made calls the operation.
func (one clientCase) made(baseURL string) (any, error) {
	options := ClientOptions{
		AllowInsecureLoopback: true, TokenHeader: "Authorization", TokenPrefix: "Bearer ",
		MaxResponseBytes: one.MaxResponseBytes, Timeout: time.Duration(one.TimeoutMs) * time.Millisecond,
	}
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

// answering answers one connection after the other, and keeps what was sent.
func answering(t *testing.T, answers []*string) (baseURL string, sent chan map[string]any) {
	t.Helper()
	sent = make(chan map[string]any, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		sent <- sentIn(request)
		connection, _, err := w.(http.Hijacker).Hijack()
		if at := len(sent) - 1; err == nil && at < len(answers) {
			if answers[at] == nil {
				return
			}
			io.WriteString(connection, *answers[at])
		}
		connection.Close()
	}))
	t.Cleanup(server.Close)
	return server.URL, sent
}

func sentIn(request *http.Request) map[string]any {
	head := request.Header
	all := map[string]any{"method": request.Method, "path": request.URL.EscapedPath(), "codings": head.Get("Accept-Encoding") != ""}
	if authorization := head.Get("Authorization"); authorization != "" {
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
	all["contentType"], all["body"] = head.Get("Content-Type"), body
	return all
}
