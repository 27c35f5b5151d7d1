package collectionscontract

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// These codes say why a delivery was not acknowledged. The codes of signatures are further ones.
const (
	CodeMethodNotAllowed     = "method_not_allowed"
	CodeMediaTypeUnsupported = "media_type_unsupported"
	CodeBodyTooLarge         = "body_too_large"
	CodeBodyTimeout          = "body_timeout"
	CodeBodyIncomplete       = "body_incomplete"
	CodeBodyNotReceived      = "body_not_received"
	CodeBodyNotUTF8          = "body_not_utf8"
	CodeBodyNotJSON          = "body_not_json"
	CodePayloadInvalid       = "payload_invalid"
	CodeEventBusy            = "event_busy"
	CodeHandlerFailed        = "handler_failed"
	CodeHandlerDeadline      = "handler_deadline"
	CodeStoreFailed          = "store_failed"
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
	// Label of the secret that matched, and the customer whose payment it is; empty where secrets
	// have no labels.
	Label, Owner string

	// The key without the owner, as it was stored before there were owners.
	same string
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
	secrets   func(ctx context.Context) ([]LabelledSecret, error)
	onPayment PaymentHandler
	on        map[string]EventHandler
	options   ReceiverOptions
	log       *problems
	busy      *busyKeys
	// Warns of a middleware once.
	hidden *sync.Once
}

// NewReceiver makes a receiver for the webhooks with these secrets, one or several. It returns
// ErrSecretEmpty if there is none, or an empty one, and ErrSecretUnusable. Pass nil with one of the options Secrets, Labelled
// and LabelledFrom.
func NewReceiver(secrets []string, onPayment PaymentHandler, options ReceiverOptions) (*Receiver, error) {
	current, err := secretsOf(secrets, options)
	if err != nil {
		return nil, err
	}
	if onPayment == nil {
		return nil, errors.New("pass a function that stores or enqueues payments")
	}
	handlers, err := handlersByEvent(options.On)
	if err != nil {
		return nil, err
	}
	options = options.withDefaults()
	log := &problems{logger: options.Logger}
	if options.OnProblem == nil {
		options.OnProblem = log.tell
	}
	// The lists are in current: a field would show when a receiver is printed.
	options.Labelled = nil
	return &Receiver{current, onPayment, handlers, options, log, &busyKeys{keys: map[string]bool{}}, &sync.Once{}}, nil
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
// there was none; join several of the same name with a comma. It answers within HandlerTimeout. For
// servers other than net/http, which may use both again afterwards.
func (r *Receiver) Receive(ctx context.Context, body []byte, signature string) Answer {
	if int64(len(body)) > r.options.MaxBodyBytes {
		return r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge, nil)
	}
	// A handler may keep the body, and may still run when the server fills it with another one.
	body, signature = bytes.Clone(body), strings.Clone(signature)
	// A sender that hangs up does not stop what has begun.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.options.HandlerTimeout)
	defer cancel()
	var isAsking atomic.Bool
	return r.inTime(ctx, func() Answer {
		var secrets []LabelledSecret
		isAsking.Store(true)
		err := caught(func() (err error) {
			secrets, err = r.secrets(ctx)
			return err
		})
		isAsking.Store(false)
		if err != nil {
			return r.refuse(http.StatusInternalServerError, CodeSecretsUnavailable, err)
		}
		return r.verifyAndRead(ctx, body, signature, secrets)
	}, func() Answer {
		if isAsking.Load() {
			return r.refuse(http.StatusInternalServerError, CodeSecretsUnavailable, ctx.Err())
		}
		return r.refuse(http.StatusServiceUnavailable, CodeHandlerDeadline, nil)
	})
}

func (r *Receiver) verifyAndRead(ctx context.Context, body []byte, signature string, secrets []LabelledSecret) Answer {
	index, err := Verify(body, signature, valuesOf(secrets))
	if err != nil && len(body) == 0 && codeOf(err) == CodeSignatureMismatch {
		return r.refuse(http.StatusBadRequest, CodeBodyNotReceived, nil)
	}
	if err != nil {
		return r.refuse(http.StatusUnauthorized, codeOf(err), nil)
	}
	r.log.verified()
	// A byte order mark was signed like all the rest, but is no JSON.
	text := bytes.TrimPrefix(body, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotUTF8, nil)
	}
	if !json.Valid(text) {
		return r.refuse(http.StatusBadRequest, CodeBodyNotJSON, nil)
	}
	delivery := Delivery{Body: body, SecretIndex: index, Label: secrets[index].Label, Owner: secrets[index].owner()}
	return r.dispatch(ctx, text, delivery)
}

func (r *Receiver) dispatch(ctx context.Context, text []byte, delivery Delivery) Answer {
	var read AppDelivery
	if err := json.Unmarshal(text, &read); err != nil {
		return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	delivery.Event = read.Event
	if read.Event == CaseFilePaymentConfirmed {
		var payment PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
		}
		return r.handOver(ctx, delivery, r.options.Key(payment), func(ctx context.Context, delivery Delivery) error {
			return r.onPayment(ctx, payment, delivery)
		})
	}
	if handler, isKnown := r.on[read.Event]; isKnown {
		handle, err := handler.read(text)
		if err != nil {
			return r.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
		}
		return r.handOver(ctx, delivery, sameEvent(text, delivery), handle)
	}
	if r.options.OnUnknown == nil {
		return r.accept(Ignored, delivery)
	}
	// Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
	same := fmt.Sprintf("%x %s", sha256.Sum256(delivery.Body), delivery.Event)
	return r.handOver(ctx, delivery, same, r.options.OnUnknown)
}

func (r *Receiver) refuse(status int, code string, err error) Answer {
	if failure := caught(func() error { r.options.OnProblem(code, err); return nil }); failure != nil {
		r.options.Logger.Error("webhook receiver: OnProblem failed", "code", code, "error", failure)
	}
	return Answer{status, code}
}

func codeOf(err error) string {
	var fault *SignatureError
	if errors.As(err, &fault) {
		return fault.Code
	}
	return CodeSignatureMismatch
}
