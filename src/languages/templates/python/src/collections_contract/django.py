"""
The receiver as a view of Django, and a store in its database.

    # models.py
    class HandledDelivery(models.Model):
        key = models.CharField(max_length=255, primary_key=True)

    # urls.py
    receiver = Receiver([secret], on_payment, store=ModelStore(HandledDelivery))
    urlpatterns = [path("hooks/payments", webhook_view(receiver))]
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from django.db import connections, router, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from .held import held
from .options import check_positive
from .receiver import Receiver
from .sql import ANSWER_SECONDS, HANDLER_SECONDS, LIMITS, SETTINGS, SYNC, writable
from .wire import Wire
from .wsgi import receive


class ModelStore:
    """
    A store in a table of Django: ``model`` has a unique text ``key``. What the handler writes and the key are
    committed together, or not at all. ``lock_timeout``: seconds that this transaction waits for a lock, such as that
    of a process that handles the same payment; on PostgreSQL, other databases have a setting of their own.
    """

    def __init__(self, model: Any, *, lock_timeout: float = 2.0) -> None:
        check_positive("lock_timeout", lock_timeout)
        self._model = model
        self._lock_timeout = math.ceil(lock_timeout * 1000)

    @contextmanager
    def once(self, key: str) -> Iterator[Any]:
        using = router.db_for_write(self._model)
        connection = connections[using]
        connection.ensure_connection()
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            connection.connection.execute(SYNC)
        is_outermost = connection.vendor == "postgresql" and not connection.in_atomic_block
        with (
            closing(Wire(connection.connection)) as wire,
            writable(wire, is_outermost),
            transaction.atomic(using=using),
            # Before Django rolls back.
            writable(wire, is_outermost) as begin,
        ):
            if not connection.commit_on_exit:
                raise TypeError("the store needs a database with AUTOCOMMIT: without it, nothing commits")
            wire.cut_after(self._lock_timeout / 1000 + ANSWER_SECONDS)
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(begin + LIMITS % self._lock_timeout)
            _, is_new = self._model.objects.using(using).get_or_create(key=key)
            raw = connection.connection
            with held(raw, lambda sql: raw.cursor().execute(sql)):
                wire.cut_after(HANDLER_SECONDS)
                yield connection if is_new else False
                wire.cut_after(ANSWER_SECONDS)
            if connection.vendor == "postgresql":
                raw.cursor().execute(SETTINGS)


def webhook_view(receiver: Receiver) -> Callable[[HttpRequest], HttpResponse]:
    """
    Returns a view that takes deliveries, without a check against request forgery: the signature says who sent them.
    Asynchronous handlers are awaited. The view itself opens the transactions of ATOMIC_REQUESTS: a failure rolls them
    back, and a commit that fails is answered here, not by a middleware.
    """

    @csrf_exempt  # type: ignore[untyped-decorator, unused-ignore]
    def view(request: HttpRequest) -> HttpResponse:
        environ = request.META
        # Django reads chunks as an empty body, unless it reads none at all.
        if environ.get("CONTENT_LENGTH") or not environ.get("wsgi.input_terminated"):
            environ = {**environ, "wsgi.input": request, "wsgi.input_terminated": True}
        try:
            with ExitStack() as transactions:
                for one in connections.all():
                    if one.settings_dict["ATOMIC_REQUESTS"]:
                        transactions.enter_context(transaction.atomic(using=one.alias))
                answer = receive(receiver, environ, async_to_sync(partial(asyncio.wait_for, timeout=None)))
        except Exception as error:
            answer = receiver.refuse(503, "store_failed", error)
        return HttpResponse(answer.body, status=answer.status, headers=answer.headers)

    for alias in connections:
        view = transaction.non_atomic_requests(using=alias)(view)
    return view  # type: ignore[no-any-return, unused-ignore]
