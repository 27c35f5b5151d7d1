"""A store in a table of SQLite or PostgreSQL: what the handler writes is committed with the key, or not at all."""

from __future__ import annotations

import math
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

from .held import driver_of, held, raw_of
from .options import check_positive
from .store import EventBusy
from .wire import Wire

TABLE = """CREATE TABLE IF NOT EXISTS handled_delivery (
    key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"""
"""For your migrations. Rows that are older than any retry may be deleted. A table with ``key`` alone is as good."""


LIMITS = """{{postgresLimits}}"""
"""For one transaction: PostgreSQL gives up a client that went away, and with it the lock on its key. What was committed
is on the disk, also where the database has switched synchronous commits off. Only ``SETTINGS`` let it commit."""

SETTINGS = """{{postgresSettings}}"""
"""Behind a handler: what it sets for its session would reach another payment over the pool."""

SYNC = "PRAGMA synchronous = EXTRA"
"""Of SQLite: with less, what was committed can be lost with the power. Outside of a transaction; it stays so."""

READ_ONLY_BEHIND = """SET SESSION default_transaction_read_only = on; COMMIT AND CHAIN; SET TRANSACTION READ WRITE;
    RESET default_transaction_read_only; """
"""What a handler writes behind a rollback of its own is refused, not stored alone. PostgreSQL 12 or newer."""

ANSWER_SECONDS = 5.0
"""For what the store itself asks of a database, beside the time for a lock."""

HANDLER_SECONDS = 600.0
"""For a handler, as the server of the database gives it."""


_IMPORTED_BY = os.getpid()
"""The process that may have connected before a store was made in a child of it."""


