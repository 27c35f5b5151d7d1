package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"
	"time"

	contract "example.com/collectionscontract"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/labstack/echo/v4"
)

func main() {
	db, _ := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	store := contract.NewSQLStore(db, 0)
	table := "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)"
	if err := store.Migrate(context.Background(), table); err != nil {
		log.Fatal(err)
	}
	secrets := []string{os.Getenv("WEBHOOK_SECRET")}
	receiver, err := contract.NewReceiver(secrets, book, contract.ReceiverOptions{Store: store})
	if err != nil {
		log.Fatal(err)
	}
	router := echo.New()
	router.Any("/hooks/payments", echo.WrapHandler(receiver))
	server := http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), Handler: router, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

func book(ctx context.Context, payment contract.PaymentSnapshot, _ contract.Delivery) error {
	_, err := contract.Tx(ctx).ExecContext(ctx, "INSERT INTO payment VALUES ($1, $2)", payment.ID, payment.Amount)
	return err
}
