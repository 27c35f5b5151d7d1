"""
A sandbox for pytest. In ``conftest.py``: ``pytest_plugins = ["collections_contract.pytest_plugin"]``.

``sandbox`` is empty at the start of each test. With SANDBOX_URL (and SANDBOX_TOKEN), tests use the sandbox that runs
there, and delete nothing in it. Run a test with both profiles:

    @pytest.mark.parametrize("sandbox", ["default", "strict"], indirect=True)
    def test_payments(sandbox):
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .sandbox import Sandbox


@pytest.fixture(scope="session")
def _sandboxes() -> Iterator[dict[str, Sandbox]]:
    """The sandboxes that were started, by profile."""
    running: dict[str, Sandbox] = {}
    yield running
    for sandbox in running.values():
        sandbox.stop()


@pytest.fixture
def sandbox(request: pytest.FixtureRequest, _sandboxes: dict[str, Sandbox]) -> Sandbox:
    """A sandbox, with the profile of the parameter."""
    profile = getattr(request, "param", "default")
    url = os.environ.get("SANDBOX_URL")
    if url:
        if profile != "default":
            pytest.skip("the sandbox at SANDBOX_URL has a profile of its own")
        return Sandbox(url, os.environ.get("SANDBOX_AUTH_URL"), token=os.environ.get("SANDBOX_TOKEN"))
    if profile not in _sandboxes:
        _sandboxes[profile] = Sandbox.start(profile=profile)
    _sandboxes[profile].reset()
    return _sandboxes[profile]
