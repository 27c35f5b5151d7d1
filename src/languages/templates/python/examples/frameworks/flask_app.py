"""Flask: gunicorn --workers 2 flask_app:app"""

import os

from flask import Flask, request

from collections_contract import Receiver
from collections_contract.sql import SqliteStore
from collections_contract.wsgi import receive


def on_payment(payment, delivery):
    delivery.transaction.execute("INSERT INTO payment VALUES (?, ?)", (payment.id, payment.amount))


store = SqliteStore(os.environ["DATABASE_URL"], "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")
receiver = Receiver([os.environ["WEBHOOK_SECRET"]], on_payment, store=store)
app = Flask(__name__)


@app.post("/hooks/payments")
def payments():
    answer = receive(receiver, request.environ)
    return answer.body, answer.status, answer.headers
