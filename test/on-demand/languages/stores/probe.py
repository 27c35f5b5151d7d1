"""Answers deliveries through the store of the package; see stores.test.ts. The argument: `PORT` or a file."""

import json
import sys
import threading

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

from collections_contract import sql, LabelledSecret, Receiver, sign
from collections_contract.sql import SqliteStore, SqlStore

place, way, *deadline = sys.argv[1:]
if deadline:
    sql.ANSWER_SECONDS = int(deadline[0]) / 1000
asked = {}
LIMITS = """INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings
    WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'"""


def store():
    url = f"postgresql+psycopg://inbox@127.0.0.1:{place}/postgres" if place.isdigit() else f"sqlite:///{place}"
    if way.startswith("sqlalchemy"):
        engine = create_engine(url, connect_args={"connect_timeout": 3} if place.isdigit() else {})
        return SqlStore(sessionmaker(engine) if way == "sqlalchemy" else engine.connect)
    if place.isdigit():
        return SqlStore(lambda: psycopg.connect(url.replace("+psycopg", ""), connect_timeout=3))
    return SqliteStore(place)


def handle(payment, delivery):
    connection = delivery.transaction
    run = {
        "driver": lambda statement: connection.execute(statement),
        "sqlalchemy": lambda statement: connection.connection().exec_driver_sql(statement),
        # SQLAlchemy sees no statement of the handler, either.
        "sqlalchemy-connection": lambda statement: connection.connection.cursor().execute(statement),
    }[way]
    run(LIMITS if asked["handler"] == "limits" else f"INSERT INTO payment VALUES ({payment.id})")
    if asked["handler"] == "hang":
        print("inside", flush=True)
        threading.Event().wait()
    if asked["handler"].startswith("commit"):
        connection.commit()
    if asked["handler"].endswith("fail"):
        raise ConnectionError("away")
    if asked["handler"] == "undo":
        connection.rollback()
    if asked["handler"] in ("slip", "lose"):
        try:
            run("SELECT * FROM no_such_table" if asked["handler"] == "slip" else "SELECT pg_terminate_backend(pg_backend_pid())")
        except Exception:
            pass


kept = store()
kept.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT)")
quiet = {"store": kept, "on_problem": lambda *_: None}
plain = Receiver(["s3cret"], handle, **quiet)
owned = Receiver([LabelledSecret("acme", "s-acme"), LabelledSecret("bolt", "s-bolt")], handle, **quiet)
for line in sys.stdin:
    asked = json.loads(line)
    body = json.dumps({"@event": "case_file.payment.confirmed", "id": asked["id"]}).encode()
    owner = asked.get("owner")
    answer = (owned if owner else plain).receive(body, sign(body, f"s-{owner}" if owner else "s3cret"))
    print(answer.status, answer.code or "", flush=True)
