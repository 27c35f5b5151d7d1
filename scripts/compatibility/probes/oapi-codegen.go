package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"contract.invalid/probe/contract"
)

func main() {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := contract.NewClientWithResponses(base, contract.WithRequestEditorFn(bearer))
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	noHost := func() (string, error) { return "", errNoHost }
	exchange(noHost, func() (string, error) {
		client, err := contract.NewClientWithResponses(auth)
		if err != nil {
			return "", err
		}
		var body contract.TokenRequest
		sent("exchangeAuthorizationCode", &body)
		answer, err := client.ExchangeAuthorizationCodeWithFormdataBodyWithResponse(ctx, body)
		if err != nil || answer.JSON200 == nil {
			return "", fmt.Errorf("no tokens: %v", err)
		}
		return answer.JSON200.AccessToken, nil
	})
	say("call", "createClientWebhook", func() (string, error) {
		var body contract.ClientWebhookCreate
		sent("createClientWebhook", &body)
		answer, err := client.CreateClientWebhookWithResponse(ctx, body)
		if err != nil || answer.JSON201 == nil {
			return "", fmt.Errorf("no webhook: %v", err)
		}
		return answer.JSON201.Secret, nil
	})
	say("call", "listAppWebhooks", func() (string, error) {
		answer, err := client.ListAppWebhooksWithResponse(ctx, "7")
		if err != nil || answer.JSON200 == nil {
			return "", fmt.Errorf("no list: %v", err)
		}
		text, err := json.Marshal(*answer.JSON200)
		return string(text), err
	})
	say("call", "createAppWebhook", func() (string, error) {
		var body contract.AppWebhookWrite
		sent("createAppWebhook", &body)
		answer, err := client.CreateAppWebhookWithResponse(ctx, body)
		if err != nil || answer.JSON201 == nil {
			return "", fmt.Errorf("no webhook: %v", err)
		}
		return string(*answer.JSON201.WebhookUrl), nil
	})
	fixtures(func(text []byte) ([]byte, error) {
		var payment contract.PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return nil, err
		}
		return json.Marshal(payment)
	})
}
