"""
The sandbox of collections-contract for tests: started by its command, or one that runs already.

The command needs Node: ``npx collections-contract``, or what COLLECTIONS_CONTRACT says instead.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .client import Client

ORIGIN = "https://hooks.example.com"
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class SandboxError(Exception):
    """The sandbox did not start, was not reached, or refused; the message says why."""


@dataclass(frozen=True)
class Settled:
    """A payment, and what became of its deliveries: ``state``, and ``attempts`` with the ``status`` of each answer."""

    payment: dict[str, Any]
    deliveries: list[dict[str, Any]]


class Sandbox:
    """
    A sandbox that runs. Its members do the same with every profile.

    ``base_url``, ``auth_url``: where the API and the token exchange are. ``token``: of its control, if it has one.
    """

    def __init__(self, base_url: str, auth_url: str | None = None, *, token: str | None = None) -> None:
        self.base_url = base_url.rstrip("/")
        self.auth_url = (auth_url or base_url).rstrip("/")
        self._authorization = {"Authorization": f"Bearer {token}"} if token else {}
        self._process: subprocess.Popen[str] | None = None

    @classmethod
    def start(cls, *, profile: str = "default") -> Sandbox:
        """Starts a sandbox on a free port, with a clock that ``pay_and_settle`` advances. Call ``stop`` at the end."""
        command = [*shlex.split(os.environ.get("COLLECTIONS_CONTRACT", "npx collections-contract")), "sandbox"]
        command += ["--port", "0", "--virtual-clock", "--quiet", "--json", "--profile", profile]
        # The token of a sandbox that runs elsewhere would lock this one.
        env = {name: value for name, value in os.environ.items() if name != "SANDBOX_TOKEN"}
        try:
            # A group of its own: npx leaves what it started behind when it is ended alone.
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=env)
        except OSError as error:
            raise SandboxError(f"{command[0]} cannot be started: {error.strerror}") from error
        told = _first_json(process)
        if "baseUrl" not in told:
            _end(process)
            why = told.get("error", {}).get("message", "see its standard error")
            raise SandboxError(f"{shlex.join(command)} did not start: {why}")
        sandbox = cls(told["baseUrl"], told["authUrl"])
        sandbox._process = process
        return sandbox

    def stop(self) -> None:
        """Ends a sandbox that ``start`` started."""
        if self._process:
            _end(self._process)
            self._process = None

    def client(self) -> Client:
        """
        Returns a client whose token has every scope, in the header of the profile. The token ends when the clock
        advances far enough, as in ``pay_and_settle`` with retries, and with ``reset``: then call this again.
        """
        token = self.control("POST", "driver/accessToken", {})["accessToken"]
        headers = self.control("POST", "driver/requestHeaders", {"token": token})["headers"]
        ((name, value),) = headers.items()
        prefix = value.removesuffix(token)
        return Client(self.base_url, token, token_header=(name, prefix), allow_insecure_loopback=True)

    def forward(self, to: str, origin: str = ORIGIN) -> None:
        """Delivers to a local origin what is registered for another."""
        self.control("POST", "forwards", {"origin": origin, "to": to})

    def register_webhook(self, url: str = f"{ORIGIN}/payments", **members: Any) -> dict[str, Any]:
        """Registers a client webhook and switches it on. Returns it, with its ``secret``."""
        webhook: dict[str, Any] = self.control("POST", "client-webhooks", {"url": url, **members})
        return webhook

    def pay_and_settle(self, **payment: Any) -> Settled:
        """Confirms a payment (``amount``, ``client``), and returns when none of its deliveries is pending."""
        paid = self.control("POST", "payments", {**payment, "confirmed": True})
        self.control("POST", "clock/run-out", {})
        return Settled(paid["payment"], [self.control("GET", f"deliveries/{id}") for id in paid["deliveries"]])

    def reset(self) -> None:
        """Deletes everything but the settings, forwards included."""
        for origin in self.control("GET", "forwards"):
            self.control("POST", "forwards/remove", {"origin": origin})
        self.control("POST", "reset", {})

    def control(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Calls the control of the sandbox, which its guide describes."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self._authorization}
        request = urllib.request.Request(f"{self.base_url}/_control/{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=60) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise SandboxError(f"{path}: {_message(error)}") from None
        except (OSError, ValueError) as error:
            raise SandboxError(f"no sandbox answers at {self.base_url}") from error


def _first_json(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Returns the first JSON that the command prints, or nothing if it ends before."""
    said = ""
    for line in process.stdout or ():
        said += line
        try:
            told: dict[str, Any] = json.loads(said)
            return told
        except ValueError:
            continue
    return {}


def _message(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["message"])
    except (ValueError, KeyError, TypeError):
        return f"status {error.code}"


def _end(process: subprocess.Popen[str]) -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()
        process.wait(10)
    except ProcessLookupError:
        pass
    except subprocess.TimeoutExpired:
        process.kill()
    if process.stdout:
        process.stdout.close()
