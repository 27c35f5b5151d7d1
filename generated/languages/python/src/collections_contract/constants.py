# Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

"""What the documents state, as values."""

CONTRACT_VERSION = "0.1.0"

SIGNATURE_HEADER = "X-Service-Signature"
SIGNATURE_PREFIX = "sha256="

TOKEN_HEADER = "Authorization"
TOKEN_PREFIX = "Bearer "
"""How a call carries its access token, unless the client is told otherwise."""

CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed"

EVENT_NAMES = (CASE_FILE_PAYMENT_CONFIRMED,)
"""The events that are delivered today. More may come."""

FIRE_AND_FORGET = 1
"""The HTTP status of the answer is ignored."""

WAIT_FOR_SUCCESSFUL_RESPONSE = 2
"""A delivery whose answer is not 2xx is retried."""

OPERATIONS = {
    "exchangeAuthorizationCode": ("POST", "/oauth/v2/token"),
    "createClientWebhook": ("POST", "/api/client_webhooks"),
    "listAppWebhooks": ("GET", "/api/apps/{id}/app_webhooks"),
    "createAppWebhook": ("POST", "/api/app_webhooks"),
}
"""Method and path of each operation."""

GRANT_TYPE = "authorization_code"

APP_WEBHOOK_EVENTS_MIN = 1
APP_WEBHOOK_EVENTS_MAX = 100
