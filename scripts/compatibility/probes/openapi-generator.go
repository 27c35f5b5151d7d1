package main

import (
	"context"
	"encoding/json"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := openapi.NewConfiguration()
	client := openapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, token)
	var form map[string]string
	sent("exchangeAuthorizationCode", &form)
	say("call", "exchangeAuthorizationCode", func() (string, error) {
		tokens, _, err := client.OAuthAPI.ExchangeAuthorizationCode(ctx).GrantType(form["grant_type"]).Code(form["code"]).
			ClientId(form["client_id"]).ClientSecret(form["client_secret"]).RedirectUri(form["redirect_uri"]).Execute()
		if err != nil {
			return "", err
		}
		return tokens.AccessToken, nil
	})
	say("call", "createClientWebhook", func() (string, error) {
		var body openapi.ClientWebhookCreate
		sent("createClientWebhook", &body)
		webhook, _, err := client.ClientWebhooksAPI.CreateClientWebhook(ctx).ClientWebhookCreate(body).Execute()
		if err != nil {
			return "", err
		}
		return webhook.Secret, nil
	})
	say("call", "listAppWebhooks", func() (string, error) {
		webhooks, _, err := client.AppWebhooksAPI.ListAppWebhooks(ctx, "7").Execute()
		text, _ := json.Marshal(webhooks)
		return string(text), err
	})
	say("call", "createAppWebhook", func() (string, error) {
		var body openapi.AppWebhookWrite
		sent("createAppWebhook", &body)
		webhook, _, err := client.AppWebhooksAPI.CreateAppWebhook(ctx).AppWebhookWrite(body).Execute()
		if err != nil {
			return "", err
		}
		return webhook.GetWebhookUrl(), nil
	})
	fixtures(func(text []byte) ([]byte, error) {
		var payment openapi.PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return nil, err
		}
		return json.Marshal(payment)
	})
}
