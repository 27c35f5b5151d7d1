package collectionscontract

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// These codes say why a delivery was not acknowledged. The codes of signatures are further ones.
const (
	CodeMethodNotAllowed     = "method_not_allowed"
	CodeMediaTypeUnsupported = "media_type_unsupported"
	CodeBodyTooLarge         = "body_too_large"
	CodeBodyTimeout          = "body_timeout"
	CodeBodyIncomplete       = "body_incomplete"
	CodeBodyNotUTF8          = "body_not_utf8"
	CodeBodyNotJSON          = "body_not_json"
	CodePayloadInvalid       = "payload_invalid"
	CodeHandlerFailed        = "handler_failed"
	CodeSecretsUnavailable   = "secrets_unavailable"
)

// Delivery is a verified delivery, as handlers get it.
type Delivery struct {
	// The name of the event.
	Event string
	// What makes two deliveries the same. The store remembers it.
	Key string
	// The bytes that were signed.
	Body []byte
	// Position of the secret that matched. A secret that no longer matches can go.
	SecretIndex int
}

// PaymentHandler stores or enqueues a confirmed payment; real work comes later. If it fails, the
// answer is 500 and the service retries. Its context comes from the store and outlives the request.
type PaymentHandler func(ctx context.Context, payment PaymentSnapshot, delivery Delivery) error

// ReceiverOptions may be left out as a whole: every zero value stands for a default.
type ReceiverOptions struct {
	// Returns the secrets at every delivery, instead of the list that NewReceiver takes: a secret can
	// be replaced without a restart. If it fails, the answer is 500.
	Secrets func(ctx context.Context) ([]string, error)
	// Takes verified deliveries of other events. Default: they are acknowledged.
	OnUnknown func(ctx context.Context, delivery Delivery) error
	// Says what makes two payments the same. Default: id and event.
	Key func(payment PaymentSnapshot) string
	// Remembers handed-over deliveries by key. Default: a MemoryStore.
	Store DuplicateStore
	// Limits a body in bytes. Default: 1 MiB.
	MaxBodyBytes int64
	// Limits the time for a body to arrive. Default: 10 seconds.
	BodyTimeout time.Duration
	// Learns of every answer that is not 2xx. Default: failures on this side are logged.
	OnProblem func(code string, err error)
}

// Answer is the answer to a request.
type Answer struct {
	Status int
	// Says why the status is not 2xx; empty if it is. Safe to show to anyone.
	Code string
}

// Receiver takes client webhook deliveries. It is an http.Handler, safe for concurrent use. Speak
// plain HTTP to it and let a proxy in front end TLS, or serve it with http.Server's TLS.
type Receiver struct {
	secrets   func(ctx context.Context) ([]string, error)
	onPayment PaymentHandler
	options   ReceiverOptions
}

// NewReceiver makes a receiver for the webhooks with these secrets, one or several. It returns
// ErrSecretEmpty if there is none, or an empty one. With the option Secrets, pass no list.
func NewReceiver(secrets []string, onPayment PaymentHandler, options ReceiverOptions) (*Receiver, error) {
	if options.Secrets == nil && !areUsable(secrets) {
		return nil, ErrSecretEmpty
	}
	if onPayment == nil {
		return nil, errors.New("pass a function that stores or enqueues payments")
	}
	if options.Key == nil {
		options.Key = func(payment PaymentSnapshot) string { return fmt.Sprintf("%d %s", payment.ID, payment.Event) }
	}
	if options.Store == nil {
		options.Store = NewMemoryStore(0)
	}
	if options.MaxBodyBytes <= 0 {
		options.MaxBodyBytes = 1 << 20
	}
	if options.BodyTimeout <= 0 {
		options.BodyTimeout = 10 * time.Second
	}
	if options.OnProblem == nil {
		options.OnProblem = logFailure
	}
	// In a closure, because a field would show when a receiver is printed.
	own := slices.Clone(secrets)
	current := func(context.Context) ([]string, error) { return own, nil }
	if options.Secrets != nil {
		current = options.Secrets
	}
	return &Receiver{current, onPayment, options}, nil
}

// ServeHTTP answers 2xx only after the payment is handed over.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	// A server without deadlines returns an error here, and has its own way to end slow requests.
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(r.options.BodyTimeout))
	body, answer := r.read(w, req)
	if len(req.TransferEncoding) > 0 {
		// net/http drops a Content-Length beside chunks, so nothing may follow chunks on a connection.
		w.Header().Set("Connection", "close")
	}
	if answer.Status == 0 {
		_ = connection.SetReadDeadline(time.Time{})
		answer = r.Receive(req.Context(), body, strings.Join(req.Header.Values(SignatureHeader), ","))
	} else {
		// The deadline stays for what net/http still reads of the body.
		w.Header().Set("Connection", "close")
	}
	if answer.Status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	w.WriteHeader(answer.Status)
}

