# frozen_string_literal: true

# From an authorization code to a registered webhook. Prints what the service answered as one JSON document, without
# tokens and secrets; the secret of the new webhook goes into the file SECRET_FILE, which only this user may read.
#
# Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI, APP_ID, WEBHOOK_URL and
# SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine, for tests.

$LOAD_PATH.unshift(File.expand_path("../lib", __dir__))
require "json"
require "collections_contract"

env = ->(name) { ENV.fetch(name) }
local = { allow_insecure_loopback: ENV["ALLOW_INSECURE_LOOPBACK"] == "1" }
events = [CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED]

begin
  credentials = { client_id: env["CLIENT_ID"], client_secret: env["CLIENT_SECRET"] }
  tokens = CollectionsContract::OAuth.new(env["AUTH_URL"], **credentials, **local)
                                     .exchange(code: env["CODE"], redirect_uri: env["REDIRECT_URI"])
  client = CollectionsContract::Client.new(env["BASE_URL"], tokens.access_token, **local)

  created = client.create_client_webhook(
    CollectionsContract::ClientWebhookCreate.new(
      client: env["CLIENT_IRI"], name: "Payments", events: events, url: env["WEBHOOK_URL"]
    )
  )
  File.open(env["SECRET_FILE"], "w", 0o600) { |file| file.write(created.secret) }

  app_webhook = client.create_app_webhook(
    CollectionsContract::AppWebhookWrite.new(
      app: env["APP_IRI"], webhook_url: env["WEBHOOK_URL"], events: events,
      response_handling_type: CollectionsContract::WAIT_FOR_SUCCESSFUL_RESPONSE, active: true
    )
  )
  puts JSON.generate(
    "tokens" => { "token_type" => tokens.token_type, "expires_in" => tokens.expires_in },
    "clientWebhook" => created.to_h.except("secret"),
    "appWebhook" => app_webhook,
    "appWebhooks" => client.list_app_webhooks(env["APP_ID"])
  )
rescue CollectionsContract::ApiError => e
  # One line: the code, the operation, the status. Never what the service sent.
  abort e.message
end
