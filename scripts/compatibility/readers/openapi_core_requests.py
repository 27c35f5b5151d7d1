"""Three requests with a body: two calls and a delivery whose timestamps are +0100 and which has an unknown member."""

import json
import sys

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

openapi = OpenAPI.from_file_path(sys.argv[1])
receiver = OpenAPI.from_file_path(sys.argv[2])
payment, registration = json.load(open(sys.argv[3])), json.load(open(sys.argv[4]))
for name in ("confirmedAt", "createdAt", "updatedAt"):
    payment[name] = payment[name].replace("+01:00", "+0100")
payment["unknown"] = "member"


def request(host, path, body, headers):
    data = json.dumps(body).encode()
    return MockRequest(host, "post", path, headers=headers, data=data, content_type="application/json")


bearer = {"Authorization": "Bearer token"}
openapi.validate_request(request("https://base-url.invalid", "/api/client_webhooks", registration, bearer))
signature = {"X-Service-Signature": "sha256=" + 64 * "0"}
receiver.validate_request(request("https://receiver.invalid", "/client-webhook", payment, signature))
refused = False
try:
    openapi.validate_request(request("https://base-url.invalid", "/api/client_webhooks", {}, bearer))
except Exception:
    refused = True
assert refused, "an empty registration was taken"