class SqlStore:
    """
    Remembers deliveries in the table ``handled_delivery``, for all processes that use the database. ``connect`` returns
    a connection of the DB-API without autocommit, or a ``Session`` or ``Connection`` of SQLAlchemy, for one delivery.
    That is ``delivery.transaction``: the store commits it or rolls it back, and then closes it with ``close``, which a
    pool may bring. Another process that handles the same payment is waited for ``timeout`` seconds; then the answer
    is 503. A database that answers nothing is given up after seconds, and in the middle of a handler after ten minutes.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        *,
        timeout: float = 2.0,
        close: Callable[[Any], object] = lambda connection: connection.close(),
    ) -> None:
        check_positive("timeout", timeout)
        self._connect = connect
        self._timeout = timeout
        self._close = close
        self._process = _IMPORTED_BY
        self._lock = threading.Lock()

    def migrate(self, schema: str = "") -> None:
        """Makes the table if it is not there, and runs one statement of your own, such as for a table of payments."""
        with self._transaction() as (_, execute, is_sqlite, wire):
            wire.cut_after(HANDLER_SECONDS)
            # In PostgreSQL, two processes that make one table at once get in each other's way.
            first = "" if is_sqlite else "SELECT pg_advisory_xact_lock(4711)"
            for statement in filter(None, (first, TABLE, schema)):
                execute(statement)

    @contextmanager
    def once(self, key: str) -> Iterator[Any]:
        with self._transaction() as (connection, execute, _, wire):
            is_new = self._insert(key, execute)
            with held(connection, execute):
                wire.cut_after(HANDLER_SECONDS)
                yield connection if is_new else False
                wire.cut_after(ANSWER_SECONDS)

    def _leave_parent(self) -> None:
        """Lets the pool of SQLAlchemy be, which then opens connections of its own."""
        connection = self._connect()
        bind = connection.get_bind() if hasattr(connection, "get_bind") else connection
        if hasattr(bind, "engine"):
            connection.invalidate()
            bind.engine.dispose(close=False)
        self._close(connection)
        self._process = os.getpid()

    def _insert(self, key: str, execute: Callable[..., int]) -> bool:
        try:
            return execute("INSERT INTO handled_delivery (key) VALUES (?) ON CONFLICT DO NOTHING", key) == 1
        except Exception as error:
            # What PostgreSQL calls lock_not_available.
            if "55P03" in (getattr(error, "sqlstate", None), getattr(error, "pgcode", None)):
                raise EventBusy from error
            raise

    def _limit(self, execute: Callable[[str], object], begin: str) -> None:
        try:
            execute(begin + LIMITS % math.ceil(self._timeout * 1000))
        except Exception as error:
            try:
                # PostgreSQL refuses all behind a failure.
                execute("SELECT 1")
            except Exception:
                raise error from None
            raise TypeError("the store is for SQLite and PostgreSQL, not for this database") from error

    @contextmanager
    def _transaction(self) -> Iterator[tuple[Any, Callable[..., int], bool, Wire]]:
        with self._lock:
            if self._process != os.getpid():
                self._leave_parent()
        connection = self._connect()
        with ExitStack() as ends:
            ends.callback(self._close, connection)
            # SQLAlchemy begins with the first statement that it sees, and commits nothing else.
            if not hasattr(connection, "cursor") and not connection.in_transaction():
                connection.begin()
            wire = ends.enter_context(closing(Wire(raw_of(connection))))
            is_sqlite = driver_of(wire.raw).paramstyle == "qmark"

            @ends.push
            def roll_back(failure: object, *_: object) -> None:
                if failure:
                    wire.cut_after(ANSWER_SECONDS)
                    connection.rollback()

            def execute(statement: str, *values: str) -> int:
                # Of a session that the handler rolled back, the connection is another one by then.
                cursor = raw_of(connection).cursor()
                if values:
                    cursor.execute(statement if is_sqlite else statement.replace("?", "%s"), values)
                else:
                    cursor.execute(statement)
                return int(cursor.rowcount)

            isolation = getattr(wire.raw, "isolation_level", "")
            if getattr(wire.raw, "autocommit", False) is True or (isolation is None and is_sqlite):
                raise TypeError("the store needs connections without autocommit")
            wire.cut_after(self._timeout + ANSWER_SECONDS)
            if is_sqlite and not getattr(wire.raw, "in_transaction", False):
                execute(SYNC)
            with writable(wire, not is_sqlite) as begin:
                if not is_sqlite:
                    self._limit(execute, begin)
                yield connection, execute, is_sqlite, wire
                wire.cut_after(ANSWER_SECONDS)
                if not is_sqlite:
                    execute(SETTINGS)
                connection.commit()


@contextmanager
def writable(wire: Wire, is_outermost: bool) -> Iterator[str]:
    """
    Yields how the first statement begins: with what keeps out writes behind a transaction of PostgreSQL that was
    rolled back, unless one has begun already. Leaves a connection that takes writes, in one message: a pooler may lend
    each transaction another one.
    """
    info = getattr(getattr(wire.raw, "driver_connection", wire.raw), "info", None)
    is_guarded = is_outermost and getattr(info, "transaction_status", 0) == 0
    try:
        yield READ_ONLY_BEHIND if is_guarded else ""
    except BaseException:
        with suppress(Exception):
            if is_guarded:
                wire.cut_after(ANSWER_SECONDS)
                wire.raw.cursor().execute("ROLLBACK; RESET default_transaction_read_only")
        raise


class _SqliteConnection(sqlite3.Connection):
    """Has, other than its base, methods that can be replaced in an instance."""


class SqliteStore(SqlStore):
    """
    A ``SqlStore`` in the file ``path``, for all processes of one machine. ``schema``: one statement that runs at the
    start, such as for a table of your own. SQLite has one writer at a time: further payments wait ``timeout`` seconds.
    """

    def __init__(self, path: str | os.PathLike[str], schema: str = "", *, timeout: float = 2.0) -> None:
        def connect() -> sqlite3.Connection:
            # A coroutine of the handler runs in another thread than the store, while that waits.
            return sqlite3.connect(path, timeout=timeout, check_same_thread=False, factory=_SqliteConnection)

        super().__init__(connect, timeout=timeout)
        self.migrate(schema)
