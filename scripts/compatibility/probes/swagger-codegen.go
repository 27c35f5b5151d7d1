package main

import (
	"context"
	"encoding/json"

	swagger "contract.invalid/probe/swagger"
)

func main() {
	client := swagger.NewAPIClient(swagger.NewConfiguration())
	ctx := context.WithValue(context.Background(), swagger.ContextAccessToken, token)
	var form map[string]string
	sent("exchangeAuthorizationCode", &form)
	tokens := func(client *swagger.APIClient) func() (string, error) {
		return func() (string, error) {
			tokens, _, err := client.OAuthApi.ExchangeAuthorizationCode(context.Background(),
				form["grant_type"], form["code"], form["client_id"], form["client_secret"], form["redirect_uri"])
			return tokens.AccessToken, err
		}
	}
	byHand := swagger.NewConfiguration()
	byHand.BasePath = auth
	exchange(tokens(client), tokens(swagger.NewAPIClient(byHand)))
	say("call", "createClientWebhook", func() (string, error) {
		var body swagger.ClientWebhookCreate
		sent("createClientWebhook", &body)
		webhook, _, err := client.ClientWebhooksApi.CreateClientWebhook(ctx, body)
		return webhook.Secret, err
	})
	say("call", "listAppWebhooks", func() (string, error) {
		webhooks, _, err := client.AppWebhooksApi.ListAppWebhooks(ctx, "7")
		text, _ := json.Marshal(webhooks)
		return string(text), err
	})
	say("call", "createAppWebhook", func() (string, error) {
		var body swagger.AppWebhookWrite
		sent("createAppWebhook", &body)
		webhook, _, err := client.AppWebhooksApi.CreateAppWebhook(ctx, body)
		return webhook.WebhookUrl, err
	})
	fixtures(func(text []byte) ([]byte, error) {
		var payment swagger.PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return nil, err
		}
		return json.Marshal(payment)
	})
}
