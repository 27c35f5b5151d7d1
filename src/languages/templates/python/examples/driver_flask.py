"""
The driver of the judge in Flask, to fill in. Register the blueprint in test set-ups of your service only.

    python3 -m pip install . flask
    DRIVER_TOKEN=... PORT=8099 python3 examples/driver_flask.py
    DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8099/test-support
"""

import os

from flask import Blueprint, Flask, Response, jsonify, request

from collections_contract.driver import Driver, Members


def support() -> Members:
    """Returns what your service can do: give it the members of ``Members``. What stays None is not listed."""
    return Members()


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
    driver = Driver(os.environ.get("DRIVER_TOKEN", ""), support())
    app = Flask(__name__)
    app.register_blueprint(blueprint(driver))
    app.run("127.0.0.1", int(os.environ.get("PORT", "8099")))


if __name__ == "__main__":
    main()
