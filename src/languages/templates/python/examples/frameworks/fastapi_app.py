"""FastAPI, with an asynchronous handler: uvicorn --workers 2 fastapi_app:app"""

import asyncio
import os

import psycopg
from fastapi import FastAPI

from collections_contract import Receiver
from collections_contract.fastapi import webhook_route
from collections_contract.sql import SqlStore

store = SqlStore(lambda: psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=3))
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")


async def on_payment(payment, delivery):
    values = payment.id, payment.amount
    await asyncio.to_thread(delivery.transaction.execute, "INSERT INTO payment VALUES (%s, %s)", values)


app = FastAPI()
receiver = Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=store)
app.router.routes.append(webhook_route("/hooks/payments", receiver))
