"""
The client for asyncio. Each call runs in a thread, because the standard library has no asynchronous HTTP.

Cancelling a call stops the waiting at once; the request itself ends with its time-out.
"""

from __future__ import annotations

import asyncio
from typing import Any

from . import client as blocking
from .models import AppWebhook, AppWebhookWrite, ClientWebhook, ClientWebhookCreate, TokenResponse


class AsyncClient:
    """A ``Client`` whose methods are awaited. Arguments and errors are those of ``Client``."""

    def __init__(self, base_url: str, access_token: str, **options: Any) -> None:
        self._client = blocking.Client(base_url, access_token, **options)

    async def create_client_webhook(self, webhook: ClientWebhookCreate) -> ClientWebhook:
        """Creates a client webhook. Store ``secret`` of the result at once."""
        return await asyncio.to_thread(self._client.create_client_webhook, webhook)

    async def create_app_webhook(self, webhook: AppWebhookWrite) -> AppWebhook:
        """Creates an app webhook."""
        return await asyncio.to_thread(self._client.create_app_webhook, webhook)

    async def list_app_webhooks(self, app_id: str | int) -> Any:
        """Lists the app webhooks of an App, as the JSON that arrived."""
        return await asyncio.to_thread(self._client.list_app_webhooks, app_id)


async def exchange_authorization_code_async(auth_url: str, **arguments: Any) -> TokenResponse:
    """Exchanges an authorization code. Arguments and errors are those of ``exchange_authorization_code``."""
    return await asyncio.to_thread(blocking.exchange_authorization_code, auth_url, **arguments)
