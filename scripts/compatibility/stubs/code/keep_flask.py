"""Verifies each delivery over the bytes that arrived. Flask keeps them: `request.get_data()` gives them again."""

import os

from collections_contract import verify
from flask import Flask, abort, request


def keep_bytes(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1_000_000

    @app.before_request
    def verified() -> None:
        if request.path != "/client-webhook":
            return
        body = request.get_data()  # Before anything asks for request.json.
        signature = ",".join(request.headers.getlist("X-Service-Signature"))
        if not verify(body, signature or None, [os.environ["WEBHOOK_SECRET"]]):
            abort(401)
