"""Starlette, with a plain handler, which runs in a thread, and SQLAlchemy: uvicorn --workers 2 starlette_app:app"""

import os

from sqlalchemy import create_engine, text
from sqlalchemy.orm import sessionmaker
from starlette.applications import Starlette

from collections_contract import Receiver
from collections_contract.fastapi import webhook_route
from collections_contract.sql import SqlStore

store = SqlStore(sessionmaker(create_engine(os.environ["DATABASE_URL"])))
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")


def on_payment(payment, delivery):
    values = {"id": payment.id, "amount": payment.amount}
    delivery.transaction.execute(text("INSERT INTO payment VALUES (:id, :amount)"), values)


receiver = Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=store)
app = Starlette(routes=[webhook_route("/hooks/payments", receiver)])
