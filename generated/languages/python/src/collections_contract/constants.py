# Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

"""What the documents state, as values."""

CONTRACT_VERSION = "0.1.0"
"""The version of the documents."""

SIGNATURE_HEADER = "X-Service-Signature"
"""The header that carries the signature of a delivery."""

SIGNATURE_PREFIX = "sha256="
"""What stands before the digits of a signature."""

TOKEN_HEADER = "Authorization"
"""The header that carries the access token of a call, by default."""

TOKEN_PREFIX = "Bearer "
"""What stands before the token in that header."""

CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed"
"""An event."""

FIRE_AND_FORGET = 1
"""The HTTP status of the answer is ignored."""

WAIT_FOR_SUCCESSFUL_RESPONSE = 2
"""A delivery whose answer is not 2xx is retried."""

GRANT_TYPE = "authorization_code"
"""The grant of the token request."""

APP_WEBHOOK_EVENTS_MIN = 1
"""The fewest events that an app webhook may list."""

APP_WEBHOOK_EVENTS_MAX = 100
"""The most events that an app webhook may list."""

EVENT_NAMES = (CASE_FILE_PAYMENT_CONFIRMED,)
"""The events that are delivered today. More may come."""

OPERATIONS = {
    "exchangeAuthorizationCode": ("POST", "/oauth/v2/token"),
    "createClientWebhook": ("POST", "/api/client_webhooks"),
    "listAppWebhooks": ("GET", "/api/apps/{id}/app_webhooks"),
    "createAppWebhook": ("POST", "/api/app_webhooks"),
}
"""Method and path of each operation."""
