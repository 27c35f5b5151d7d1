"""Secrets from a file that may change while the receiver runs."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)


def secrets_from_file(
    path: str | os.PathLike[str],
    *,
    check_every: float = 1.0,
    on_error: Callable[[Exception], object] = lambda error: _log.error("the secrets cannot be read: %s", error),
) -> Callable[[], tuple[str, ...]]:
    """
    Returns a function for ``secrets`` of a receiver that reads one secret a line, and again when the file has changed.

    It looks at the file when a delivery arrives, at most every ``check_every`` seconds. If a changed file cannot be
    used, the secrets before it stay, and ``on_error`` gets the reason, once. Raises ``OSError`` or ``ValueError`` if
    the file cannot be used at first.
    """
    lock = threading.Lock()
    version = _version(path)
    secrets = _read(path)
    looked = time.monotonic()

    def current() -> tuple[str, ...]:
        nonlocal version, secrets, looked
        with lock:
            if time.monotonic() - looked >= check_every:
                looked = time.monotonic()
                found = _version(path)
                if found != version:
                    version = found
                    try:
                        secrets = _read(path)
                    except (OSError, ValueError) as error:
                        on_error(error)
            return secrets

    return current


def _version(path: str | os.PathLike[str]) -> tuple[int, int, int] | None:
    """Differs whenever the file was written or replaced; ``None`` if it cannot be looked at."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _read(path: str | os.PathLike[str]) -> tuple[str, ...]:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        # Its text would quote the file.
        raise ValueError(f"{os.fspath(path)} is not UTF-8") from None
    if lines[0].startswith("\ufeff"):
        raise ValueError(f"{os.fspath(path)} begins with a byte order mark")
    secrets = tuple(line for line in lines if line)
    if not secrets:
        raise ValueError(f"{os.fspath(path)} holds no secret")
    return secrets
