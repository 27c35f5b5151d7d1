"""aiohttp: gunicorn --workers 2 --worker-class aiohttp.GunicornWebWorker aiohttp_app:app"""

import asyncio
import os

from aiohttp import web

from collections_contract import Receiver
from collections_contract.aiohttp import webhook_handler
from collections_contract.sql import SqliteStore


async def on_payment(payment, delivery):
    values = payment.id, payment.amount
    await asyncio.to_thread(delivery.transaction.execute, "INSERT INTO payment VALUES (?, ?)", values)


store = SqliteStore(os.environ["DATABASE_URL"], "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")
receiver = Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=store)
app = web.Application()
app.router.add_post("/hooks/payments", webhook_handler(receiver))
