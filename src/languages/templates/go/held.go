package collectionscontract

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
)

var errHeld = errors.New("the store ends its transaction: a handler neither commits it nor rolls it back")

var errPrepared = errors.New("the handler prepared a statement that writes, and ran nothing behind it")

var errSeveral = errors.New("not every driver of SQLite runs all statements of a Query: use Exec, or one statement")

const (
	sqlComment = `--[^\n]*|/\*.*?\*/`
	sqlQuoted  = `'[^']*'|"[^"]*"|` + sqlComment
	sqlNext    = `;(?:\s|` + sqlComment + `)*`
)

// sqlToken finds in a text, behind a semicolon, what may have another one in it, and the beginning of a statement; its
// groups: an end of a transaction, a way back to a savepoint, any other beginning. The body of a trigger or a function
// belongs to the statement that makes it.
var sqlToken = regexp.MustCompile(`(?is)\be'(?:\\.|[^'\\])*'|` + sqlQuoted + `|\$\w*\$|` + sqlNext +
	`(?:create\s+(?:\w+\s+)*?(?:trigger|function|procedure)\b(?:` + sqlQuoted + `|[^;'"$])*?\bbegin\b` +
	`(?:` + sqlQuoted + `|[^'"$])*?` + sqlNext + `end\b` +
	`|(commit|end|abort|prepare\s+transaction|rollback(?:\s+(?:work|transaction))?(\s+to)?)\b|(\S))`)

// statements counts those of a text, and tells whether one of them ends a transaction.
func statements(query string) (count int, isEnd bool) {
	rest := ";" + query
	for at := sqlToken.FindStringSubmatchIndex(rest); at != nil; at = sqlToken.FindStringSubmatchIndex(rest) {
		token := rest[at[0]:at[1]]
		rest = rest[at[1]:]
		switch token[0] {
		case ';':
			count++
			isEnd = isEnd || at[2] >= 0 && at[4] < 0
		case '$':
			if _, behind, isClosed := strings.Cut(rest, token); isClosed {
				rest = behind
			}
		}
	}
	return count, isEnd
}

// writes finds texts of which a statement may write.
var writes = regexp.MustCompile(`(?i)\b(?:insert|update|delete|replace\s+into|merge|call|copy|execute|do)\b`)

// heldConn is a connection whose transaction the store ends. A handler that ends it is refused, as is a context
// that is over, and database/sql then refuses whatever comes next: gorm, for one, commits after a Begin that failed,
// which would keep a key without its payment.
type heldConn struct {
	driver.Conn
	tx       driver.Tx
	isSQLite bool
	// What a handler may not have seen.
	failure atomic.Pointer[error]
	// A handler prepared or ran what writes, and ran something behind the first such preparation.
	hasPrepared, hasRun atomic.Bool
}

// work is what runs in a transaction; it returns the statements before its commit.
type work func(tx *sql.Tx) (last []string, err error)

// holdTx runs do in a transaction of this connection, and commits. hasBegun is false if do did not run.
func holdTx(ctx context.Context, conn driver.Conn, isSQLite bool, do work) (hasBegun bool, err error) {
	held := &heldConn{Conn: conn, isSQLite: isSQLite}
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
	if err := tx.Rollback(); !errors.Is(err, errHeld) {
		return true, errors.Join(errHeld, ctx.Err())
	}
	if failure := held.failure.Load(); failure != nil {
		return true, *failure
	}
	if held.hasPrepared.Load() && !held.hasRun.Load() {
		return true, errPrepared
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

// allow refuses an end as SQL: what follows a rollback would be stored alone, and again by a repetition. Of several
// statements in a Query, go-sqlite3 runs only the last one.
func (c *heldConn) allow(query string, isQuery bool) error {
	refusal := &errSeveral
	switch count, isEnd := statements(query); {
	case isEnd:
		refusal = &errHeld
	case !isQuery || !c.isSQLite || count < 2:
		return nil
	}
	c.failure.Store(refusal)
	return *refusal
}

func (c *heldConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.allow(query, false); err != nil {
		return nil, err
	}
	c.hasRun.Store(true)
	c.hasPrepared.CompareAndSwap(false, query != keyInsert && writes.MatchString(query))
	if inner, ok := c.Conn.(driver.ExecerContext); ok {
		return inner.ExecContext(ctx, query, args)
	}
	return nil, driver.ErrSkip
}

func (c *heldConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.allow(query, true); err != nil {
		return nil, err
	}
	inner, ok := c.Conn.(driver.QueryerContext)
	if !ok {
		return nil, driver.ErrSkip
	}
	isWrite := writes.MatchString(query)
	c.hasRun.Store(true)
	c.hasPrepared.CompareAndSwap(false, isWrite)
	rows, err := inner.QueryContext(ctx, query, args)
	if isWrite && err == nil && c.isSQLite {
		rows = &heldRows{Rows: rows, conn: c}
	}
	return rows, err
}

func (c *heldConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.allow(query, true); err != nil {
		return nil, err
	}
	prepare := func(_ context.Context, query string) (driver.Stmt, error) { return c.Prepare(query) }
	if inner, ok := c.Conn.(driver.ConnPrepareContext); ok {
		prepare = inner.PrepareContext
	}
	stmt, err := prepare(ctx, query)
	if inner, ok := stmt.(contextStmt); ok && err == nil {
		isWrite := writes.MatchString(query)
		if isWrite && c.hasPrepared.CompareAndSwap(false, true) {
			c.hasRun.Store(false)
		}
		return &heldStmt{inner, c, isWrite}, nil
	}
	return stmt, err
}

func (c *heldConn) CheckNamedValue(value *driver.NamedValue) error { return check(c.Conn, value) }

func check(by any, value *driver.NamedValue) error {
	if inner, ok := by.(driver.NamedValueChecker); ok {
		return inner.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

type contextStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// heldStmt tells that it runs.
type heldStmt struct {
	contextStmt
	conn    *heldConn
	isWrite bool
}

func (s *heldStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.conn.hasRun.Store(true)
	return s.contextStmt.ExecContext(ctx, args)
}

func (s *heldStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.conn.hasRun.Store(true)
	rows, err := s.contextStmt.QueryContext(ctx, args)
	if err != nil || !s.conn.isSQLite || !s.isWrite {
		return rows, err
	}
	return &heldRows{Rows: rows, conn: s.conn}, nil
}

func (s *heldStmt) CheckNamedValue(value *driver.NamedValue) error {
	if err := check(s.contextStmt, value); !errors.Is(err, driver.ErrSkip) {
		return err
	}
	return s.conn.CheckNamedValue(value)
}

// heldRows are those of a statement that may write. SQLite runs it when its first row is read, which a driver may leave
// to the handler: of rows that nobody reads, the first is read at their end.
type heldRows struct {
	driver.Rows
	conn   *heldConn
	isRead bool
}

func (r *heldRows) Next(row []driver.Value) error {
	r.isRead = true
	return r.Rows.Next(row)
}

func (r *heldRows) Close() error {
	if !r.isRead {
		if err := r.Next(make([]driver.Value, len(r.Columns()))); err != nil && !errors.Is(err, io.EOF) {
			r.conn.failure.Store(&err)
		}
	}
	return r.Rows.Close()
}
