"""The socket of a connection to a database: it is ended where a driver waits, and is not shared with a parent."""

from __future__ import annotations

import os
import socket
import stat
import threading
from contextlib import suppress
from typing import Any

_INHERITED: set[int] = set()
"""Sockets that were open when this process was forked: processes that share one read each other's answers."""


def _note_sockets() -> None:
    for name in os.listdir("/dev/fd"):
        with suppress(OSError):
            state = os.fstat(int(name))
            if stat.S_ISSOCK(state.st_mode):
                _INHERITED.add(state.st_ino)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_sockets)


class Wire:
    """
    The socket of a connection, which can be ended while a driver waits: those of PostgreSQL wait for an answer without
    any limit. A driver that does not show its socket, such as pg8000, has a time-out of its own.
    """

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self._timer: threading.Timer | None = None
        self._socket: socket.socket | None = None
        # Of a connection that is gone, the next statement says so.
        with suppress(Exception):
            self._socket = socket.fromfd(raw.fileno(), socket.AF_INET, socket.SOCK_STREAM)
        if self._socket and os.fstat(self._socket.fileno()).st_ino in _INHERITED:
            self._socket.close()
            raise RuntimeError("this connection is shared with other processes: open the pool after the fork")

    def cut_after(self, seconds: float) -> None:
        """Ends the connection after this time, in the place of an earlier one."""
        self._stop()
        if self._socket:
            self._timer = threading.Timer(seconds, self._socket.shutdown, [socket.SHUT_RDWR])
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Lets the connection be."""
        self._stop()
        if self._socket:
            self._socket.close()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer.join()
