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
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	webhook    = ClientWebhookCreate{Client: "/c/1", Name: "n", Events: []string{"e"}, URL: "https://hooks.example.com/"}
	appWebhook = AppWebhookWrite{
		App: Ptr("/a/1"), WebhookURL: Ptr("https://hooks.example.com/"), Events: []string{"e"},
		ResponseHandlingType: Ptr(FireAndForget), Active: Ptr(true),
	}
)

// service answers every request alike, and remembers them.
type service struct {
	*httptest.Server
	status int
	body   string
	delay  time.Duration

	mu       sync.Mutex
	received []seen
}

type seen struct {
	method, path, body string
	header             http.Header
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{status: 200}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.received = append(s.received, seen{r.Method, r.URL.EscapedPath(), string(body), r.Header})
		s.mu.Unlock()
		time.Sleep(s.delay)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(s.status)
		io.WriteString(w, s.body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) seen() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.received
}

func (s *service) answers(status int, body string) { s.status, s.body = status, body }

var local = ClientOptions{AllowInsecureLoopback: true}

func newClient(t *testing.T, baseURL string, token string) *Client {
	t.Helper()
	client, err := NewClient(baseURL, NewSecret(token), local)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// wants compares the code, and that nothing of the answer is printed.
func wants(t *testing.T, err error, code string) {
	t.Helper()
	var failure *APIError
	if !errors.As(err, &failure) || failure.Code != code {
		t.Errorf("%v instead of %s", err, code)
		return
	}
	asJSON, _ := json.Marshal(failure)
	said := fmt.Sprintf("%v %+v %#v %+v %#v %s", err, err, err, *failure, *failure, asJSON)
	if strings.Contains(said, "hidden") || strings.Contains(said, "/elsewhere") {
		t.Errorf("printed: %s", said)
	}
}

func TestUnknownMembersAndStatusesAreTaken(t *testing.T) {
	s := newService(t)
	s.answers(299, `{"secret":"s","x-new":[1]}`)
	created, err := newClient(t, s.URL, "token-1").CreateClientWebhook(context.Background(), webhook)
	if err != nil || created.Secret.Reveal() != "s" || string(created.Extra["x-new"]) != "[1]" {
		t.Fatalf("%v %v", created, err)
	}
	got := s.seen()[0]
	if got.method != "POST" || got.path != "/api/client_webhooks" || got.header.Get("Authorization") != "Bearer token-1" {
		t.Errorf("%v", got)
	}
	if got.body != `{"client":"/c/1","events":["e"],"name":"n","url":"https://hooks.example.com/"}` {
		t.Errorf("sent %s", got.body)
	}
}

func TestAListOfAnyFormIsHandedOn(t *testing.T) {
	s := newService(t)
	for _, body := range []string{"[]", `{"member":[{"app":"/a/1","x":1}]}`, `"text"`} {
		s.answers(200, body)
		if list, err := newClient(t, s.URL, "t").ListAppWebhooks(context.Background(), "a/b c"); string(list) != body {
			t.Errorf("%s (%v)", list, err)
		}
	}
	if s.seen()[0].path != "/api/apps/a%2Fb%20c/app_webhooks" {
		t.Errorf("asked for %s", s.seen()[0].path)
	}
}

func TestAnAppWebhookThatWasMadeIsNoError(t *testing.T) {
	s := newService(t)
	for _, body := range []string{"", "[]", "{", "null"} {
		s.answers(201, body)
		if _, err := newClient(t, s.URL, "t").CreateAppWebhook(context.Background(), appWebhook); err != nil {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestFailuresHaveCodesAndPrintNothing(t *testing.T) {
	s := newService(t)
	client := newClient(t, s.URL, "hidden")
	for _, one := range []struct {
		status     int
		body, code string
	}{
		{302, "hidden", CodeRedirectRefused},
		{418, "hidden", CodeRequestRejected},
		{599, "hidden", CodeServiceFailed},
		{200, "hidden", CodeResponseNotJSON},
		{200, `{"secret":1,"x":"hidden"}`, CodeResponseInvalid},
		{200, `{"secret":"","x":"hidden"}`, CodeResponseInvalid},
		{200, strings.Repeat(" ", 1<<20+1), CodeResponseTooLarge},
	} {
		s.answers(one.status, one.body)
		_, err := client.CreateClientWebhook(context.Background(), webhook)
		wants(t, err, one.code)
		var failure *APIError
		if errors.As(err, &failure) && (failure.Status != one.status || failure.Header.Get("Location") != "/elsewhere") {
			t.Errorf("%d with %v", failure.Status, failure.Header)
		}
	}
	if len(s.seen()) != 7 {
		t.Errorf("%d requests", len(s.seen()))
	}
}

func TestSlowAndStoppedCalls(t *testing.T) {
	s := newService(t)
	s.delay = 200 * time.Millisecond
	slow, err := NewClient(s.URL, NewSecret("t"), ClientOptions{AllowInsecureLoopback: true, Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	_, err = slow.ListAppWebhooks(context.Background(), "1")
	wants(t, err, CodeTimeout)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = newClient(t, s.URL, "t").ListAppWebhooks(ctx, "1")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if len(s.seen()) > 1 {
		t.Errorf("repeated: %v", s.seen())
	}
}

func TestEndlessAnswersEnd(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat(" ", 4000))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	options := ClientOptions{AllowInsecureLoopback: true, MaxResponseBytes: 2000, Timeout: 5 * time.Second}
	client, err := NewClient(server.URL, NewSecret("t"), options)
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.ListAppWebhooks(context.Background(), "1")
	wants(t, err, CodeResponseTooLarge)
}

func TestNothingIsSentThatCannotBeRight(t *testing.T) {
	s := newService(t)
	client := newClient(t, s.URL, "t")
	for _, id := range []string{"", ".", ".."} {
		_, err := client.ListAppWebhooks(context.Background(), id)
		wants(t, err, CodeRequestInvalid)
	}
	_, err := client.CreateAppWebhook(context.Background(), AppWebhookWrite{})
	wants(t, err, CodeRequestInvalid)
	_, err = client.CreateClientWebhook(context.Background(), ClientWebhookCreate{})
	wants(t, err, CodeRequestInvalid)
	for _, one := range []struct{ url, token, code string }{
		{"http://example.com", "t", CodeInsecureURL},
		{"http://127.0.0.1.example.com", "t", CodeInsecureURL},
		{"ftp://example.com", "t", CodeBaseURLInvalid},
		{"https://user:hidden@example.com", "t", CodeBaseURLInvalid},
		{"https://example.com/?a=hidden", "t", CodeBaseURLInvalid},
		{"https://", "t", CodeBaseURLInvalid},
		{"https://example.com", "hidden\n", CodeTokenInvalid},
		{"https://example.com", "", CodeTokenInvalid},
	} {
		_, err := NewClient(one.url, NewSecret(one.token), local)
		wants(t, err, one.code)
	}
	_, err = NewClient(s.URL, NewSecret("t"), ClientOptions{})
	wants(t, err, CodeInsecureURL)
	if len(s.seen()) > 0 {
		t.Errorf("%v", s.seen())
	}
}

func TestAnotherHeaderForTheToken(t *testing.T) {
	s := newService(t)
	client, err := NewClient(s.URL, NewSecret("t"), ClientOptions{AllowInsecureLoopback: true, TokenHeader: "X-Token"})
	if err != nil {
		t.Fatal(err)
	}
	s.answers(200, "[]")
	if _, err := client.ListAppWebhooks(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if header := s.seen()[0].header; header.Get("X-Token") != "t" || header.Get("Authorization") != "" {
		t.Errorf("%v", header)
	}
}

func TestTokens(t *testing.T) {
	const good = `{"token_type":"bearer","expires_in":60,"access_token":"a","refresh_token":"r","scope":"x"}`
	s := newService(t)
	given := AuthorizationCode{Code: NewSecret("c&"), ClientID: "i", ClientSecret: NewSecret("hidden"), RedirectURI: "https://a.example/"}
	exchange := func() (TokenResponse, error) {
		return ExchangeAuthorizationCode(context.Background(), s.URL, given, local)
	}
	s.answers(203, good)
	tokens, err := exchange()
	if err != nil || tokens.AccessToken.Reveal() != "a" || string(tokens.Extra["scope"]) != `"x"` {
		t.Fatalf("%v %v", tokens, err)
	}
	form, err := url.ParseQuery(s.seen()[0].body)
	if err != nil || len(form) != 5 || form.Get("grant_type") != "authorization_code" || form.Get("code") != "c&" {
		t.Errorf("%v (%v)", form, err)
	}
	for _, one := range []struct {
		status     int
		body, code string
	}{
		{400, "hidden", CodeTokenRefused},
		{500, "", CodeTokenEndpointFailed},
		{307, "hidden", CodeRedirectRefused},
		{200, "{}", CodeTokenResponseInvalid},
		{200, strings.Replace(good, "bearer", "mac", 1), CodeTokenResponseInvalid},
	} {
		s.answers(one.status, one.body)
		_, err := exchange()
		wants(t, err, one.code)
	}
	given.Code = Secret{}
	_, err = exchange()
	wants(t, err, CodeCredentialsMissing)
	given.Code = NewSecret("c")
	s.Close()
	_, err = exchange()
	wants(t, err, CodeUnreachable)
}
