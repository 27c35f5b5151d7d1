package main

import (
	"context"
	"net/http"

	"contract.invalid/ours/contract"
)

func main() {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	ctx := context.Background()
	client := must(contract.NewClientWithResponses(base, contract.WithRequestEditorFn(bearer)))
	switch operation {
	case "exchangeAuthorizationCode":
		form := read[contract.TokenRequest]()
		say(must(client.ExchangeAuthorizationCodeWithFormdataBodyWithResponse(ctx, form)).JSON200.AccessToken, nil)
	case "createClientWebhook":
		say(must(client.CreateClientWebhookWithResponse(ctx, read[contract.ClientWebhookCreate]())).JSON201.Secret, nil)
	case "listAppWebhooks":
		say(*must(client.ListAppWebhooksWithResponse(ctx, "7")).JSON200, nil)
	case "createAppWebhook":
		answer := must(client.CreateAppWebhookWithResponse(ctx, read[contract.AppWebhookWrite]()))
		say(string(*answer.JSON201.WebhookUrl), nil)
	default:
		say(read[contract.PaymentSnapshot](), nil)
	}
}
