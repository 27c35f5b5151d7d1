package collectionscontract

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
)

// EventHandler handles the deliveries of one event. On makes it.
type EventHandler struct {
	event string
	// Returns what makes two deliveries the same, and the handler of one payload.
	read func(text []byte, delivery Delivery) (same func() (string, error), handle handler, err error)
}

// On makes the handler of an event other than confirmed payments. The payload is read into the model
// that the function takes; one that does not fit is answered 422.
func On[T any, P interface {
	*T
	json.Unmarshaler
}](event string, handle func(ctx context.Context, payload T, delivery Delivery) error) EventHandler {
	if handle == nil {
		return EventHandler{event: event}
	}
	return EventHandler{event, func(text []byte, delivery Delivery) (func() (string, error), handler, error) {
		var payload T
		err := json.Unmarshal(text, P(&payload))
		return func() (string, error) { return sameEvent(text, delivery), nil },
			func(ctx context.Context, delivery Delivery) error { return handle(ctx, payload, delivery) }, err
	}}
}

func paymentHandler(handle PaymentHandler, key func(PaymentSnapshot) string) EventHandler {
	return EventHandler{CaseFilePaymentConfirmed, func(text []byte, _ Delivery) (func() (string, error), handler, error) {
		var payment PaymentSnapshot
		err := json.Unmarshal(text, &payment)
		same := func() (string, error) {
			if key == nil {
				return fmt.Sprintf("%d %s", payment.ID, payment.Event), nil
			}
			return askForKey(key, payment, text)
		}
		return same,
			func(ctx context.Context, delivery Delivery) error { return handle(ctx, payment, delivery) }, err
	}}
}

// handlersByEvent refuses what no delivery would ever reach.
func handlersByEvent(handlers []EventHandler) (map[string]EventHandler, error) {
	byEvent := map[string]EventHandler{}
	for _, one := range handlers {
		_, isTwice := byEvent[one.event]
		switch {
		case one.read == nil:
			return nil, fmt.Errorf("the option On has no function for %q", one.event)
		case one.event == CaseFilePaymentConfirmed:
			return nil, fmt.Errorf("the option On has %q, which the function for payments handles", one.event)
		case !slices.Contains(EventNames(), one.event):
			return nil, fmt.Errorf("the option On has %q, which is not an event of this contract", one.event)
		case isTwice:
			return nil, fmt.Errorf("the option On has %q twice", one.event)
		}
		byEvent[one.event] = one
	}
	return byEvent, nil
}

// sameEvent tells deliveries of an event apart: by id and event, as those of payments; by the bytes if
// the payload has no id.
func sameEvent(text []byte, delivery Delivery) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) == nil && len(members["id"]) > 0 {
		var number int64
		if readInto(members["id"], &number) == nil {
			return fmt.Sprintf("%d %s", number, delivery.Event)
		}
		var name string
		if readInto(members["id"], &name) == nil {
			return name + " " + delivery.Event
		}
	}
	return ofBytes(delivery)
}

func ofBytes(delivery Delivery) string {
	return fmt.Sprintf("%x %s", sha256.Sum256(delivery.Body), delivery.Event)
}
