"""The receiver as a route of FastAPI or Starlette: ``app.router.routes.append(webhook_route("/hooks", receiver))``."""

from __future__ import annotations

from typing import Any

from starlette.routing import Route

from .asgi import WebhookApp
from .receiver import Receiver


def webhook_route(path: str, receiver: Receiver, **options: Any) -> Route:
    """
    Returns a route that takes deliveries as raw bytes. No parser of the framework sees them. ``options``: those of
    ``WebhookApp``.
    """
    return Route(path, WebhookApp(receiver, **options), include_in_schema=False)
