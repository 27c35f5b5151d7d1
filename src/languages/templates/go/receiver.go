package collectionscontract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
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
	CodeBodyNotReceived      = "body_not_received"
	CodeBodyNotUTF8          = "body_not_utf8"
	CodeBodyNotJSON          = "body_not_json"
	CodePayloadInvalid       = "payload_invalid"
	CodeEventBusy            = "event_busy"
	CodeHandlerFailed        = "handler_failed"
	CodeHandlerDeadline      = "handler_deadline"
	CodeStoreFailed          = "store_failed"
	CodeSecretsUnavailable   = "secrets_unavailable"
	// Beside a 204: a duplicate of a payment that was handled before keys had an owner.
	CodeOwnerUnknown = "owner_unknown"
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

// MarshalJSON fails: what makes JSON of a result, such as a function of AWS Lambda, would send a refusal with 200.
func (Answer) MarshalJSON() ([]byte, error) {
	return nil, errors.New("send the status of an answer, not its JSON")
}

// StatusCode is the status, as go-kit asks for it.
func (a Answer) StatusCode() int { return a.Status }

// Receiver takes client webhook deliveries. It is an http.Handler, safe for concurrent use. Speak
// plain HTTP to it and let a proxy in front end TLS, or serve it with http.Server's TLS.
type Receiver struct {
	secrets func(ctx context.Context) ([]LabelledSecret, error)
	on      map[string]EventHandler
	options ReceiverOptions
	log     *problems
	busy    *busyKeys
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
	handlers[CaseFilePaymentConfirmed] = paymentHandler(onPayment, options.Key)
	log := &problems{logger: options.Logger}
	if options.OnProblem == nil {
		options.OnProblem = log.tell
	}
	// The lists are in current: a field would show when a receiver is printed.
	options.Labelled = nil
	return &Receiver{current, handlers, options, log, &busyKeys{timeout: options.HandlerTimeout, keys: map[string]time.Time{}}, &sync.Once{}}, nil
}

// RefuseHead returns the refusal that needs no byte of the body. A content length below 0 is not
// known. For servers other than net/http.
func (r *Receiver) RefuseHead(method, contentType string, contentLength int64) (answer Answer, isRefused bool) {
	mediaType, _, _ := strings.Cut(contentType, ";")
	mediaType = strings.Trim(mediaType, " \t")
	// EqualFold takes a long s for an s, in more bytes.
	isJSON := len(mediaType) == len("application/json") && strings.EqualFold(mediaType, "application/json")
	switch {
	case method != http.MethodPost:
		return r.refuse(http.StatusMethodNotAllowed, CodeMethodNotAllowed), true
	case !isJSON:
		return r.refuse(http.StatusUnsupportedMediaType, CodeMediaTypeUnsupported), true
	case contentLength > r.options.MaxBodyBytes:
		return r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge), true
	}
	return Answer{}, false
}

// Receive takes the bytes of a body as they arrived, and the value of the signature header, empty if
// there was none; join several of the same name with a comma. It answers within HandlerTimeout. For
// servers other than net/http, which may use both again afterwards.
func (r *Receiver) Receive(ctx context.Context, body []byte, signature string) Answer {
	if int64(len(body)) > r.options.MaxBodyBytes {
		return r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge)
	}
	// A handler may keep the body, and may still run when the server fills it with another one.
	body, signature = bytes.Clone(body), strings.Clone(strings.Trim(signature, " \t"))
	// A sender that hangs up does not stop what has begun.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.options.HandlerTimeout)
	defer cancel()
	a := &arrival{Receiver: r}
	a.known.Store(&Problem{})
	return a.inTime(ctx, func() Answer {
		var secrets []LabelledSecret
		a.isAsking.Store(true)
		err := caught(func() (err error) {
			secrets, err = r.secrets(ctx)
			return err
		})
		a.isAsking.Store(false)
		if err != nil {
			return a.refuse(http.StatusInternalServerError, CodeSecretsUnavailable, err)
		}
		return a.verifyAndRead(ctx, body, signature, secrets)
	})
}

// arrival is one delivery on its way through the receiver.
type arrival struct {
	*Receiver
	isAsking atomic.Bool
	// What its problems say of it so far. Also read at the deadline.
	known atomic.Pointer[Problem]
}

func (a *arrival) refuse(status int, code string, err error) Answer {
	problem := *a.known.Load()
	problem.Status, problem.Code, problem.Err = status, code, err
	return a.report(problem)
}

func (a *arrival) verifyAndRead(ctx context.Context, body []byte, signature string, secrets []LabelledSecret) Answer {
	index, err := Verify(body, signature, valuesOf(secrets))
	if err != nil && len(body) == 0 && codeOf(err) == CodeSignatureMismatch {
		return a.refuse(http.StatusBadRequest, CodeBodyNotReceived, nil)
	}
	if err != nil {
		return a.refuse(http.StatusUnauthorized, codeOf(err), nil)
	}
	a.log.verified()
	delivery := Delivery{Body: body, SecretIndex: index, Label: secrets[index].Label, Owner: secrets[index].owner()}
	a.known.Store(&Problem{Label: delivery.Label, Owner: delivery.Owner})
	text := withoutMark(body)
	if !utf8.Valid(text) {
		return a.refuse(http.StatusBadRequest, CodeBodyNotUTF8, nil)
	}
	if !json.Valid(text) {
		return a.refuse(http.StatusBadRequest, CodeBodyNotJSON, nil)
	}
	return a.dispatch(ctx, text, delivery)
}

func (a *arrival) dispatch(ctx context.Context, text []byte, delivery Delivery) Answer {
	var read AppDelivery
	if err := json.Unmarshal(text, &read); err != nil {
		return a.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	delivery.Event = read.Event
	event, isKnown := a.on[read.Event]
	if !isKnown && a.options.OnUnknown == nil {
		return a.accept(Ignored, delivery)
	}
	if !isKnown {
		// Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
		return a.handOver(ctx, delivery, ofBytes(delivery), a.options.OnUnknown)
	}
	same, handle, err := event.read(text, delivery)
	if err != nil {
		return a.refuse(http.StatusUnprocessableEntity, CodePayloadInvalid, err)
	}
	a.known.Store(&Problem{Event: read.Event, Label: delivery.Label, Owner: delivery.Owner})
	key, err := same()
	if err != nil {
		return a.refuse(http.StatusInternalServerError, CodeHandlerFailed, err)
	}
	return a.handOver(ctx, delivery, key, handle)
}

// refuse is for what is refused before a delivery is looked at.
func (r *Receiver) refuse(status int, code string) Answer {
	return r.report(Problem{Status: status, Code: code})
}

func (r *Receiver) report(problem Problem) Answer {
	if failure := caught(func() error { r.options.OnProblem(problem); return nil }); failure != nil {
		r.options.Logger.Error("webhook receiver: OnProblem failed", "code", problem.Code, "error", failure)
	}
	return Answer{problem.Status, problem.Code}
}

func codeOf(err error) string {
	var fault *SignatureError
	if errors.As(err, &fault) {
		return fault.Code
	}
	return CodeSignatureMismatch
}
