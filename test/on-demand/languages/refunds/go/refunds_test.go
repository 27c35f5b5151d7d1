package collections

import (
	"context"
	"testing"
)

func TestARefundReachesItsHandlerOnce(t *testing.T) {
	const event = "case_file.payment.refunded"
	const body = `{"@event":"case_file.payment.refunded","id":7,"rate":1.50,` +
		`"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}`
	const bad = `{"@event":"case_file.payment.refunded","id":7,"lines":{}}`
	ignore := func(context.Context, PaymentSnapshot, Delivery) error { return nil }
	seen := 0
	refund := func(_ context.Context, refund RefundSnapshot, delivery Delivery) error {
		label := refund.Lines[0].Label + refund.Labels["b c"]
		if refund.ID != 7 || label != "ad" || *refund.Rate != "1.50" || delivery.Event != event {
			t.Errorf("%v", refund)
		}
		seen++
		return nil
	}
	receiver, err := NewReceiver([]string{"s"}, ignore, ReceiverOptions{On: []EventHandler{On(event, refund)}})
	if err != nil {
		t.Fatal(err)
	}
	receive := func(body string) Answer {
		signature, err := Sign([]byte(body), "s")
		if err != nil {
			t.Fatal(err)
		}
		return receiver.Receive(context.Background(), []byte(body), signature)
	}
	for range 2 {
		if answer := receive(body); answer.Status != 204 {
			t.Errorf("%v", answer)
		}
	}
	if answer := receive(bad); seen != 1 || answer.Code != "payload_invalid" {
		t.Errorf("%d handled, then %v", seen, answer)
	}
	for _, other := range []string{CaseFilePaymentConfirmed, "no.such.event"} {
		if _, err := NewReceiver([]string{"s"}, ignore, ReceiverOptions{On: []EventHandler{On(other, refund)}}); err == nil {
			t.Errorf("%s was taken", other)
		}
	}
}
