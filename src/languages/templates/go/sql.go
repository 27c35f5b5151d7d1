package collectionscontract

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// SQLTable makes the table of a SQLStore, for your migrations. Rows that are older than any retry
// may be deleted. A table with key alone is as good.
const SQLTable = `CREATE TABLE IF NOT EXISTS handled_delivery (
	key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)`

// SQLStore remembers deliveries in the table handled_delivery of SQLite or PostgreSQL, for all
// processes. The handler finds its transaction with Tx: the key and what the handler writes with it
// are committed together, or not at all.
type SQLStore struct {
	db      *sql.DB
	timeout time.Duration
	// The statement that limits a wait, once the database has said which one it is.
	limit atomic.Pointer[string]
}

// NewSQLStore uses a database of any driver for SQLite or PostgreSQL. timeout is how long to wait
// for another process that handles the same payment, before the answer is 503; 0 stands for two
// seconds. SQLite has one writer at a time: any payment waits for it.
func NewSQLStore(db *sql.DB, timeout time.Duration) *SQLStore {
	return &SQLStore{db: db, timeout: positive(timeout, 2*time.Second)}
}

// setTimeout returns the statement that limits a wait. A driver may be wrapped, so the database is asked
// which one it is.
func (s *SQLStore) setTimeout(ctx context.Context) (statement string, isSQLite bool, err error) {
	if known := s.limit.Load(); known != nil {
		return *known, strings.HasPrefix(*known, "PRAGMA"), nil
	}
	// PostgreSQL waits without an end at 0.
	milliseconds := max(s.timeout.Milliseconds(), 1)
	for _, one := range []struct{ asks, limits string }{
		{"SELECT current_setting('server_version_num')", postgresLimits},
		{"SELECT sqlite_version()", "PRAGMA busy_timeout = %d"},
	} {
		var version string
		if err = s.db.QueryRowContext(ctx, one.asks).Scan(&version); err == nil {
			statement = fmt.Sprintf(one.limits, milliseconds)
			s.limit.Store(&statement)
			return statement, strings.HasPrefix(statement, "PRAGMA"), nil
		}
	}
	return "", false, fmt.Errorf("neither PostgreSQL nor SQLite answers: %w", err)
}

// A client that is gone without a word would keep its payment busy: PostgreSQL looks after it, and
// ends a transaction that waits for it for ten minutes. What was committed is on the disk, also where
// the database has switched synchronous commits off.
const postgresLimits = `{{postgresLimits}}`

// What a handler sets for its session would reach another payment over the pool.
const postgresSettings = `{{postgresSettings}}`

type txKey struct{}

// Tx returns the transaction of the SQLStore, nil if there is none. The store ends it: Commit and Rollback
// are refused, and nothing is stored then.
func Tx(ctx context.Context) *sql.Tx {
	tx, _ := ctx.Value(txKey{}).(*sql.Tx)
	return tx
}

// Migrate makes the table if it is not there, and runs statements of your own, such as for a table
// of payments.
func (s *SQLStore) Migrate(ctx context.Context, statements ...string) error {
	all := append([]string{SQLTable}, statements...)
	limit, isSQLite, err := s.setTimeout(ctx)
	if err != nil {
		return err
	}
	// Two processes that start at once wait for each other: SQLite before each statement outside of a
	// transaction.
	if !isSQLite {
		all = append([]string{"SELECT pg_advisory_xact_lock(4711)"}, all...)
		return s.inTransaction(ctx, func(*sql.Tx) ([]string, error) { return all, nil })
	}
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return execAll(ctx, conn, append([]string{limit}, all...)...)
}

// Once implements DuplicateStore.
func (s *SQLStore) Once(ctx context.Context, key string, do func(ctx context.Context) error) error {
	return s.inTransaction(ctx, func(tx *sql.Tx) ([]string, error) {
		isNew, err := insertKey(ctx, tx, key)
		if err != nil || !isNew {
			return nil, err
		}
		if err := execAll(ctx, tx, "SAVEPOINT before_handler"); err != nil {
			return nil, err
		}
		// Fails if the handler, or a failed statement that it ignored, ended the transaction.
		return []string{"RELEASE SAVEPOINT before_handler"}, do(context.WithValue(ctx, txKey{}, tx))
	})
}

const keyInsert = "INSERT INTO handled_delivery (key) VALUES ($1) ON CONFLICT DO NOTHING"

func insertKey(ctx context.Context, tx *sql.Tx, key string) (isNew bool, err error) {
	done, err := tx.ExecContext(ctx, keyInsert, key)
	var state interface{ SQLState() string }
	// What PostgreSQL calls lock_not_available.
	if errors.As(err, &state) && state.SQLState() == "55P03" {
		return false, ErrKeyBusy
	}
	if err != nil {
		return false, err
	}
	rows, err := done.RowsAffected()
	return rows == 1, err
}

func (s *SQLStore) inTransaction(ctx context.Context, do work) error {
	limit, isSQLite, err := s.setTimeout(ctx)
	if err != nil {
		return err
	}
	limited := func(tx *sql.Tx) ([]string, error) {
		if err := execAll(ctx, tx, limit); err != nil {
			return nil, err
		}
		last, err := do(tx)
		if !isSQLite {
			last = append(last, postgresSettings)
		}
		return last, err
	}
	// An idle connection may be gone, which is seen as a transaction begins: as database/sql does, another one is tried.
	for idle := s.db.Stats().Idle; ; idle-- {
		hasBegun, err := s.onConn(ctx, isSQLite, limited)
		if hasBegun || idle <= 0 || !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
}

func (s *SQLStore) onConn(ctx context.Context, isSQLite bool, do work) (hasBegun bool, err error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }()
	// With less, which some choose, what was committed can be lost with the power. It stays so.
	if isSQLite {
		if err := execAll(ctx, conn, "PRAGMA synchronous = EXTRA"); err != nil {
			return false, err
		}
	}
	err = conn.Raw(func(inner any) error {
		hasBegun, err = holdTx(ctx, inner.(driver.Conn), isSQLite, do)
		return err
	})
	return hasBegun, err
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func execAll(ctx context.Context, on execer, statements ...string) error {
	for _, statement := range statements {
		if _, err := on.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
