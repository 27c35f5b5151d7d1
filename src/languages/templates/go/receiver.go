package collectionscontract

import (
	"bytes"
	"context"
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

// Why a delivery was not acknowledged, beside the codes of signatures.
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
)

// PaymentHandler stores or enqueues a confirmed payment; real work comes later. If it fails, the
// answer is 500 and the service delivers again. Its context outlives the request.
type PaymentHandler func(ctx context.Context, payment PaymentSnapshot) error

// ReceiverOptions may be left out as a whole: every zero value stands for a default.
type ReceiverOptions struct {
	// Where payments that were handed over are remembered, by id and event. Default: a MemoryStore.
	Store DuplicateStore
	// Largest body in bytes. Default: 1 MiB.
	MaxBodyBytes int64
	// Time for a body to arrive. Default: 10 seconds.
	BodyTimeout time.Duration
	// Told of every answer that is not 2xx. Default: failures on this side are logged.
	OnProblem func(code string, err error)
}

// Answer is what to answer.
type Answer struct {
	Status int
	// Why it is not 2xx; empty if it is. Safe to show to anyone.
	Code string
}

// Receiver takes client webhook deliveries. It is an http.Handler, safe for concurrent use. Speak
// plain HTTP to it and let a proxy in front end TLS, or serve it with http.Server's TLS.
type Receiver struct {
	distrust  func(body []byte, header string) (code string)
	onPayment PaymentHandler
	options   ReceiverOptions
}

// NewReceiver makes a receiver for the webhooks with these secrets, one or several. It returns
// ErrSecretEmpty if there is none, or an empty one.
func NewReceiver(secrets []string, onPayment PaymentHandler, options ReceiverOptions) (*Receiver, error) {
	if len(secrets) == 0 || slices.Contains(secrets, "") {
		return nil, ErrSecretEmpty
	}
	if onPayment == nil {
		return nil, errors.New("pass a function that stores or enqueues payments")
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
	distrust := func(body []byte, header string) string { return codeOf(Verify(body, header, own)) }
	return &Receiver{distrust, onPayment, options}, nil
}

// ServeHTTP answers 2xx only after the payment is handed over.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	// A server without deadlines returns an error here, and has its own way to end slow requests.
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(r.options.BodyTimeout))
	body, answer := r.read(w, req)
	if answer.Status == 0 {
		_ = connection.SetReadDeadline(time.Time{})
		answer = r.Receive(req.Context(), body, strings.Join(req.Header.Values(SignatureHeader), ","))
	} else {
		// Its body was not read to the end. The deadline stays, for what net/http still reads of it.
		w.Header().Set("Connection", "close")
	}
	if answer.Status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	w.WriteHeader(answer.Status)
}

// read returns the body, or an answer with a status.
func (r *Receiver) read(w http.ResponseWriter, req *http.Request) ([]byte, Answer) {
	contentType := req.Header.Get("Content-Type")
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

// RefuseHead tells what can be refused before a byte of the body is read. A content length below 0
// is not known. For servers other than net/http.
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
	if code := r.distrust(body, signature); code != "" {
		return r.refuse(http.StatusUnauthorized, code, nil)
	}
	// A byte order mark was signed like all the rest, but is no JSON.
	text := bytes.TrimPrefix(body, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotUTF8, nil)
	}
	if !json.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotJSON, nil)
	}
	var delivery AppDelivery
	if err := json.Unmarshal(text, &delivery); err != nil {
		return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	if delivery.Event != CaseFilePaymentConfirmed {
		// Events may be added; refusing one would make the service repeat it.
		return Answer{Status: http.StatusNoContent}
	}
	var payment PaymentSnapshot
	if err := json.Unmarshal(text, &payment); err != nil {
		return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	key := fmt.Sprintf("%d %s", payment.ID, payment.Event)
	err := r.options.Store.Once(ctx, key, func() error {
		// Who hangs up does not stop what has begun.
		return r.onPayment(context.WithoutCancel(ctx), payment)
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

// codeOf is empty if Verify found no fault.
func codeOf(_ int, err error) string {
	var fault *SignatureError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &fault):
		return fault.Code
	}
	return CodeSignatureMismatch
}

// logFailure leaves out what strangers can cause.
func logFailure(code string, err error) {
	if code == CodeHandlerFailed || code == CodePayloadInvalid {
		slog.Error("webhook receiver", "code", code, "error", err)
	}
}
