"""Signing and verifying deliveries: HMAC-SHA256 over the raw body, as text ``sha256=<64 hex digits>``."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .constants import SIGNATURE_PREFIX

_DIGITS = hashlib.sha256().digest_size * 2
# White space and control characters, as every language of this contract counts them.
_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ufeff]")


@dataclass(frozen=True)
class Verdict:
    """``ok`` with the index of the secret that matched, or the code of the first reason against it."""

    ok: bool
    secret_index: int | None = None
    code: str | None = None

    def __bool__(self) -> bool:
        return self.ok


def sign(body: bytes, secret: str) -> str:
    """The value of the signature header for exactly these bytes. Raises ``ValueError`` on an empty secret."""
    if not secret:
        raise ValueError("secret_empty: anyone can sign with an empty key")
    return SIGNATURE_PREFIX + _mac(body, secret).hex()


def verify(body: bytes, header: str | None, secrets: Sequence[str]) -> Verdict:
    """
    Was this body signed with one of these secrets?

    ``body``: the bytes as they arrived, before any parsing. ``header``: the value of the signature
    header as it arrived, ``None`` if there was none; several of the same name joined by a comma.
    ``secrets``: one, or several while a secret is being replaced. The comparison takes constant time.
    """
    if isinstance(secrets, str):
        raise TypeError("secrets is a list of strings, not a string")
    raw(body)
    if not secrets or not all(secrets):
        return Verdict(False, code="secret_empty")
    code = _fault(header)
    if code is not None or header is None:
        return Verdict(False, code=code)
    given = bytes.fromhex(header[len(SIGNATURE_PREFIX) :])
    for index, secret in enumerate(secrets):
        if hmac.compare_digest(_mac(body, secret), given):
            return Verdict(True, secret_index=index)
    return Verdict(False, code="signature_mismatch")


def raw(body: bytes) -> bytes:
    """Returns the bytes of a body. Raises ``TypeError`` for text, which has other ones."""
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError("body_not_bytes: pass the raw body, taken before any parsing")
    return bytes(body)


def _fault(header: str | None) -> str | None:
    """The first rule that applies gives the code, so one value has one code in every language."""
    if not header:
        return "signature_missing"
    if "," in header:
        return "signature_repeated"
    if _BLANK.search(header):
        return "signature_whitespace"
    if not header.startswith(SIGNATURE_PREFIX):
        return "signature_algorithm" if re.match(r"[0-9a-z-]+=", header) else "signature_prefix"
    digits = header[len(SIGNATURE_PREFIX) :]
    if not re.fullmatch(r"[0-9a-fA-F]*", digits):
        return "signature_encoding"
    return None if len(digits) == _DIGITS else "signature_length"


def _mac(body: bytes, secret: str) -> bytes:
    return hmac.new(secret.encode("utf-8"), body, hashlib.sha256).digest()
