package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	contract "example.com/collectionscontract"
)

const (
	host     = "hooks.example.com"
	attempts = 4
	timeout  = 2 * time.Second
)

var sender = &http.Client{
	Timeout:       timeout,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// confirmed delivers a payment to every active client webhook that lists the event, and returns its id.
func (s *service) confirmed(client string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payments++
	now := time.Now().Format(time.RFC3339)
	body := encoded(map[string]any{
		"@event": contract.CaseFilePaymentConfirmed, "id": s.payments, "amount": 12550, "paidTo": "client",
		"confirmedAt": now, "createdAt": now, "updatedAt": now, "caseFile": map[string]any{"id": 7},
	})
	s.deliver(client, false, contract.CaseFilePaymentConfirmed, body)
	return s.payments
}

// dispatched delivers an event to every active webhook of an App that lists it.
func (s *service) dispatched(app, event string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliver(app, true, event, encoded(map[string]any{"@event": event}))
}

// deliver starts the deliveries. The caller holds the lock.
func (s *service) deliver(owner string, isApp bool, event string, body []byte) {
	for _, one := range s.webhooks {
		if one.active && one.isApp == isApp && one.owner == owner && slices.ContainsFunc(one.events, func(name *string) bool { return *name == event }) {
			s.pending.Add(1)
			go s.attempts(one, body)
		}
	}
}

func (s *service) attempts(to *webhook, body []byte) {
	defer s.pending.Add(-1)
	for number := 1; number <= attempts; number++ {
		s.mu.Lock()
		active := to.active
		s.mu.Unlock()
		if !active || attempt(to, body) || (to.isApp && to.handling == contract.FireAndForget) || flaw == "once" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// attempt says whether the receiver answered 2xx.
func attempt(to *webhook, body []byte) bool {
	request, err := http.NewRequest("POST", to.url, bytes.NewReader(body))
	if err != nil {
		return false
	}
	// In tests, every URL of this host leads to the judge, whatever its scheme, its port and its letters.
	if strings.EqualFold(request.URL.Hostname(), host) {
		request.URL.Scheme, request.URL.Host = "http", "127.0.0.1:"+os.Getenv("JUDGE_PORT")
	}
	request.Header.Set("Content-Type", "application/json")
	if !to.isApp && flaw != "unsigned" {
		signature, err := contract.Sign(body, to.secret)
		if err != nil {
			return false
		}
		request.Header.Set(contract.SignatureHeader, signature)
	}
	response, err := sender.Do(request)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode >= 200 && response.StatusCode < 300
}

func encoded(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return body
}
