// Command receiver takes confirmed payments. Each becomes one line of the file PROCESSED, on disk
// before the answer is sent. The same file remembers duplicates, also after a restart. For one
// process.
//
//	WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl go run ./examples/receiver
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	contract "example.com/collectionscontract"
)

func main() {
	log.SetFlags(0)
	inbox, err := openInbox(getenv("PROCESSED", "payments.jsonl"))
	if err != nil {
		log.Fatal(err)
	}
	options := contract.ReceiverOptions{Store: inbox}
	receiver, err := contract.NewReceiver([]string{os.Getenv("WEBHOOK_SECRET")}, inbox.add, options)
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{
		Addr:              net.JoinHostPort("127.0.0.1", getenv("PORT", "8080")),
		Handler:           receiver,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	log.Printf("listening on http://%s", server.Addr)
	select {
	case err := <-ended:
		log.Fatal(err)
	case <-ctx.Done():
	}
	// Requests that have begun are finished and answered.
	patience, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(patience); err != nil && !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func getenv(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
