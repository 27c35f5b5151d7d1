package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	contract "example.com/collectionscontract"
	_ "github.com/jackc/pgx/v5/stdlib"
)

const (
	outbox  = "CREATE TABLE IF NOT EXISTS outbox (place BIGSERIAL PRIMARY KEY, id BIGINT, amount BIGINT)"
	payment = "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)"
	// In any order: one that fails is not in the way of others.
	take = `DELETE FROM outbox WHERE place = (SELECT place FROM outbox ORDER BY random() LIMIT 1
		FOR UPDATE SKIP LOCKED) RETURNING id, amount`
)

func main() {
	ctx := context.Background()
	db, _ := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	store := contract.NewSQLStore(db, 0)
	if err := store.Migrate(ctx, outbox, payment); err != nil {
		log.Fatal(err)
	}
	secrets := []string{os.Getenv("WEBHOOK_SECRET")}
	receiver, err := contract.NewReceiver(secrets, enqueue, contract.ReceiverOptions{Store: store})
	if err != nil {
		log.Fatal(err)
	}
	go work(ctx, db)
	http.Handle("/hooks/payments", receiver)
	server := http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

// enqueue runs in the transaction that stores the key.
func enqueue(ctx context.Context, payment contract.PaymentSnapshot, _ contract.Delivery) error {
	insert := "INSERT INTO outbox (id, amount) VALUES ($1, $2)"
	_, err := contract.Tx(ctx).ExecContext(ctx, insert, payment.ID, payment.Amount)
	return err
}

// work may run in several processes.
func work(ctx context.Context, db *sql.DB) {
	for {
		err := book(ctx, db)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			log.Print(err)
		}
		if err != nil {
			time.Sleep(time.Second)
		}
	}
}

// book takes a payment out of the outbox and books it, in one transaction.
func book(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var id int64
	var amount *int64
	if err := tx.QueryRowContext(ctx, take).Scan(&id, &amount); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO payment VALUES ($1, $2)", id, amount); err != nil {
		return err
	}
	return tx.Commit()
}
