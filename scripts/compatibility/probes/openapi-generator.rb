$LOAD_PATH.unshift(File.join(__dir__, "generated/lib"))
require "json"
require "uri"
require "openapi_client"
include OpenapiClient

operation, base, token, text = ARGV
body = JSON.parse(text)
configuration = Configuration.new
configuration.access_token = token
unless base.empty?
  url = URI(base)
  configuration.scheme = url.scheme
  configuration.host = "#{url.host}:#{url.port}"
  configuration.server_index = nil
  configuration.server_operation_index = {}
end
client = ApiClient.new(configuration)
puts case operation
     when "exchangeAuthorizationCode"
       form = body.values_at("grant_type", "code", "client_id", "client_secret", "redirect_uri")
       OAuthApi.new(client).exchange_authorization_code(*form).access_token
     when "createClientWebhook"
       ClientWebhooksApi.new(client).create_client_webhook(ClientWebhookCreate.build_from_hash(body)).secret
     when "listAppWebhooks" then JSON.generate(AppWebhooksApi.new(client).list_app_webhooks("7"))
     when "createAppWebhook" then AppWebhooksApi.new(client).create_app_webhook(AppWebhookWrite.build_from_hash(body)).webhook_url
     else JSON.generate(PaymentSnapshot.build_from_hash(body).to_hash)
     end
