package main

import (
	"context"

	swagger "contract.invalid/ours/swagger"
)

func main() {
	configuration := swagger.NewConfiguration()
	if base != "" {
		configuration.BasePath = base
	}
	client := swagger.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), swagger.ContextAccessToken, token)
	switch operation {
	case "exchangeAuthorizationCode":
		form := read[map[string]string]()
		tokens, _, err := client.OAuthApi.ExchangeAuthorizationCode(context.Background(),
			form["grant_type"], form["code"], form["client_id"], form["client_secret"], form["redirect_uri"])
		say(tokens.AccessToken, err)
	case "createClientWebhook":
		webhook, _, err := client.ClientWebhooksApi.CreateClientWebhook(ctx, read[swagger.ClientWebhookCreate]())
		say(webhook.Secret, err)
	case "listAppWebhooks":
		webhooks, _, err := client.AppWebhooksApi.ListAppWebhooks(ctx, "7")
		say(webhooks, err)
	case "createAppWebhook":
		webhook, _, err := client.AppWebhooksApi.CreateAppWebhook(ctx, read[swagger.AppWebhookWrite]())
		say(webhook.WebhookUrl, err)
	default:
		say(read[swagger.PaymentSnapshot](), nil)
	}
}
