package main

import (
	"context"

	"contract.invalid/ours/contract"
)

type deliveries struct{}

func (deliveries) DeliverClientWebhook(ctx context.Context, request contract.DeliverClientWebhookRequestObject) (contract.DeliverClientWebhookResponseObject, error) {
	received(RawBody(ctx), request.Body)
	return contract.DeliverClientWebhook204Response{}, nil
}

func (deliveries) DeliverAppWebhook(context.Context, contract.DeliverAppWebhookRequestObject) (contract.DeliverAppWebhookResponseObject, error) {
	return contract.DeliverAppWebhook204Response{}, nil
}

func main() { listen(contract.Handler(contract.NewStrictHandler(deliveries{}, nil))) }
