package main

import (
	"context"

	stub "github.com/GIT_USER_ID/GIT_REPO_ID/go"
)

type deliveries struct{ stub.DeliveriesAPIService }

func (*deliveries) DeliverClientWebhook(ctx context.Context, _ string, payment stub.PaymentSnapshot) (stub.ImplResponse, error) {
	received(RawBody(ctx), payment)
	return stub.Response(204, nil), nil
}

func main() { listen(stub.NewRouter(stub.NewDeliveriesAPIController(&deliveries{}))) }
