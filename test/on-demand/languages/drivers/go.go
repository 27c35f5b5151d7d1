// Command filled is a driver with every member, for the cases in cases.ts.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"example.com/collectionscontract/driver"
)

func main() {
	nothing := func(context.Context) error { return nil }
	handler, err := driver.Handler(os.Getenv("DRIVER_TOKEN"), driver.Members{
		Values: func() driver.Values {
			return driver.Values{
				BaseURL: "http://127.0.0.1:1", AuthURL: "http://127.0.0.1:1", ClientIRI: "/api/clients/1", AppID: 7,
				Receiver:         &driver.Receiver{Listen: driver.Listen{Host: "127.0.0.1", Port: 2}, Origin: "https://hooks.example.com"},
				AttemptTimeoutMs: 500,
			}
		},
		Start: nothing, Reset: nothing, Stop: nothing, Settle: nothing,
		Credentials: func(context.Context) (driver.Credentials, error) {
			return driver.Credentials{ClientID: "app", ClientSecret: "s", RedirectURI: "https://app.example.com/", Code: "code-1"}, nil
		},
		AccessToken: func(context.Context) (string, error) { return "token-1", nil },
		RequestHeaders: func(_ context.Context, token *string) (map[string]string, error) {
			if token == nil {
				return nil, nil
			}
			return map[string]string{"X-Token": *token}, nil
		},
		Refresh: func(_ context.Context, token string) (string, error) { return "new-" + token, nil },
		ConfirmPayment: func(_ context.Context, payment driver.Payment) (*int64, error) {
			id := int64(len(payment.Client))
			return &id, nil
		},
		RecordPayment: func(context.Context, driver.Payment) (*int64, error) { return nil, nil },
		SetClientWebhookActive: func(_ context.Context, one driver.WebhookSwitch) error {
			if one.Response == nil || !one.Active || one.Request["name"] != "a" {
				return driver.Refusal{Code: "no_such_webhook", Message: "There is none."}
			}
			return nil
		},
		DispatchAppEvent: func(_ context.Context, event driver.AppEvent) error {
			if event.Event == "panic" {
				panic("hidden")
			}
			return errors.New("hidden")
		},
		EmitEvent: func(context.Context, driver.ClientEvent) error { return nil },
		Processed: func(context.Context) ([]driver.Effect, error) { return []driver.Effect{{ID: 1, Event: "e"}}, nil },
	})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.StripPrefix("/test-support", handler)))
}
