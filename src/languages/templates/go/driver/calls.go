package driver

import (
	"context"
	"encoding/json"
)

// call goes from the body of a request to the answer; nil is an answer without a body.
type call func(ctx context.Context, body []byte) (any, error)

func (m Members) calls() map[string]call {
	calls := map[string]call{}
	does := map[string]func(context.Context) error{"start": m.Start, "reset": m.Reset, "stop": m.Stop, "settle": m.Settle}
	for name, f := range does {
		if f != nil {
			calls[name] = takes(func(ctx context.Context, _ struct{}) (any, error) { return nil, f(ctx) })
		}
	}
	pays := map[string]func(context.Context, Payment) (*int64, error){
		"confirmPayment": m.ConfirmPayment, "recordPayment": m.RecordPayment,
	}
	for name, f := range pays {
		if f != nil {
			calls[name] = takes(func(ctx context.Context, payment Payment) (any, error) {
				id, err := f(ctx, payment)
				if id == nil {
					return struct{}{}, err
				}
				return named{"id": *id}, err
			})
		}
	}
	if f := m.Credentials; f != nil {
		calls["credentials"] = takes(func(ctx context.Context, _ struct{}) (any, error) { return f(ctx) })
	}
	if f := m.AccessToken; f != nil {
		calls["accessToken"] = takes(func(ctx context.Context, _ struct{}) (any, error) {
			token, err := f(ctx)
			return named{"accessToken": token}, err
		})
	}
	if f := m.RequestHeaders; f != nil {
		calls["requestHeaders"] = takes(func(ctx context.Context, in struct{ Token *string }) (any, error) {
			headers, err := f(ctx, in.Token)
			if headers == nil {
				headers = map[string]string{}
			}
			return named{"headers": headers}, err
		})
	}
	if f := m.Refresh; f != nil {
		calls["refresh"] = takes(func(ctx context.Context, in struct{ RefreshToken string }) (any, error) {
			token, err := f(ctx, in.RefreshToken)
			return named{"accessToken": token}, err
		})
	}
	if f := m.SetClientWebhookActive; f != nil {
		calls["setClientWebhookActive"] = takes(func(ctx context.Context, in WebhookSwitch) (any, error) { return nil, f(ctx, in) })
	}
	if f := m.DispatchAppEvent; f != nil {
		calls["dispatchAppEvent"] = takes(func(ctx context.Context, in AppEvent) (any, error) { return nil, f(ctx, in) })
	}
	if f := m.EmitEvent; f != nil {
		calls["emitEvent"] = takes(func(ctx context.Context, in ClientEvent) (any, error) { return nil, f(ctx, in) })
	}
	if f := m.Processed; f != nil {
		calls["processed"] = takes(func(ctx context.Context, _ struct{}) (any, error) {
			events, err := f(ctx)
			return named{"events": append([]Effect{}, events...)}, err
		})
	}
	return calls
}

type named map[string]any

func takes[In any](f func(context.Context, In) (any, error)) call {
	return func(ctx context.Context, body []byte) (any, error) {
		var in In
		if err := json.Unmarshal(body, &in); err != nil {
			return nil, Refusal{"body_invalid", "The body is not what driver.yaml describes."}
		}
		return f(ctx, in)
	}
}
