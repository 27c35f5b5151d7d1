package main

import (
	"context"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	client := openapi.NewAPIClient(openapi.NewConfiguration())
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, token)
	switch operation {
	case "exchangeAuthorizationCode":
		form := read[map[string]string]()
		tokens, _, err := client.OAuthAPI.ExchangeAuthorizationCode(ctx).GrantType(form["grant_type"]).Code(form["code"]).
			ClientId(form["client_id"]).ClientSecret(form["client_secret"]).RedirectUri(form["redirect_uri"]).Execute()
		say(tokens.GetAccessToken(), err)
	case "createClientWebhook":
		body := read[openapi.ClientWebhookCreate]()
		webhook, _, err := client.ClientWebhooksAPI.CreateClientWebhook(ctx).ClientWebhookCreate(body).Execute()
		say(webhook.GetSecret(), err)
	case "listAppWebhooks":
		webhooks, _, err := client.AppWebhooksAPI.ListAppWebhooks(ctx, "7").Execute()
		say(webhooks, err)
	case "createAppWebhook":
		body := read[openapi.AppWebhookWrite]()
		webhook, _, err := client.AppWebhooksAPI.CreateAppWebhook(ctx).AppWebhookWrite(body).Execute()
		say(webhook.GetWebhookUrl(), err)
	default:
		say(read[openapi.PaymentSnapshot](), nil)
	}
}
