"""Applications as the README of the package for Python describes them, one for each framework. STATE is their file."""

import asyncio
import os
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

from collections_contract import MemoryStore, Receiver
from collections_contract.asgi import WebhookApp
from collections_contract.sql import SqliteStore
from collections_contract.wsgi import receive

STATE = os.environ["STATE"]
HANGING, FAILING = 900, 800
NAME = "X-Service-Signature"


def check(payment):
    """Payment 900 hangs until a file says that it may go on; 800 fails once, after it was written."""
    if payment.id == HANGING and not os.path.exists(f"{STATE}.go"):
        Path(f"{STATE}.inside").touch()
        threading.Event().wait(20)
    if payment.id == FAILING:
        with open(f"{STATE}.failed", "a+") as file:
            if file.tell() == 0:
                file.write("once")
                raise ConnectionError("the mail server is away")


def book(payment, delivery):
    delivery.transaction.execute("INSERT INTO payment VALUES (?)", (payment.id,))
    check(payment)


def note(payment, _):
    """Without a transaction."""
    check(payment)
    with closing(sqlite3.connect(STATE, timeout=10)) as connection, connection:
        connection.execute("INSERT INTO payment VALUES (?)", (payment.id,))


async def note_later(payment, delivery):
    await asyncio.sleep(0)
    if payment.id == HANGING:
        await asyncio.sleep(20)
    note(payment, delivery)


def in_a_file(handler):
    return Receiver(["s3cret"], handler, store=SqliteStore(STATE, "CREATE TABLE IF NOT EXISTS payment (id INTEGER)"))


def asgi():
    return WebhookApp(Receiver(["s3cret"], note, store=MemoryStore()), handler_timeout=1, threads=4)


def fastapi():
    from fastapi import FastAPI

    from collections_contract.fastapi import webhook_route

    app = FastAPI()
    app.router.routes.append(
        webhook_route("/hooks", in_a_file(note_later_in_transaction), handler_timeout=1, threads=4)
    )
    return app


async def note_later_in_transaction(payment, delivery):
    await asyncio.sleep(0)
    book(payment, delivery)


def fastapi_read_before():
    """A middleware that reads the body and keeps it to itself."""
    app = WebhookApp(in_a_file(book), body_timeout=0.5)

    async def middleware(scope, receive, send):
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
        await app(scope, receive, send)

    return middleware


def hanging_coroutine():
    return WebhookApp(Receiver(["s3cret"], note_later, store=MemoryStore()), handler_timeout=1, threads=4)


def wsgi():
    from collections_contract.wsgi import WebhookApp as WsgiApp

    return WsgiApp(in_a_file(book))


def wsgi_without_store():
    """As `wsgi`, with a memory, for a hanging payment."""
    from collections_contract.wsgi import WebhookApp as WsgiApp

    return WsgiApp(Receiver(["s3cret"], note, store=MemoryStore()))


def flask():
    from flask import Flask, request

    app = Flask(__name__)
    receiver = in_a_file(book)

    @app.post("/hooks")
    def payments():
        request.get_json(silent=True)  # as what logs requests does
        answer = receive(receiver, request.environ)
        return answer.body, answer.status, answer.headers

    @app.post("/read-before")
    def read_before():
        request.get_data(cache=False)
        answer = receive(receiver, request.environ)
        return answer.body, answer.status, answer.headers

    return app


def django_without_autocommit():
    return django(AUTOCOMMIT=False)


def django(**database):
    import django
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.db import connection, models, transaction
    from django.urls import path

    middleware = ["django.middleware.csrf.CsrfViewMiddleware", f"{__name__}.DjangoMiddleware"]
    here = {"ENGINE": "django.db.backends.sqlite3", "NAME": STATE, "ATOMIC_REQUESTS": True, "OPTIONS": {"timeout": 5}}
    here |= database
    settings.configure(
        SECRET_KEY="x", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, MIDDLEWARE=middleware, DATABASES={"default": here}
    )
    django.setup()

    from django.http import HttpResponse
    from django.views.decorators.csrf import csrf_exempt

    from collections_contract.django import ModelStore, webhook_view

    class HandledDelivery(models.Model):
        key = models.CharField(max_length=255, primary_key=True)

        class Meta:
            app_label = "payments"
            db_table = "handled"

    with closing(sqlite3.connect(STATE)) as raw:
        raw.executescript(
            "CREATE TABLE IF NOT EXISTS handled (key TEXT PRIMARY KEY); CREATE TABLE IF NOT EXISTS payment (id INTEGER);"
            "CREATE TABLE IF NOT EXISTS receipt (key TEXT REFERENCES handled DEFERRABLE INITIALLY DEFERRED)"
        )

    def insert(payment, _):
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO payment VALUES (%s)", [payment.id])
            if payment.id == 600:
                cursor.execute("COMMIT")
            if payment.id == 500:
                cursor.execute("INSERT INTO receipt VALUES ('of nothing')")
        check(payment)
        if payment.id == 700:
            transaction.set_rollback(True)

    async def insert_later(payment, delivery):
        from asgiref.sync import sync_to_async

        await sync_to_async(insert)(payment, delivery)

    by_hand = Receiver(["s3cret"], insert, store=MemoryStore())

    @csrf_exempt
    def literal(request):
        """A view of one's own, under ATOMIC_REQUESTS."""
        answer = by_hand.refuse_head(request.method, request.content_type, request.META.get("CONTENT_LENGTH"))
        answer = answer or by_hand.receive(request.body, request.headers.get(NAME))
        return HttpResponse(answer.body, status=answer.status, headers=answer.headers)

    global urlpatterns
    urlpatterns = [
        path("hooks", webhook_view(Receiver(["s3cret"], insert, store=ModelStore(HandledDelivery)))),
        path("later", webhook_view(Receiver(["s3cret"], insert_later, store=ModelStore(HandledDelivery)))),
        path("literal", literal),
        path("kept", webhook_view(Receiver(["s3cret"], insert, store=ModelStore(HandledDelivery)))),
        path("consumed", webhook_view(Receiver(["s3cret"], insert, store=ModelStore(HandledDelivery)))),
    ]
    return get_wsgi_application()


class DjangoMiddleware:
    """
    Reads a body before the view, as logging does: `request.body` keeps it, `request.read()` does not. Answers 200 to
    what a view raises, as some interfaces tell errors.
    """

    def __init__(self, get_response):
        self._get_response = get_response

    def __call__(self, request):
        if request.path == "/kept":
            assert request.body
        if request.path == "/consumed":
            request.read()
        return self._get_response(request)

    def process_exception(self, *_):
        from django.http import JsonResponse

        return JsonResponse({"code": "error"})


def aiohttp():
    from aiohttp import web

    from collections_contract.aiohttp import webhook_handler

    app = web.Application()
    app.router.add_post("/hooks", webhook_handler(in_a_file(note_later_in_transaction)))
    web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None)


sys.path.insert(0, str(Path(__file__).parent))
if __name__ == "__main__":
    globals()[sys.argv[1]]()
elif os.environ.get("APP"):
    app = globals()[os.environ["APP"]]()
