// Command driver serves what the judge of collections-contract asks of a service in a test: to confirm a payment,
// to say which clients exist. Fill in support(), and mount the handler in the test set-up of your service. Never
// serve it in production.
//
//	export DRIVER_TOKEN=...
//	PORT=8099 go run ./examples/driver
//	npx collections-contract test api --driver http://127.0.0.1:8099/test-support
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"example.com/collectionscontract/driver"
)

// support returns what your service can do. Each nil is a place for your code. What stays nil is not listed, and
// the judge reports what needs it as not observed.
func support() driver.Members {
	return driver.Members{
		Values:                 nil, // base URLs, clients, Apps, where the judge listens: driver.Values
		Start:                  nil, // prepare for a run
		Reset:                  nil, // forget webhooks and deliveries; clients, Apps and credentials stay
		Stop:                   nil, // end the run
		Settle:                 nil, // return as soon as no attempt at a delivery is pending
		Credentials:            nil, // a new authorization code, and what it is exchanged with
		AccessToken:            nil, // an access token, if there is one without a code
		RequestHeaders:         nil, // the headers that carry a token; without it: Authorization, Bearer
		Refresh:                nil, // an access token for a refresh token
		ConfirmPayment:         nil, // make a payment and confirm it
		RecordPayment:          nil, // make a payment that is not confirmed
		SetClientWebhookActive: nil, // switch a client webhook on or off
		DispatchAppEvent:       nil, // dispatch an event to the webhooks of an App
		Processed:              nil, // only for "test receiver": what took effect
	}
}

func main() {
	log.SetFlags(0)
	handler, err := driver.Handler(os.Getenv("DRIVER_TOKEN"), support())
	if err != nil {
		log.Fatalf("DRIVER_TOKEN: %v", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/test-support/", http.StripPrefix("/test-support", handler))
	port := os.Getenv("PORT")
	if port == "" {
		port = "8099"
	}
	server := &http.Server{Addr: net.JoinHostPort("127.0.0.1", port), Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	log.Printf("the driver listens at http://%s/test-support", server.Addr)
	log.Fatal(server.ListenAndServe())
}
