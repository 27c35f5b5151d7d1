"""A request, a delivery as handlers get it, and the answer to one."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

from .keys import Known
from .results import Wait


@dataclass(frozen=True)
class Delivery:
    """A verified delivery, as handlers get it."""

    event: str
    key: str
    """Two deliveries with the same key are the same; the store remembers it."""
    body: bytes = field(repr=False)
    """The bytes that were signed."""
    secret_index: int
    """Position of the secret that matched. An old secret can go when it no longer matches."""
    transaction: Any = field(default=None, repr=False, compare=False)
    """What ``once`` of the store yielded, such as a connection."""
    label: str | None = None
    """Of the secret that matched, if it has one."""
    owner: str | None = None
    """The customer whose payment it is, if the secrets say so."""


class DeliveryFailed(Exception):
    """``__cause__`` is what was raised: by itself, some of that makes a 200 (``HTTPOk``, ``Finish`` of Tornado)."""


class Answer:
    """The answer to send: ``status``, ``headers`` and ``body``. ``code`` says why it is not 2xx, to anyone.
    ``error`` has what the handler raised: raise it where a framework has to roll back a transaction of its own.

    Neither a data class nor with a ``__dict__`` or a text: frameworks would make a body of it, and send it with 200.
    """

    __slots__ = ("code", "error", "status")

    def __init__(self, status: int, code: str | None = None, error: BaseException | None = None) -> None:
        self.status = status
        self.code = code
        self.error = None if error is None else DeliveryFailed(code)
        if self.error:
            self.error.__cause__ = error

    def __str__(self) -> str:
        raise TypeError("send the status, headers and body of an answer")

    def __repr__(self) -> str:
        return f"Answer(status={self.status}, code={self.code!r})"

    @property
    def body(self) -> bytes:
        """``{"code":"..."}`` for a refusal, otherwise empty."""
        return b"" if self.code is None else json.dumps({"code": self.code}, separators=(",", ":")).encode("ascii")

    @property
    def headers(self) -> dict[str, str]:
        """The headers for this body."""
        allow = {"Allow": "POST"} if self.status == 405 else {}
        return allow if self.code is None else {"Content-Type": "application/json", **allow}


NOBODY = Known("")


@dataclass
class Request:
    """A request, and what is known of it by now."""

    body: bytes
    wait: Wait | None
    begun: float = field(default_factory=time.monotonic)
    index: int = 0
    secret: Known = NOBODY
    """The one that verified it."""
    may_be_earlier: bool = False
    """Whether the version before, without owners, may have stored it."""
    event: str | None = None
    """Of a payload that was read for a handler."""


def length_of(header: int | str | None) -> int | None:
    """Reads a Content-Length: ``None`` if it is not a number. One of too many digits to be read stays a large one."""
    text = "" if header is None else str(header)
    return int(text.lstrip("0")[:20] or 0) if text.isascii() and text.isdecimal() else None
