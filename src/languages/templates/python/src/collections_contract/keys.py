"""Whose payment it is, and the key under which a store remembers it."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .models import PaymentSnapshot

KEY_MAX = 100
"""The longest key with an owner that is stored as it is, in characters."""
# Stand for other values. No payload has them; a function that parses times gets a time.
_TIME = "1987-06-05T04:32:10+00:00"
_OTHER = "Qzx 8264913750"
_UNFIT = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True)
class LabelledSecret:
    """
    The secret of one webhook. ``label`` names it in deliveries. ``owner`` is the customer whose payments it signs:
    the label if left out. Secrets under one label have one owner.
    """

    label: str
    secret: str = field(repr=False)
    owner: str | None = None


@dataclass(frozen=True)
class OwnedSecrets:
    """Secrets that all belong to one customer, ``owner``."""

    owner: str
    secrets: Sequence[str | LabelledSecret] = field(repr=False)


@dataclass(frozen=True)
class Known:
    """A secret with what is known about it."""

    secret: str = field(repr=False)
    label: str | None = None
    owner: str | None = None


def known_secrets(given: Any) -> tuple[Known, ...]:
    """Returns the secrets in their order. Raises ``ValueError`` for a list that cannot be used; it quotes nothing."""
    common = given.owner if isinstance(given, OwnedSecrets) else None
    listed = given.secrets if isinstance(given, OwnedSecrets) else given
    if isinstance(given, OwnedSecrets) and not _is_text(common):
        raise ValueError("owner_empty: the owner of secrets is a text that is not empty")
    if isinstance(listed, (str, bytes, Mapping)) or not isinstance(listed, Iterable):
        raise ValueError("secret_empty: pass a list of secrets, none of them empty")
    known = tuple(_known(one, common) for one in listed)
    if not known:
        raise ValueError("secret_empty: the list of secrets is empty")
    owners: dict[str, str | None] = {}
    for one in known:
        if one.label is not None and owners.setdefault(one.label, one.owner) != one.owner:
            raise ValueError("label_ambiguous: secrets under one label have one owner")
    return known


def _known(one: Any, common: str | None) -> Known:
    labelled = one if isinstance(one, LabelledSecret) else None
    secret = labelled.secret if labelled else one
    if not _is_text(secret):
        raise ValueError("secret_empty: a secret is missing or empty; is its environment variable set?")
    if secret[0] == "\ufeff" or any(one == "\ufffd" or "\ud800" <= one <= "\udfff" for one in secret):
        raise ValueError("secret_unusable: a secret was read from bytes that are not UTF-8")
    if labelled is None:
        return Known(secret, None, common)
    owner = common or (labelled.label if labelled.owner is None else labelled.owner)
    if not _is_text(labelled.label) or not _is_text(owner):
        raise ValueError("label_empty: a label and an owner are texts that are not empty")
    return Known(secret, labelled.label, owner)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def ask_for_key(key: Callable[[PaymentSnapshot], object], payment: PaymentSnapshot, payload: Mapping[str, Any]) -> str:
    """
    Returns the key of a payment, by a function of the user. It is asked a second time, for a payment with other values:
    a key that stays the same would make all payments one, and all but the first would be lost as duplicates. One that
    raises there depends on a value. Raises ``TypeError``.
    """
    same = key(payment)
    if not isinstance(same, str) or not same:
        raise TypeError(f"`key` returned a {type(same).__name__}: return a text that is not empty")
    try:
        another = key(PaymentSnapshot.from_json({**_other(payload), "@event": payload["@event"]}))
    except Exception:
        return same
    if another == same:
        raise TypeError("`key` returned the same for another payment: it names a member that is not there, or none")
    return same


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        other = _TIME if value[10:11] == "T" else _OTHER
        return "" if value == other else other
    if isinstance(value, int | float):
        return 2 if value == 1 else 1
    if isinstance(value, list):
        return [_other(one) for one in value]
    if isinstance(value, dict):
        return {name: _other(one) for name, one in value.items()}
    return value


def key_within(owner: str | None, same: str) -> str:
    """
    Returns ``same`` within its owner: equal for two deliveries if and only if owner and ``same`` are. Without an
    owner it is ``same``, with one ``OWNER/SAME``; what not every store can hold is a digest after a slash.
    """
    encoded = quote(owner or "", safe="!*'()", errors="surrogatepass")  # as encodeURIComponent
    key, most = (same, 255) if owner is None else (f"{encoded}/{same}", KEY_MAX)
    if len(key) <= most and not _UNFIT.search(key):
        return key
    digest = hashlib.sha256(f"{encoded} {same}".encode("utf-8", "surrogatepass")).digest()
    return "/" + b64encode(digest).decode("ascii")
