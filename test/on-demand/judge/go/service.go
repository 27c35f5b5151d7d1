// Command service is the collections service as its interface description states it, in Go: tokens, both kinds of
// webhooks, and their deliveries. Its driver is package driver of the generated package, filled in in support.go.
package main

import (
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/collectionscontract/driver"
)

var (
	base    = "http://127.0.0.1:" + os.Getenv("PORT")
	flaw    = os.Getenv("FLAW")
	clients = []string{"/api/clients/1", "/api/clients/2"}
	apps    = []string{"/api/apps/1", "/api/apps/2"}
	app     = driver.Credentials{ClientID: "go-app", ClientSecret: random(), RedirectURI: "https://app.example.com/callback"}
	//go:embed tlds.txt
	tldList string
	tlds    = strings.Fields(tldList)
)

// webhook is of a client, or of an App.
type webhook struct {
	owner, url, secret string
	events             []*string
	active, isApp      bool
	handling           int64
	resource           map[string]any
}

type service struct {
	mu       sync.Mutex
	codes    map[string]bool
	tokens   map[string]bool
	refresh  map[string]bool
	webhooks []*webhook
	payments int64
	pending  atomic.Int64
}

func main() {
	s := &service{codes: map[string]bool{}, tokens: map[string]bool{}, refresh: map[string]bool{}}
	support, err := driver.Handler(os.Getenv("DRIVER_TOKEN"), s.support())
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/test-support/", http.StripPrefix("/test-support", support))
	mux.HandleFunc("POST /oauth/v2/token", s.exchange)
	mux.HandleFunc("POST /api/client_webhooks", s.authorized(s.createClientWebhook))
	mux.HandleFunc("POST /api/app_webhooks", s.authorized(s.createAppWebhook))
	mux.HandleFunc("GET /api/apps/{id}/app_webhooks", s.authorized(s.listAppWebhooks))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

func (s *service) exchange(w http.ResponseWriter, r *http.Request) {
	id, secret := r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	if id != app.ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(app.ClientSecret)) != 1 {
		answer(w, 401, problem("invalid_client"))
		return
	}
	code := r.PostFormValue("code")
	s.mu.Lock()
	defer s.mu.Unlock()
	isRight := r.PostFormValue("grant_type") == "authorization_code" && r.PostFormValue("redirect_uri") == app.RedirectURI
	if !isRight || !s.codes[code] {
		answer(w, 400, problem("invalid_grant"))
		return
	}
	delete(s.codes, code)
	token, refresh := random(), random()
	s.tokens[token], s.refresh[refresh] = true, true
	answer(w, 200, map[string]any{
		"token_type": "Bearer", "expires_in": 3600, "access_token": token, "refresh_token": refresh,
	})
}

func (s *service) authorized(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		known := found && s.tokens[token]
		s.mu.Unlock()
		if !known {
			answer(w, 401, problem("unauthorized"))
			return
		}
		next(w, r)
	}
}

func (s *service) createClientWebhook(w http.ResponseWriter, r *http.Request) {
	var given struct {
		Client, Name, URL *string
		Events            []*string
	}
	err := json.NewDecoder(r.Body).Decode(&given)
	if err != nil || given.Client == nil || given.Name == nil || given.URL == nil || !areEvents(given.Events, 1, 1000) ||
		!slices.Contains(clients, *given.Client) || !mayRegister(*given.URL) {
		answer(w, 422, problem("invalid"))
		return
	}
	secret := random()
	resource := map[string]any{
		"client": *given.Client, "name": *given.Name, "events": given.Events, "url": *given.URL, "secret": secret, "active": true,
	}
	s.add(&webhook{
		owner: *given.Client, url: *given.URL, secret: secret, events: given.Events, active: true, resource: resource,
	})
	answer(w, 201, resource)
}

func (s *service) createAppWebhook(w http.ResponseWriter, r *http.Request) {
	var given struct {
		App, WebhookURL      *string
		Events               []*string
		ResponseHandlingType *int64
		Active               *bool
	}
	err := json.NewDecoder(r.Body).Decode(&given)
	if err != nil || given.App == nil || given.WebhookURL == nil || given.ResponseHandlingType == nil || given.Active == nil ||
		!areEvents(given.Events, 1, 100) || *given.ResponseHandlingType < 1 || *given.ResponseHandlingType > 2 ||
		!slices.Contains(apps, *given.App) || !mayRegister(*given.WebhookURL) {
		answer(w, 422, problem("invalid"))
		return
	}
	resource := map[string]any{
		"app": *given.App, "webhookUrl": *given.WebhookURL, "events": given.Events,
		"responseHandlingType": *given.ResponseHandlingType, "active": *given.Active,
	}
	s.add(&webhook{
		owner: *given.App, url: *given.WebhookURL, events: given.Events, active: *given.Active, isApp: true,
		handling: *given.ResponseHandlingType, resource: resource,
	})
	answer(w, 201, resource)
}

func (s *service) listAppWebhooks(w http.ResponseWriter, r *http.Request) {
	iri := "/api/apps/" + r.PathValue("id")
	if !slices.Contains(apps, iri) {
		answer(w, 404, problem("not_found"))
		return
	}
	list := []map[string]any{}
	s.mu.Lock()
	for _, one := range s.webhooks {
		if one.isApp && one.owner == iri {
			list = append(list, one.resource)
		}
	}
	s.mu.Unlock()
	answer(w, 200, list)
}

func (s *service) add(one *webhook) {
	s.mu.Lock()
	s.webhooks = append(s.webhooks, one)
	s.mu.Unlock()
}

// areEvents: a null is read as nil.
func areEvents(events []*string, least, most int) bool {
	return len(events) >= least && len(events) <= most && !slices.Contains(events, nil)
}

// mayRegister: http or https, and a host under a real top-level domain. No address has one, in whatever form.
func mayRegister(text string) bool {
	if strings.ContainsAny(text, " \\\t\r\n") {
		return false
	}
	parsed, err := url.Parse(text)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return false
	}
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(parsed.Hostname()), "."), ".")
	return len(labels) > 1 && !slices.Contains(labels, "") && slices.Contains(tlds, labels[len(labels)-1])
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func problem(code string) map[string]any { return map[string]any{"code": code} }

func random() string {
	bytes := make([]byte, 24)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}
