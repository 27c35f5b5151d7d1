"""Payment webhooks and the API of a collections service, with the standard library alone."""

from ._model import ModelError, parse_json
from .asgi import AsyncReceiver
from .async_client import AsyncClient, exchange_authorization_code_async
from .client import Client, exchange_authorization_code
from .constants import (
    CASE_FILE_PAYMENT_CONFIRMED,
    CONTRACT_VERSION,
    EVENT_NAMES,
    FIRE_AND_FORGET,
    SIGNATURE_HEADER,
    WAIT_FOR_SUCCESSFUL_RESPONSE,
)
from .delivery import Answer, Delivery
from .keys import LabelledSecret, OwnedSecrets
from .models import (
    AppDelivery,
    AppWebhook,
    AppWebhookWrite,
    CaseFileReference,
    ClientWebhook,
    ClientWebhookCreate,
    PaymentSnapshot,
    TokenResponse,
)
from .receiver import Receiver, payment_key
from .reports import Accepted, Problem
from .secrets_file import secrets_from_file
from .signature import Verdict, sign, verify
from .store import DuplicateStore, EventBusy, MemoryStore
from .transport import ApiError
from .webhook_url import is_webhook_url

__version__ = CONTRACT_VERSION

__all__ = [
    "Accepted",
    "Answer",
    "ApiError",
    "AppDelivery",
    "AppWebhook",
    "AppWebhookWrite",
    "AsyncClient",
    "AsyncReceiver",
    "CASE_FILE_PAYMENT_CONFIRMED",
    "CONTRACT_VERSION",
    "CaseFileReference",
    "Client",
    "ClientWebhook",
    "ClientWebhookCreate",
    "Delivery",
    "DuplicateStore",
    "EVENT_NAMES",
    "EventBusy",
    "FIRE_AND_FORGET",
    "LabelledSecret",
    "MemoryStore",
    "ModelError",
    "OwnedSecrets",
    "PaymentSnapshot",
    "Problem",
    "Receiver",
    "SIGNATURE_HEADER",
    "TokenResponse",
    "Verdict",
    "WAIT_FOR_SUCCESSFUL_RESPONSE",
    "exchange_authorization_code",
    "exchange_authorization_code_async",
    "is_webhook_url",
    "parse_json",
    "payment_key",
    "secrets_from_file",
    "sign",
    "verify",
]