// read returns the body, or an answer with a status.
func (r *Receiver) read(w http.ResponseWriter, req *http.Request) ([]byte, Answer) {
	contentType := strings.Join(req.Header.Values("Content-Type"), ",")
	if answer, isRefused := r.RefuseHead(req.Method, contentType, req.ContentLength); isRefused {
		return nil, answer
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, r.options.MaxBodyBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return body, Answer{}
	case errors.As(err, &tooLarge):
		return nil, r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge, nil)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, r.refuse(http.StatusRequestTimeout, CodeBodyTimeout, nil)
	}
	return nil, r.refuse(http.StatusBadRequest, CodeBodyIncomplete, nil)
}

// RefuseHead returns the refusal that needs no byte of the body. A content length below 0 is not
// known. For servers other than net/http.
func (r *Receiver) RefuseHead(method, contentType string, contentLength int64) (answer Answer, isRefused bool) {
	mediaType, _, _ := strings.Cut(contentType, ";")
	switch {
	case method != http.MethodPost:
		return r.refuse(http.StatusMethodNotAllowed, CodeMethodNotAllowed, nil), true
	case !strings.EqualFold(strings.TrimSpace(mediaType), "application/json"):
		return r.refuse(http.StatusUnsupportedMediaType, CodeMediaTypeUnsupported, nil), true
	case contentLength > r.options.MaxBodyBytes:
		return r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge, nil), true
	}
	return Answer{}, false
}

// Receive takes the bytes of a body as they arrived, and the value of the signature header, empty if
// there was none; join several of the same name with a comma. For servers other than net/http.
func (r *Receiver) Receive(ctx context.Context, body []byte, signature string) Answer {
	if int64(len(body)) > r.options.MaxBodyBytes {
		return r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge, nil)
	}
	secrets, err := r.secrets(ctx)
	if err == nil && !areUsable(secrets) {
		err = ErrSecretEmpty
	}
	if err != nil {
		return r.refuse(http.StatusInternalServerError, CodeSecretsUnavailable, err)
	}
	index, err := Verify(body, signature, secrets)
	if err != nil {
		return r.refuse(http.StatusUnauthorized, codeOf(err), nil)
	}
	// A byte order mark was signed like all the rest, but is no JSON.
	text := bytes.TrimPrefix(body, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotUTF8, nil)
	}
	if !json.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotJSON, nil)
	}
	var read AppDelivery
	if err := json.Unmarshal(text, &read); err != nil {
		return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	if read.Event == CaseFilePaymentConfirmed {
		var payment PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
		}
		delivery := Delivery{read.Event, r.options.Key(payment), body, index}
		return r.handOver(ctx, delivery, func(ctx context.Context) error { return r.onPayment(ctx, payment, delivery) })
	}
	if r.options.OnUnknown == nil {
		return Answer{Status: http.StatusNoContent}
	}
	// Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
	delivery := Delivery{read.Event, fmt.Sprintf("%x %s", sha256.Sum256(body), read.Event), body, index}
	return r.handOver(ctx, delivery, func(ctx context.Context) error { return r.options.OnUnknown(ctx, delivery) })
}

func (r *Receiver) handOver(ctx context.Context, delivery Delivery, do func(ctx context.Context) error) Answer {
	err := r.options.Store.Once(ctx, delivery.Key, func(ctx context.Context) error {
		// A sender that hangs up does not stop what has begun.
		return do(context.WithoutCancel(ctx))
	})
	if err != nil {
		return r.refuse(http.StatusInternalServerError, CodeHandlerFailed, err)
	}
	return Answer{Status: http.StatusNoContent}
}

func (r *Receiver) refuse(status int, code string, err error) Answer {
	r.options.OnProblem(code, err)
	return Answer{status, code}
}

func areUsable(secrets []string) bool { return len(secrets) > 0 && !slices.Contains(secrets, "") }

func codeOf(err error) string {
	var fault *SignatureError
	if errors.As(err, &fault) {
		return fault.Code
	}
	return CodeSignatureMismatch
}

// logFailure logs what failed on this side, and nothing that a stranger can cause.
func logFailure(code string, err error) {
	if code == CodeHandlerFailed || code == CodePayloadInvalid || code == CodeSecretsUnavailable {
		slog.Error("webhook receiver", "code", code, "error", err)
	}
}
