# frozen_string_literal: true

# Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

# What the documents state, as values.
module CollectionsContract
  # The version of the documents.
  CONTRACT_VERSION = "0.1.0"

  # The header that carries the signature of a delivery.
  SIGNATURE_HEADER = "X-Service-Signature"

  # What stands before the digits of a signature.
  SIGNATURE_PREFIX = "sha256="

  # The header that carries the access token of a call, by default.
  TOKEN_HEADER = "Authorization"

  # What stands before the token in that header.
  TOKEN_PREFIX = "Bearer "

  # An event.
  CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed"

  # The HTTP status of the answer is ignored.
  FIRE_AND_FORGET = 1

  # A delivery whose answer is not 2xx is retried.
  WAIT_FOR_SUCCESSFUL_RESPONSE = 2

  # The grant of the token request.
  GRANT_TYPE = "authorization_code"

  # The fewest events that an app webhook may list.
  APP_WEBHOOK_EVENTS_MIN = 1

  # The most events that an app webhook may list.
  APP_WEBHOOK_EVENTS_MAX = 100

  # The events that are delivered today. More may come.
  EVENT_NAMES = [CASE_FILE_PAYMENT_CONFIRMED].freeze

  # Path, grant type and media type of a refresh.
  REFRESH = ["/oauth/v2/token", "refresh_token", "application/x-www-form-urlencoded"].freeze

  # Method and path of each operation.
  OPERATIONS = {
    "exchangeAuthorizationCode" => ["POST", "/oauth/v2/token"],
    "createClientWebhook" => ["POST", "/api/client_webhooks"],
    "listAppWebhooks" => ["GET", "/api/apps/{id}/app_webhooks"],
    "createAppWebhook" => ["POST", "/api/app_webhooks"]
  }.freeze
end
