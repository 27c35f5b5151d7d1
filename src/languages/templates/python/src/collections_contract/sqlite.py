"""A store in a file of SQLite."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager


class SqliteStore:
    """
    Remembers deliveries in the file ``path``, for all processes of one machine. ``delivery.transaction`` is a
    connection: what the handler writes with it and the key are committed together, or not at all. ``schema``: SQL that
    runs once at the start, for tables of your own. SQLite has one writer at a time: further payments wait ``timeout``
    seconds, then the answer is 503.
    """

    def __init__(self, path: str | os.PathLike[str], schema: str = "", *, timeout: float = 2.0) -> None:
        self._path = path
        self._timeout = timeout
        with closing(self._connect()) as connection:
            connection.executescript(f"CREATE TABLE IF NOT EXISTS handled_delivery (key TEXT PRIMARY KEY);{schema}")

    @contextmanager
    def once(self, key: str) -> Iterator[sqlite3.Connection | bool]:
        with closing(self._connect()) as connection, connection:
            added = connection.execute("INSERT OR IGNORE INTO handled_delivery VALUES (?)", (key,)).rowcount
            yield connection if added else False
            if not connection.in_transaction:
                raise RuntimeError("the handler ended the transaction, which is the store's to end")

    def _connect(self) -> sqlite3.Connection:
        # A coroutine of the handler runs in another thread than the store, while that waits.
        return sqlite3.connect(self._path, timeout=self._timeout, check_same_thread=False)
