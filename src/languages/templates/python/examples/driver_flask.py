"""
The driver of the judge in Flask, to fill in. Register the blueprint in test set-ups of your service only.

    python3 -m pip install . flask
    DRIVER_TOKEN=... PORT=8099 python3 examples/driver_flask.py
    DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8099/test-support
"""

import os
import sys

from flask import Blueprint, Flask, Response, jsonify, request

from collections_contract.driver import Driver, Members


def support() -> Members:
    """Returns what your service can do. Each None is a place for your code: what stays None is not listed."""
    return Members(
        values=None,  # base URLs, clients, Apps, where the judge listens
        start=None,  # prepare for a run
        reset=None,  # forget webhooks and deliveries; clients, Apps and credentials stay
        stop=None,  # end the run
        settle=None,  # return as soon as no attempt at a delivery is pending
        credentials=None,  # a new authorization code, and what it is exchanged with
        access_token=None,  # an access token, if there is one without a code
        request_headers=None,  # (token): the headers that carry it; without it: Authorization, Bearer
        refresh=None,  # (refresh_token): an access token for it
        confirm_payment=None,  # (paid_to, client): make a payment and confirm it; its id, or None
        record_payment=None,  # (paid_to, client): make a payment that is not confirmed; its id, or None
        set_client_webhook_active=None,  # (request, response, active): switch the webhook of that answer on or off
        dispatch_app_event=None,  # (app, event): dispatch an event to the webhooks of an App
        emit_event=None,  # (client, event): let an event that your deployment adds happen to a payment
        processed=None,  # only for "test receiver": what took effect
    )


def blueprint(driver: Driver) -> Blueprint:
    """Returns the routes of the driver."""
    routes = Blueprint("test_support", __name__, url_prefix="/test-support")

    @routes.route("/<path:name>", methods=["GET", "POST"])
    def call(name: str) -> tuple[Response, int]:
        body = request.get_data()
        status, answer = driver.answer(request.method, name, request.headers.get("Authorization"), body)
        return Response() if answer is None else jsonify(answer), status

    return routes


def main() -> None:
    try:
        driver = Driver(os.environ.get("DRIVER_TOKEN", ""), support())
    except ValueError as error:
        sys.exit(str(error))
    app = Flask(__name__)
    app.register_blueprint(blueprint(driver))
    app.run("127.0.0.1", int(os.environ.get("PORT", "8099")))


if __name__ == "__main__":
    main()
