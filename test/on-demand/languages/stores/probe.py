"""Answers deliveries through the store of the package; see stores.test.ts. The argument: `PORT` or a file."""

import json
import os
import sys
import threading
from contextlib import suppress

import django
import psycopg
from django.conf import settings
from django.db import close_old_connections, connection as of_django, models, transaction
from psycopg_pool import ConnectionPool
from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

from collections_contract import sql, LabelledSecret, Receiver, sign
from collections_contract.sql import SqliteStore, SqlStore

place, way, *deadline = sys.argv[1:]
if deadline:
    sql.ANSWER_SECONDS = int(deadline[0]) / 1000
asked = {}
opened = []
LIMITS = """INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings
    WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'"""
URL = f"postgresql://inbox@127.0.0.1:{place}/postgres?connect_timeout=3"


def store():
    if way.startswith("sqlalchemy"):
        engine = create_engine(URL.replace(":", "+psycopg:", 1) if place.isdigit() else f"sqlite:///{place}")
        return SqlStore(sessionmaker(engine) if way == "sqlalchemy" else engine.connect)
    if way == "django":
        return django_store()
    if way == "pool":
        # What is not given back is missed at once.
        pool = ConnectionPool(URL, min_size=0, max_size=1, timeout=3)
        return SqlStore(pool.getconn, close=pool.putconn)
    if way == "pysqlite3":
        from pysqlite3 import dbapi2

        return SqlStore(lambda: dbapi2.connect(place, timeout=2))
    return SqlStore(lambda: psycopg.connect(URL)) if place.isdigit() else SqliteStore(place)


def django_store():
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": place}
    if place.isdigit():
        database = {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {"connect_timeout": 3}}
        database |= {"HOST": "127.0.0.1", "PORT": place, "USER": "inbox", "NAME": "postgres"}
    settings.configure(DATABASES={"default": database})
    django.setup()
    from collections_contract.django import ModelStore

    class HandledDelivery(models.Model):
        key = models.CharField(max_length=255, primary_key=True)

        class Meta:
            app_label = "payments"
            db_table = "handled_delivery"

    class Migrated(ModelStore):
        def migrate(self, schema):
            with transaction.atomic(), of_django.cursor() as cursor:
                # As SqlStore does: two processes that make one table at once get in each other's way.
                cursor.execute("SELECT pg_advisory_xact_lock(4711)" if place.isdigit() else "SELECT 1")
                cursor.execute(schema)

    return Migrated(HandledDelivery)


def handle(payment, delivery):
    connection = delivery.transaction
    run = {
        "sqlalchemy": lambda statement: connection.connection().exec_driver_sql(statement),
        # SQLAlchemy sees no statement of the handler, either.
        "sqlalchemy-connection": lambda statement: connection.connection.cursor().execute(statement),
        "django": lambda statement: connection.cursor().execute(statement),
    }.get(way, lambda statement: connection.execute(statement))
    # Of Django, what ends a transaction is refused at once.
    ends = connection.connection if way == "django" else connection
    write = LIMITS if asked["handler"] == "limits" else f"INSERT INTO payment VALUES ({payment.id})"
    end, _, _ = asked["handler"].partition(", write")
    if end.lower() in ("commit", "rollback") and end != asked["handler"]:
        with suppress(Exception):
            run(end) if end.isupper() else getattr(ends, end)()
        with suppress(Exception):
            run(write)
        return
    if asked["handler"] == "unread":
        is_streamed = place.isdigit() and way in ("driver", "pool")
        rows = connection.cursor().stream(f"{write} RETURNING id") if is_streamed else run(f"{write} RETURNING id")
        opened.append(rows)
        if is_streamed:
            next(rows)  # From then on, it holds the lock of the connection.
        return
    run(asked.get("sql", write))
    if asked["handler"] == "hang":
        print("inside", flush=True)
        threading.Event().wait()
    if asked["handler"] in ("commit", "commit, fail"):
        run("COMMIT")
    if asked["handler"].endswith("fail"):
        raise ConnectionError("away")
    if asked["handler"] == "undo":
        ends.rollback()
    if asked["handler"] == "mark":
        connection.set_rollback(True)
    if asked["handler"] in ("slip", "lose", "lose, write"):
        with suppress(Exception):
            run("SELECT * FROM no_such_table" if asked["handler"] == "slip" else "SELECT pg_terminate_backend(pg_backend_pid())")
    if asked["handler"] == "lose, write":
        run(f"INSERT INTO payment VALUES ({payment.id})")


kept = store()
kept.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT)")
quiet = {"store": kept, "on_problem": lambda *_: None}
plain = Receiver(["s3cret"], handle, **quiet)
owned = Receiver([LabelledSecret("acme", "s-acme"), LabelledSecret("bolt", "s-bolt")], handle, **quiet)
for line in sys.stdin:
    asked = json.loads(line)
    body = json.dumps({"@event": "case_file.payment.confirmed", "id": asked["id"]}).encode()
    owner = asked.get("owner")
    if way == "django":
        close_old_connections()  # as at the start of each request
    child = os.fork() if "forked" in asked else 0
    if child:
        os.waitpid(child, 0)
        continue
    if asked.get("forked") == "own store" and type(kept) is SqlStore:
        plain = Receiver(["s3cret"], handle, **{**quiet, "store": SqlStore(kept._connect, close=kept._close)})
    answer = (owned if owner else plain).receive(body, sign(body, f"s-{owner}" if owner else "s3cret"))
    print(answer.status, answer.code or "", flush=True)
    if "forked" in asked:
        os._exit(0)
