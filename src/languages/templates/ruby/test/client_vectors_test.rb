# frozen_string_literal: true

require "test_helper"
require_relative "service"

# The cases of vectors/client.json: results, errors, and what was sent, over real sockets.
class ClientVectorsTest < Minitest::Test
  include CollectionsContract

  CASES = Vectors.cases("client")

  def test_all_cases
    assert_operator CASES.size, :>, 60
    CASES.each { |one| check(one) }
  end

  private

  def check(one)
    answers = one["answers"].dup
    service = Service.new { |connection| (answer = answers.shift) ? connection.write(answer) : sleep }
    begin
      result = JSON.parse(JSON.generate(made(one, one.fetch("baseUrl", service.url))))
      assert_nil one["error"], one["id"]
      assert_equal [JSON.parse(one["result"])], [result], one["id"]
    rescue ApiError => e
      assert_error(one, e)
      service.requests.last(1).each { |head, _| assert_includes e.message, head.split.first(2).join(" #{service.url}"), one["id"] }
    end
    assert_equal one["sent"], service.requests.map { |head, body| sent(head, body) }, one["id"] if one["sent"]
  ensure
    service.stop
  end

  def assert_error(one, error)
    expected = one.fetch("error") { flunk "#{one["id"]}: #{error.message}" }
    retry_after = error.headers&.fetch("retry-after", nil)&.first
    found = { "code" => error.code, "status" => error.status, "retryAfter" => retry_after }
    assert_equal found.merge(expected), found, one["id"]
    refute_match(/hidden|token-\d/, "#{error.full_message} #{error.inspect}")
  end

  def made(one, url)
    operation, given = one.values_at("operation", "given")
    options = { timeout: one["timeoutMs"] / 1000.0, allow_insecure_loopback: true }
    return exchanged(url, given, options) if operation == "exchangeAuthorizationCode"

    tokens = one["tokens"]
    token = tokens.size > 1 ? ->(rejected) { rejected ? tokens.last : tokens.first } : tokens.first
    client = Client.new(url, token, token_header: ["Authorization", "Bearer "],
                                    max_response_bytes: one["maxResponseBytes"], **options)
    case operation
    when "listAppWebhooks" then client.list_app_webhooks(given)
    when "createAppWebhook" then client.create_app_webhook(AppWebhookWrite.from_h(given))
    else client.create_client_webhook(ClientWebhookCreate.from_h(given))
    end
  end

  def exchanged(url, given, options)
    OAuth.new(url, client_id: given["client_id"], client_secret: given["client_secret"], **options)
         .exchange(code: given["code"], redirect_uri: given["redirect_uri"])
  end

  def sent(head, body)
    method, path = head.split
    headers = head.scan(/^([\w-]+): (.*)\r$/).to_h { |name, value| [name.downcase, value] }
    type = headers["content-type"]
    read = type && (type.include?("form") ? URI.decode_www_form(body).to_h : JSON.parse(body))
    { "method" => method, "path" => path, "codings" => headers.key?("accept-encoding"),
      "authorization" => headers["authorization"], "contentType" => type, "body" => read }.compact
  end
end
