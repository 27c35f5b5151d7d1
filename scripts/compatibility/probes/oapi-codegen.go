package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

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
	say("call", "exchangeAuthorizationCode", func() (string, error) {
		var body contract.TokenRequest
		sent("exchangeAuthorizationCode", &body)
		answer, err := client.ExchangeAuthorizationCodeWithFormdataBodyWithResponse(ctx, body)
		if err != nil || answer.JSON2XX == nil {
			return "", fmt.Errorf("no tokens: %v", err)
		}
		return answer.JSON2XX.AccessToken, nil
	})
	say("call", "createClientWebhook", func() (string, error) {
		var body contract.ClientWebhookCreate
		sent("createClientWebhook", &body)
		answer, err := client.CreateClientWebhookWithResponse(ctx, body)
		if err != nil || answer.JSON2XX == nil {
			return "", fmt.Errorf("no webhook: %v", err)
		}
		return *answer.JSON2XX.Secret, nil
	})
	say("call", "listAppWebhooks", func() (string, error) {
		// By reflection, since the type of the identifier may have no name.
		list := reflect.ValueOf(client.ListAppWebhooksWithResponse)
		id := reflect.New(list.Type().In(1))
		if err := json.Unmarshal([]byte(`"7"`), id.Interface()); err != nil {
			return "", err
		}
		answers := list.Call([]reflect.Value{reflect.ValueOf(ctx), id.Elem()})
		answer, _ := answers[0].Interface().(*contract.ListAppWebhooksResponse)
		if answer == nil || answer.JSON2XX == nil {
			return "", fmt.Errorf("no list: %v", answers[1].Interface())
		}
		text, err := json.Marshal(*answer.JSON2XX)
		return string(text), err
	})
	say("call", "createAppWebhook", func() (string, error) {
		var body contract.AppWebhookWrite
		sent("createAppWebhook", &body)
		answer, err := client.CreateAppWebhookWithResponse(ctx, body)
		if err != nil || answer.JSON2XX == nil {
			return "", fmt.Errorf("no webhook: %v", err)
		}
		return string(*answer.JSON2XX.WebhookUrl), nil
	})
	fixtures(func(text []byte) ([]byte, error) {
		var payment contract.PaymentSnapshot
		if err := json.Unmarshal(text, &payment); err != nil {
			return nil, err
		}
		return json.Marshal(payment)
	})
}
