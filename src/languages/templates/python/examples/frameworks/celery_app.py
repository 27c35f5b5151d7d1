"""A queue behind it: celery --app celery_app:queue worker, beside gunicorn --workers 2 celery_app:app"""

import os

import psycopg
from celery import Celery

from collections_contract import MemoryStore, Receiver
from collections_contract.sql import SqlStore
from collections_contract.wsgi import WebhookApp

queue = Celery(config_source="celeryconfig")
store = SqlStore(lambda: psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=3))
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")


@queue.task(acks_late=True, autoretry_for=(Exception,), retry_backoff=True, max_retries=None)
def book(key, payment_id, amount):
    with store.once(key) as connection:  # enqueued twice, booked once
        if connection:
            connection.execute("INSERT INTO payment VALUES (%s, %s)", (payment_id, amount))


def on_payment(payment, delivery):
    book.delay(delivery.key, payment.id, payment.amount)


app = WebhookApp(Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=MemoryStore()))
