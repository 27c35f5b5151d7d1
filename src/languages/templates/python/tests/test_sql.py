"""The store in a file: keys and payments are committed together."""

import os
import sqlite3
import tempfile
import unittest
from contextlib import closing, suppress
from functools import partial
from typing import Any
from unittest import mock

from collections_contract import Receiver, sign
from collections_contract.sql import SqliteStore, SqlStore
from tests.test_receiver import SECRET, payment


class Keeping(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "payments.db")

    def post(self, handler: Any) -> int:
        """Delivers payment 1 to a process that has just started."""
        store = SqliteStore(self.path, "CREATE TABLE IF NOT EXISTS payment (id INTEGER)", timeout=0.1)
        receiver = Receiver([SECRET], handler, store=store, on_problem=lambda _: None)
        return receiver.receive(payment(1), sign(payment(1), SECRET)).status

    def paid(self) -> int:
        with closing(sqlite3.connect(self.path)) as connection:
            return int(connection.execute("SELECT count(*) FROM payment").fetchone()[0])

    def test_an_end_of_the_transaction_is_refused_even_if_that_is_caught(self) -> None:
        def handle(payment: Any, delivery: Any, end: Any) -> None:
            with suppress(Exception):
                end(delivery.transaction)
            delivery.transaction.execute("INSERT INTO payment VALUES (?)", (payment.id,))

        ends = [lambda one, sql=sql: one.execute(sql) for sql in ("COMMIT", "END", "ROLLBACK")]
        for end in (*ends, lambda one: one.commit(), lambda one: one.rollback(), lambda one: one.executescript("")):
            self.assertEqual((self.post(partial(handle, end=end)), self.paid()), (503, 0))

    def test_a_lock_is_waited_for_only_so_long(self) -> None:
        store = SqliteStore(self.path, timeout=0.1)
        receiver = Receiver([SECRET], lambda *_: None, store=store, on_problem=lambda _: None)
        with closing(sqlite3.connect(self.path)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.assertEqual(receiver.receive(payment(1), sign(payment(1), SECRET)).code, "store_failed")
        self.assertEqual(receiver.receive(payment(1), sign(payment(1), SECRET)).status, 204)

    def test_a_database_that_understands_neither_is_refused_when_its_table_is_made(self) -> None:
        with mock.patch("sqlite3.paramstyle", "format"), self.assertRaisesRegex(TypeError, "for SQLite and PostgreSQL"):
            SqlStore(partial(sqlite3.connect, self.path)).migrate()
