$LOAD_PATH.unshift(File.join(__dir__, "generated/lib"))
require "json"
require "uri"
require "openapi_client"

_base, auth, token, operations, *fixtures = ARGV
SENT = JSON.parse(operations)

def say(kind, name)
  puts [kind, name, "ok", yield].join("\t")
  true
rescue StandardError => e
  puts [kind, name, "error", "#{e.class}: #{e.message.lines.first&.strip}"].join("\t")
  false
end

def body(type, name)
  type.build_from_hash(SENT[name])
end

def tokens(client)
  form = SENT["exchangeAuthorizationCode"].values_at("grant_type", "code", "client_id", "client_secret", "redirect_uri")
  OpenapiClient::OAuthApi.new(client).exchange_authorization_code(*form).access_token
end

configuration = OpenapiClient::Configuration.new
configuration.access_token = token
client = OpenapiClient::ApiClient.new(configuration)
unless say("call", "exchangeAuthorizationCode") { tokens(client) }
  url = URI(auth)
  by_hand = OpenapiClient::Configuration.new
  by_hand.scheme = url.scheme
  by_hand.host = "#{url.host}:#{url.port}"
  by_hand.server_index = nil
  by_hand.server_operation_index = {}
  say("call", "exchangeAuthorizationCode") { tokens(OpenapiClient::ApiClient.new(by_hand)) }
end
say("call", "createClientWebhook") do
  OpenapiClient::ClientWebhooksApi.new(client).create_client_webhook(body(OpenapiClient::ClientWebhookCreate, "createClientWebhook")).secret
end
apps = OpenapiClient::AppWebhooksApi.new(client)
say("call", "listAppWebhooks") { JSON.generate(apps.list_app_webhooks("7")) }
say("call", "createAppWebhook") { apps.create_app_webhook(body(OpenapiClient::AppWebhookWrite, "createAppWebhook")).webhook_url }
fixtures.each_with_index do |file, index|
  say("fixture", index) { JSON.generate(OpenapiClient::PaymentSnapshot.build_from_hash(JSON.parse(File.read(file))).to_hash) }
end
