// Command receiver takes confirmed payments. Each becomes a row of the SQLite database PROCESSED,
// together with the key by which duplicates are known: on disk before the answer is sent, for all
// processes of one machine. It is a module of its own, for its driver, which needs a C compiler.
//
//	cd examples/receiver && go mod tidy
//	WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.db go run .
package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	contract "example.com/collectionscontract"
	_ "github.com/mattn/go-sqlite3"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("sqlite3", cmp.Or(os.Getenv("PROCESSED"), "payments.db"))
	if err != nil {
		log.Fatal(err)
	}
	store := contract.NewSQLStore(db, 0)
	if err := store.Migrate(ctx, "CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)"); err != nil {
		log.Fatal(err)
	}
	options := contract.ReceiverOptions{Store: store}
	receiver, err := contract.NewReceiver([]string{os.Getenv("WEBHOOK_SECRET")}, book, options)
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{
		Addr:              net.JoinHostPort("127.0.0.1", cmp.Or(os.Getenv("PORT"), "8080")),
		Handler:           receiver,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
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

func book(ctx context.Context, payment contract.PaymentSnapshot, _ contract.Delivery) error {
	_, err := contract.Tx(ctx).ExecContext(ctx, "INSERT INTO payment VALUES (?, ?)", payment.ID, payment.Event)
	return err
}
