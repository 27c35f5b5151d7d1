// Answers deliveries through the store of the package; see stores.test.ts. The argument: a port or
// a file.
package main

import (
	"bufio"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"time"

	contract "example.com/collectionscontract"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/mattn/go-sqlite3"
)

// traced hides the driver behind it, as those that trace and measure do.
type traced struct{ driver.Driver }

type delivery struct {
	ID      int64
	Owner   string
	Handler string
	SQL     string
}

var asked delivery

const limits = `INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings
	WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'`

func handle(ctx context.Context, payment contract.PaymentSnapshot, _ contract.Delivery) error {
	tx := contract.Tx(ctx)
	if asked.Handler == "limits" {
		_, err := tx.ExecContext(ctx, limits)
		return err
	}
	const insert = "INSERT INTO payment VALUES ($1)"
	write := func() error {
		_, err := tx.ExecContext(ctx, insert, payment.ID)
		return err
	}
	if asked.Handler == "unread" {
		_, err := tx.QueryContext(ctx, insert+" RETURNING id", payment.ID)
		return err
	}
	if strings.HasPrefix(asked.Handler, "prepare") {
		if _, err := tx.PrepareContext(ctx, insert); err != nil || asked.Handler == "prepare" {
			return err
		}
	}
	if asked.Handler == "run" {
		_, err := tx.ExecContext(ctx, asked.SQL)
		return err
	}
	if asked.Handler == "query" {
		_, err := tx.QueryContext(ctx, asked.SQL)
		return err
	}
	end, isEnd := map[string]func() error{
		"commit, write":   tx.Commit,
		"rollback, write": tx.Rollback,
		"COMMIT, write":   func() error { _, err := tx.ExecContext(ctx, "COMMIT"); return err },
		"ROLLBACK, write": func() error { _, err := tx.ExecContext(ctx, "ROLLBACK"); return err },
	}[asked.Handler]
	if isEnd {
		_, _ = end(), write()
		return nil
	}
	if err := write(); err != nil {
		return err
	}
	switch asked.Handler {
	case "hang":
		fmt.Println("inside")
		select {}
	case "fail":
		return errors.New("away")
	case "commit":
		_, err := tx.ExecContext(ctx, "COMMIT")
		return err
	case "commit, fail":
		_, err := tx.ExecContext(ctx, "COMMIT")
		return errors.Join(err, errors.New("away"))
	case "undo":
		return tx.Rollback()
	case "lose", "lose, write":
		_, _ = tx.ExecContext(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
		if asked.Handler != "lose" {
			return write()
		}
	case "slip":
		_, _ = tx.ExecContext(ctx, "SELECT * FROM no_such_table")
	}
	return nil
}

func receiver(secrets []string, labelled []contract.LabelledSecret, store contract.DuplicateStore) *contract.Receiver {
	options := contract.ReceiverOptions{Store: store, Labelled: labelled, OnProblem: func(contract.Problem) {}}
	if len(os.Args) > 3 {
		milliseconds, _ := strconv.Atoi(os.Args[3])
		options.HandlerTimeout = time.Duration(milliseconds) * time.Millisecond
	}
	made, err := contract.NewReceiver(secrets, handle, options)
	if err != nil {
		log.Fatal(err)
	}
	return made
}

func main() {
	inner, source := driver.Driver(&sqlite3.SQLiteDriver{}), os.Args[1]
	if port, err := strconv.Atoi(source); err == nil {
		inner, source = stdlib.GetDefaultDriver(), fmt.Sprintf("postgres://inbox@127.0.0.1:%d/postgres", port)
	}
	sql.Register("traced", traced{inner})
	db, err := sql.Open("traced", source)
	if err != nil {
		log.Fatal(err)
	}
	if os.Args[2] == "one connection" {
		// What is not given back is missed at once.
		db.SetMaxOpenConns(1)
	}
	store := contract.NewSQLStore(db, 0)
	if err := store.Migrate(context.Background(), "CREATE TABLE IF NOT EXISTS payment (id BIGINT)"); err != nil {
		log.Fatal(err)
	}
	plain := receiver([]string{"s3cret"}, nil, store)
	owned := receiver(nil, []contract.LabelledSecret{{Label: "acme", Secret: contract.NewSecret("s-acme")}, {Label: "bolt", Secret: contract.NewSecret("s-bolt")}}, store)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		asked = delivery{}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		body := fmt.Sprintf(`{"@event":"case_file.payment.confirmed","id":%d}`, asked.ID)
		to, secret := plain, "s3cret"
		if asked.Owner != "" {
			to, secret = owned, "s-"+asked.Owner
		}
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		signature, err := contract.Sign([]byte(body), secret)
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set(contract.SignatureHeader, signature)
		answer := httptest.NewRecorder()
		to.ServeHTTP(answer, request)
		var said struct{ Code string }
		_ = json.Unmarshal(answer.Body.Bytes(), &said)
		fmt.Println(answer.Code, said.Code)
	}
}
