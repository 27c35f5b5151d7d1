package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"

	"example.com/collectionscontract/driver"
)

// support fills in the driver as examples/driver/main.go shows it. What this service does not have stays nil.
func (s *service) support() driver.Members {
	members := driver.Members{
		Values: func() driver.Values {
			port, _ := strconv.Atoi(os.Getenv("JUDGE_PORT"))
			return driver.Values{
				BaseURL: base, AuthURL: base, ClientIRI: clients[0], OtherClientIRI: clients[1],
				AppIRI: apps[0], AppID: 1, OtherAppIRI: apps[1], OtherAppID: 2,
				Receiver:         &driver.Receiver{Listen: driver.Listen{Host: "127.0.0.1", Port: port}, Origin: "https://" + host},
				AttemptTimeoutMs: int(timeout.Milliseconds()),
			}
		},
		Reset: func(context.Context) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			// An attempt that is under way must not be retried.
			for _, one := range s.webhooks {
				one.active = false
			}
			s.webhooks = nil
			return nil
		},
		Settle: func(ctx context.Context) error {
			for s.pending.Load() > 0 && ctx.Err() == nil {
				time.Sleep(5 * time.Millisecond)
			}
			return ctx.Err()
		},
		Credentials: func(context.Context) (driver.Credentials, error) {
			fresh := app
			fresh.Code = random()
			s.mu.Lock()
			defer s.mu.Unlock()
			s.codes[fresh.Code] = true
			return fresh, nil
		},
		Refresh: func(_ context.Context, refreshToken string) (string, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if !s.refresh[refreshToken] {
				return "", driver.Refusal{Code: "no_such_token", Message: "This refresh token was never given out."}
			}
			token := random()
			s.tokens[token] = true
			return token, nil
		},
		ConfirmPayment: func(_ context.Context, payment driver.Payment) (*int64, error) {
			if payment.PaidTo != "client" {
				return nil, nil
			}
			id := s.confirmed(payment.Client)
			return &id, nil
		},
		RecordPayment: func(context.Context, driver.Payment) (*int64, error) { return nil, nil },
		SetClientWebhookActive: func(_ context.Context, which driver.WebhookSwitch) error {
			response, _ := which.Response.(map[string]any)
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, one := range s.webhooks {
				if !one.isApp && one.secret == response["secret"] {
					one.active = which.Active
					return nil
				}
			}
			return driver.Refusal{Code: "no_such_webhook", Message: "No client webhook has this secret."}
		},
		DispatchAppEvent: func(_ context.Context, event driver.AppEvent) error {
			s.dispatched(event.App, event.Event)
			return nil
		},
	}
	switch flaw {
	case "unlisted":
		members.ConfirmPayment = nil
	case "broken":
		members.ConfirmPayment = func(context.Context, driver.Payment) (*int64, error) {
			return nil, errors.New("the driver has a fault")
		}
	}
	return members
}
