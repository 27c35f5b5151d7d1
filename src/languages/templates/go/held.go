package collectionscontract

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"
	"strings"
	"sync/atomic"
)

var errHeld = errors.New("the store ends its transaction: a handler neither commits it nor rolls it back")

// sqlToken finds in a text, behind a semicolon, what may have another one in it, and an end of a transaction; its
// group, a way back to a savepoint.
var sqlToken = regexp.MustCompile(`(?is)\be'(?:\\.|[^'\\])*'|'[^']*'|"[^"]*"|\$\w*\$|--[^\n]*|/\*.*?\*/` +
	`|;(?:\s|--[^\n]*|/\*.*?\*/)*(?:commit|end|abort|prepare\s+transaction|rollback(?:\s+(?:work|transaction))?(\s+to)?)\b`)

// endsTx tells whether a statement of this text ends a transaction.
func endsTx(query string) bool {
	rest := ";" + query
	for at := sqlToken.FindStringSubmatchIndex(rest); at != nil; at = sqlToken.FindStringSubmatchIndex(rest) {
		token, isEnd := rest[at[0]:at[1]], at[2] < 0
		rest = rest[at[1]:]
		if token[0] == ';' && isEnd {
			return true
		}
		if _, behind, isClosed := strings.Cut(rest, token); token[0] == '$' && isClosed {
			rest = behind
		}
	}
	return false
}

// heldConn is a connection whose transaction the store ends. A handler that ends it is refused, as is a context
// that is over, and database/sql then refuses whatever comes next: gorm, for one, commits after a Begin that failed,
// which would keep a key without its payment.
type heldConn struct {
	driver.Conn
	tx        driver.Tx
	isRefused atomic.Bool
}

// work is what runs in a transaction; it returns the statements before its commit.
type work func(tx *sql.Tx) (last []string, err error)

// holdTx runs do in a transaction of this connection, and commits. hasBegun is false if do did not run.
func holdTx(ctx context.Context, conn driver.Conn, do work) (hasBegun bool, err error) {
	held := &heldConn{Conn: conn}
	db := sql.OpenDB(held)
	defer func() { _ = db.Close() }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() {
		_ = tx.Rollback()
		if err != nil && held.tx.Rollback() != nil {
			// The pool closes it: it may still be in its transaction.
			err = errors.Join(err, driver.ErrBadConn)
		}
	}()
	last, err := do(tx)
	if err != nil {
		return true, err
	}
	// Refused, too, but it closes rows that the handler left open, beside which some drivers take no statement. It
	// fails otherwise where the handler, or its context, has ended the transaction.
	if err := tx.Rollback(); !errors.Is(err, errHeld) || held.isRefused.Load() {
		return true, errors.Join(errHeld, ctx.Err())
	}
	if err := execAll(ctx, db, last...); err != nil {
		return true, err
	}
	return true, held.tx.Commit()
}

// Commit is what database/sql calls for a handler.
func (c *heldConn) Commit() error { return errHeld }

func (c *heldConn) Rollback() error { return errHeld }

func (c *heldConn) Connect(context.Context) (driver.Conn, error) { return c, nil }

func (c *heldConn) Driver() driver.Driver { return nil }

// Close leaves the connection to the pool.
func (c *heldConn) Close() error { return nil }

func (c *heldConn) BeginTx(ctx context.Context, options driver.TxOptions) (tx driver.Tx, err error) {
	if inner, ok := c.Conn.(driver.ConnBeginTx); ok {
		c.tx, err = inner.BeginTx(ctx, options)
	} else {
		c.tx, err = c.Begin() //nolint:staticcheck // what an older driver has
	}
	return c, err
}

// allow refuses an end as SQL: what follows a rollback would be stored alone, and again by a repetition.
func (c *heldConn) allow(query string) error {
	if !endsTx(query) {
		return nil
	}
	c.isRefused.Store(true)
	return errHeld
}

func (c *heldConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.allow(query); err != nil {
		return nil, err
	}
	if inner, ok := c.Conn.(driver.ExecerContext); ok {
		return inner.ExecContext(ctx, query, args)
	}
	return nil, driver.ErrSkip
}

func (c *heldConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.allow(query); err != nil {
		return nil, err
	}
	if inner, ok := c.Conn.(driver.QueryerContext); ok {
		return inner.QueryContext(ctx, query, args)
	}
	return nil, driver.ErrSkip
}

func (c *heldConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.allow(query); err != nil {
		return nil, err
	}
	if inner, ok := c.Conn.(driver.ConnPrepareContext); ok {
		return inner.PrepareContext(ctx, query)
	}
	return c.Prepare(query)
}

func (c *heldConn) CheckNamedValue(value *driver.NamedValue) error {
	if inner, ok := c.Conn.(driver.NamedValueChecker); ok {
		return inner.CheckNamedValue(value)
	}
	return driver.ErrSkip
}
