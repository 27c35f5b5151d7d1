"""The receiver as a route of FastAPI or Starlette: ``app.router.routes.append(webhook_route("/hooks", receiver))``."""

from __future__ import annotations

from starlette.routing import Route

from .asgi import WebhookApp
from .receiver import Receiver


def webhook_route(path: str, receiver: Receiver, *, body_timeout: float = 10.0, threads: int = 8) -> Route:
    """Returns a route that takes deliveries as raw bytes. No parser of the framework sees them."""
    return Route(path, WebhookApp(receiver, body_timeout=body_timeout, threads=threads), include_in_schema=False)
