"""The connection of a delivery while a handler has it, who ends no transaction and leaves nothing open."""

from __future__ import annotations

import gc
import sqlite3
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import GeneratorType
from typing import Any


@contextmanager
def held(connection: Any, execute: Callable[[str], object]) -> Iterator[None]:
    """
    Refuses a handler that ends the transaction: what it does next would not be in it. A handler that catches this has
    failed too. Connections of psycopg2 refuse nothing, as their methods cannot be replaced: PostgreSQL itself refuses a
    commit. SQLite refuses any end, in SQL as well, and neither commits nor lets others write beside a statement that
    the handler has not read to its end.
    """
    refused: list[str] = []
    execute("SAVEPOINT before_handler")
    with _open_ended(dbapi_of(raw_of(connection)), refused), _methods_refused(connection, refused):
        yield
    if refused:
        raise RuntimeError(f"the handler asked for a {refused[0]}, and caught that it was refused")
    # Fails if the handler, or a failed statement that it caught, ended this transaction.
    execute("RELEASE SAVEPOINT before_handler")


@contextmanager
def _methods_refused(connection: Any, refused: list[str]) -> Iterator[None]:
    def refusing(name: str) -> Callable[..., None]:
        def refuse(*_: object, **__: object) -> None:
            refused.append(name)
            raise RuntimeError(f"the store ends the transaction of this delivery: do not call {name}()")

        return refuse

    ends = [name for name in ("commit", "rollback", "close") if hasattr(connection, "__dict__")]
    for name in ends:
        setattr(connection, name, refusing(name))
    try:
        yield
    finally:
        for name in ends:
            delattr(connection, name)


@contextmanager
def _open_ended(raw: Any, refused: list[str]) -> Iterator[None]:
    """Lets SQLite refuse an end. Behind the handler, ends what it left open."""

    def authorize(action: int, argument: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_TRANSACTION and argument != "BEGIN":
            refused.append(str(argument))
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    is_sqlite = hasattr(raw, "set_authorizer")
    if is_sqlite:
        raw.set_authorizer(authorize)
        raw.create_function("handled_delivery_is_read", 0, bool)
    try:
        yield
    finally:
        if is_sqlite:
            _end_statements(raw)
            raw.set_authorizer(lambda *_: sqlite3.SQLITE_OK)
        _end_streams(raw)


def _end_statements(raw: Any) -> None:
    driver = driver_of(raw)
    try:
        # Fails beside a statement that is not at its end.
        raw.create_function("handled_delivery_is_read", 0, None)
    except driver.OperationalError:
        # Refused: pysqlite3, whose cursors are not among those of gc, ends all statements before it asks.
        raw.set_authorizer(lambda action, *_: int(action == sqlite3.SQLITE_TRANSACTION))
        with suppress(driver.DatabaseError):
            raw.rollback()
        for cursor in gc.get_referrers(raw):
            if isinstance(cursor, driver.Cursor):
                # One that is closed has no statement.
                with suppress(driver.ProgrammingError):
                    cursor.execute("")


def _end_streams(raw: Any) -> None:
    """Reads to its end what holds the lock of a connection of psycopg, for which all else waits: a stream or a COPY."""
    lock = getattr(raw, "lock", None)
    for one in gc.get_objects() if lock and lock.locked() else ():
        # Not isinstance, which would run what stands for another object, such as settings of Django.
        frame = one.gi_frame if type(one) is GeneratorType else None
        if frame and frame.f_globals.get("__name__", "").startswith(driver_of(raw).__name__):
            # What fails, fails the transaction. One that runs in another thread goes on.
            with suppress(Exception):
                if frame.f_locals["self"].connection is raw:
                    deque(one, 0)


def raw_of(connection: Any) -> Any:
    """Returns the connection of the driver. A Session of SQLAlchemy has a method, its Connection a member."""
    if hasattr(connection, "cursor"):
        return connection
    inner = connection.connection
    return raw_of(inner() if callable(inner) and not hasattr(inner, "cursor") else inner)


def dbapi_of(raw: Any) -> Any:
    """Returns what the DB-API of a driver made, out of what a pool wraps around it."""
    return getattr(raw, "dbapi_connection", raw)


def driver_of(raw: Any) -> Any:
    """Returns the module of the DB-API that a connection is of."""
    kinds = type(dbapi_of(raw)).__mro__
    modules = (sys.modules[kind.__module__.partition(".")[0]] for kind in kinds)
    return next(module for module in modules if hasattr(module, "paramstyle"))
