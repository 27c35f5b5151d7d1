// Command onboarding goes from an authorization code to a registered webhook. It prints what the
// service answered as one JSON document, without tokens and secrets; the secret of the new webhook
// goes into the file SECRET_FILE, which only this user may read.
//
// It reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI,
// APP_ID, WEBHOOK_URL and SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine,
// for tests.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	contract "example.com/collectionscontract"
)

func main() {
	if err := run(context.Background()); err != nil {
		// One line: the code, the operation, the status. Never what the service sent.
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	options := contract.ClientOptions{AllowInsecureLoopback: os.Getenv("ALLOW_INSECURE_LOOPBACK") == "1"}
	tokens, err := contract.ExchangeAuthorizationCode(ctx, os.Getenv("AUTH_URL"), contract.AuthorizationCode{
		Code:         contract.NewSecret(os.Getenv("CODE")),
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: contract.NewSecret(os.Getenv("CLIENT_SECRET")),
		RedirectURI:  os.Getenv("REDIRECT_URI"),
	}, options)
	if err != nil {
		return err
	}
	client, err := contract.NewClient(os.Getenv("BASE_URL"), tokens.AccessToken, options)
	if err != nil {
		return err
	}
	events := []string{contract.CaseFilePaymentConfirmed}
	clientWebhook, err := client.CreateClientWebhook(ctx, contract.ClientWebhookCreate{
		Client: os.Getenv("CLIENT_IRI"),
		Name:   "Payments",
		Events: events,
		URL:    os.Getenv("WEBHOOK_URL"),
	})
	if err != nil {
		return err
	}
	secret := []byte(clientWebhook.Secret.Reveal())
	if err := os.WriteFile(os.Getenv("SECRET_FILE"), secret, 0o600); err != nil {
		return err
	}
	appWebhook, err := client.CreateAppWebhook(ctx, contract.AppWebhookWrite{
		App:                  contract.Ptr(os.Getenv("APP_IRI")),
		WebhookURL:           contract.Ptr(os.Getenv("WEBHOOK_URL")),
		Events:               events,
		ResponseHandlingType: contract.Ptr(contract.WaitForSuccessfulResponse),
		Active:               contract.Ptr(true),
	})
	if err != nil {
		return err
	}
	appWebhooks, err := client.ListAppWebhooks(ctx, os.Getenv("APP_ID"))
	if err != nil {
		return err
	}
	shown, err := withoutSecret(clientWebhook)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"tokens":        map[string]any{"token_type": tokens.TokenType, "expires_in": tokens.ExpiresIn},
		"clientWebhook": shown,
		"appWebhook":    appWebhook,
		"appWebhooks":   appWebhooks,
	})
}

func withoutSecret(webhook contract.ClientWebhook) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(webhook)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	delete(members, "secret")
	return members, nil
}
