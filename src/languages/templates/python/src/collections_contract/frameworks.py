"""Transactions that a framework opens around a request, and commits after any answer. That is Django."""

from __future__ import annotations

import sys
from typing import Any


def roll_back_request() -> None:
    """Marks the transactions of ATOMIC_REQUESTS for rollback, so that half of a failed handler is not committed."""
    for connection in _open_transactions():
        if connection.settings_dict.get("ATOMIC_REQUESTS"):
            connection.set_rollback(True)


def check_not_rolled_back() -> None:
    """Raises ``RuntimeError`` if the handler marked its transaction for rollback: then nothing of it stays."""
    if any(connection.get_rollback() for connection in _open_transactions()):
        raise RuntimeError("the handler returned, but its transaction is marked for rollback")


def _open_transactions() -> list[Any]:
    django = sys.modules.get("django.db")
    if django is None:
        return []
    from django.core.exceptions import ImproperlyConfigured

    try:
        return [one for one in django.connections.all() if one.in_atomic_block]
    except ImproperlyConfigured:
        return []
