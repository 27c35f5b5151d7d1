package main

import (
	"context"
	"log"
	"net/http"

	"contract.invalid/ours/contract"
)

func main() {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	ctx := context.Background()
	client, err := contract.NewClientWithResponses(base, contract.WithRequestEditorFn(bearer))
	if err != nil {
		log.Fatal(err)
	}
	switch operation {
	case "exchangeAuthorizationCode":
		answer, err := client.ExchangeAuthorizationCodeWithFormdataBodyWithResponse(ctx, read[contract.TokenRequest]())
		must(err)
		say(answer.JSON200.AccessToken, nil)
	case "createClientWebhook":
		answer, err := client.CreateClientWebhookWithResponse(ctx, read[contract.ClientWebhookCreate]())
		must(err)
		say(answer.JSON201.Secret, nil)
	case "listAppWebhooks":
		answer, err := client.ListAppWebhooksWithResponse(ctx, "7")
		must(err)
		say(*answer.JSON200, nil)
	case "createAppWebhook":
		answer, err := client.CreateAppWebhookWithResponse(ctx, read[contract.AppWebhookWrite]())
		must(err)
		say(string(*answer.JSON201.WebhookUrl), nil)
	default:
		say(read[contract.PaymentSnapshot](), nil)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal("error: ", err)
	}
}
