# frozen_string_literal: true

# Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

# What the documents state, as values.
module CollectionsContract
  CONTRACT_VERSION = "0.1.0"

  SIGNATURE_HEADER = "X-Service-Signature"
  SIGNATURE_PREFIX = "sha256="

  # How a call carries its access token, unless the client is told otherwise.
  TOKEN_HEADER = "Authorization"
  TOKEN_PREFIX = "Bearer "

  CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed"

  # The events that are delivered today. More may come.
  EVENT_NAMES = [CASE_FILE_PAYMENT_CONFIRMED].freeze

  # The HTTP status of the answer is ignored.
  FIRE_AND_FORGET = 1

  # A delivery whose answer is not 2xx is retried.
  WAIT_FOR_SUCCESSFUL_RESPONSE = 2

  # Method and path of each operation.
  OPERATIONS = {
    "exchangeAuthorizationCode" => ["POST", "/oauth/v2/token"],
    "createClientWebhook" => ["POST", "/api/client_webhooks"],
    "listAppWebhooks" => ["GET", "/api/apps/{id}/app_webhooks"],
    "createAppWebhook" => ["POST", "/api/app_webhooks"]
  }.freeze

  GRANT_TYPE = "authorization_code"

  APP_WEBHOOK_EVENTS_MIN = 1
  APP_WEBHOOK_EVENTS_MAX = 100
end
