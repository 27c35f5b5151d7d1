// Package driver serves what the judge of collections-contract asks of a service in a test, over HTTP: version 1
// of the protocol in driver.yaml. examples/driver uses it. For test set-ups only.
package driver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sort"
)

// Members is what a service offers to its tests. What is nil is not listed, and the judge reports what needs it as
// not observed.
type Members struct {
	// Where the service is, and which clients and Apps exist.
	Values func() Values
	// Prepare for a run; called once, then the values are read again.
	Start func(context.Context) error
	// Forget webhooks and deliveries. Clients, Apps and credentials stay.
	Reset func(context.Context) error
	// End the run; called in any case.
	Stop func(context.Context) error
	// Return as soon as no attempt at a delivery is pending.
	Settle func(context.Context) error
	// Return an authorization code that was never used, and what it is exchanged with.
	Credentials func(context.Context) (Credentials, error)
	// Return an access token, if there is one without a code.
	AccessToken func(context.Context) (string, error)
	// Return the headers that carry a token; nil asks for a request without one.
	RequestHeaders func(ctx context.Context, token *string) (map[string]string, error)
	// Exchange a refresh token for an access token.
	Refresh func(ctx context.Context, refreshToken string) (string, error)
	// Create a payment and confirm it. Return the id that its delivery carries, or nil.
	ConfirmPayment func(context.Context, Payment) (*int64, error)
	// Create a payment that is not confirmed.
	RecordPayment func(context.Context, Payment) (*int64, error)
	// Switch a client webhook on or off.
	SetClientWebhookActive func(context.Context, WebhookSwitch) error
	// Dispatch an event to the webhooks of an App.
	DispatchAppEvent func(context.Context, AppEvent) error
	// Let an event that the deployment adds happen to a payment of a client.
	EmitEvent func(context.Context, ClientEvent) error
	// Only for "test receiver": return what took effect since the last reset.
	Processed func(context.Context) ([]Effect, error)
}

// Refusal says that a call cannot be done: what needs it is not observed. Any other error ends the run.
// Message must hold no secret.
type Refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r Refusal) Error() string { return r.Code + ": " + r.Message }

// Values of a service. Only BaseURL and AuthURL are needed, after Start.
type Values struct {
	BaseURL                string    `json:"baseUrl,omitempty"`
	AuthURL                string    `json:"authUrl,omitempty"`
	ClientIRI              string    `json:"clientIri,omitempty"`
	OtherClientIRI         string    `json:"otherClientIri,omitempty"`
	AppIRI                 string    `json:"appIri,omitempty"`
	AppID                  any       `json:"appId,omitempty"` // string or integer: the id of the App in the path of its list
	OtherAppIRI            string    `json:"otherAppIri,omitempty"`
	OtherAppID             any       `json:"otherAppId,omitempty"`
	Receiver               *Receiver `json:"receiver,omitempty"`
	RegistrationProbesURLs bool      `json:"registrationProbesUrls,omitempty"`
	RetryWindowMs          int       `json:"retryWindowMs,omitempty"`
	AttemptTimeoutMs       int       `json:"attemptTimeoutMs,omitempty"`
}

// Receiver is where the judge listens, and where the service reaches it.
type Receiver struct {
	Listen Listen `json:"listen"`
	Origin string `json:"origin"`
}

// Listen is an address of this machine.
type Listen struct {
	Host string `json:"host"`
	Port int    `json:"port"`
}

// Credentials are what an authorization code is exchanged with.
type Credentials struct {
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	RedirectURI  string `json:"redirectUri"`
	Code         string `json:"code"`
}

// Payment says for whom to make a payment.
type Payment struct {
	PaidTo string `json:"paidTo"` // "client" or "agency"
	Client string `json:"client"`
}

// WebhookSwitch names a client webhook by the request that created it and its answer, nil if that was not JSON.
type WebhookSwitch struct {
	Request  map[string]any `json:"request"`
	Response any            `json:"response"`
	Active   bool           `json:"active"`
}

// AppEvent is what to dispatch to the webhooks of an App.
type AppEvent struct {
	App   string `json:"app"`
	Event string `json:"event"`
}

// ClientEvent is what to let happen to a payment of a client.
type ClientEvent struct {
	Client string `json:"client"`
	Event  string `json:"event"`
}

// Effect is a delivery that took effect.
type Effect struct {
	ID    int64  `json:"id"`
	Event string `json:"event"`
}

// Handler serves the protocol at its root. token is the driver's own, never one of the service; it must not be empty.
func Handler(token string, m Members) (http.Handler, error) {
	if token == "" {
		return nil, errors.New("the driver needs a token of its own")
	}
	calls, names := m.calls(), []string{}
	for name := range calls {
		names = append(names, name)
	}
	sort.Strings(names)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /members", func(w http.ResponseWriter, _ *http.Request) {
		members := named{"version": 1, "calls": names}
		if m.Values != nil {
			members["values"] = m.Values()
		}
		write(w, http.StatusOK, members)
	})
	for name, one := range calls {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) { serve(w, r, name, one) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusNotFound, Refusal{"no_such_call", "The driver does not list this call."})
	})
	wanted := sha256.Sum256([]byte("Bearer " + token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if subtle.ConstantTimeCompare(given[:], wanted[:]) != 1 {
			write(w, http.StatusUnauthorized, Refusal{"token_wrong", "Send the token of the driver."})
			return
		}
		mux.ServeHTTP(w, r)
	}), nil
}

func serve(w http.ResponseWriter, r *http.Request, name string, one call) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		write(w, http.StatusBadRequest, Refusal{"body_unreadable", "The body could not be read."})
		return
	}
	result, err := safely(r.Context(), one, body)
	var refusal Refusal
	switch {
	case errors.As(err, &refusal):
		write(w, http.StatusConflict, refusal)
	case err != nil:
		slog.Error("the driver failed", "call", name, "error", err)
		write(w, http.StatusInternalServerError, Refusal{"driver_failed", "See the log of the driver."})
	case result == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		write(w, http.StatusOK, result)
	}
}

// safely turns a panic into an error: the judge gets an answer.
func safely(ctx context.Context, one call, body []byte) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return one(ctx, body)
}

func write(w http.ResponseWriter, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"code":"not_json","message":"No JSON can be made of it."}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// Whoever asked has gone.
	_, _ = w.Write(text)
}
