# frozen_string_literal: true

require "pp"
require "tempfile"
require "test_helper"
require_relative "service"

# The client and the token endpoint against servers that answer, are slow, cut off, untrusted, or behind a proxy.
class ClientTest < Minitest::Test
  include CollectionsContract

  WEBHOOK = { client: "/c/1", name: "n", events: ["e"], url: "https://hooks.example.com/" }.freeze
  TOKENS = '{"token_type":"bearer","expires_in":60,"access_token":"a","refresh_token":"r","scope":"x"}'

  def test_a_failure_is_cut_off_and_nothing_holds_the_token
    _, client = answering([500, "x" * 2_000_000])
    error = failing("service_failed") { client.create_client_webhook(ClientWebhookCreate.new(**WEBHOOK)) }
    assert_operator error.body.bytesize, :<=, 1_048_577
    refute_includes "#{client.inspect} #{client.pretty_inspect}", "hidden"
  end

  def test_an_error_says_how_long_to_wait
    ["ü", nil].each { |token| failing("token_invalid") { Client.new("https://example.com", token) } }
    { "7" => 7.0, "Wed, 21 Oct 2015 07:28:00 GMT" => 0.0, "soon" => nil, "tomorrow 10:00" => nil }.each do |text, seconds|
      _, client = answering([429, "", { "Retry-After" => text }])
      assert_equal [seconds], [failing("request_rejected") { client.list_app_webhooks(1) }.retry_after], text
    end
  end

  def test_the_time_out_is_for_the_whole_call
    ["", "HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"].each do |first|
      service = Service.new do |connection|
        connection.write(first)
        loop { connection.write("x").then { sleep 0.05 } }
      end
      begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      failing("timeout") { client(service.url, timeout: 0.3).list_app_webhooks(1) }
      assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - begun, :<, 10
    end
  end

  def test_a_server_that_sends_for_ever_is_left
    head = "HTTP/1.1 200 OK\r\n"
    chunked = "#{head}Transfer-Encoding: chunked\r\n\r\n2"
    floods = [["", "HTTP/1.1 103 X\r\n\r\n"], [head, "X: a\r\n"], ["#{head}X: ", "a"], ["#{chunked};", "a"]]
    [*floods, ["#{chunked}\r\n[]\r\n0\r\n", "X: a\r\n"]].each do |first, piece|
      service = Service.new do |connection|
        connection.write(first)
        loop { connection.write(piece * 1000) }
      end
      failing("unreachable") { client(service.url).list_app_webhooks(1) }
    end
  end

  def test_causes_are_told_apart
    closed = Service.answering([200, "[]"]).then { |one| one.url.tap { one.stop } }
    cut = Service.new { |connection| connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]") }
    odd = Service.new { |connection| connection.write("hidden\r\n\r\n") }
    proxy = Service.answering([407, ""])
    urls = [closed, odd.url, cut.url]
    errors = urls.map { |url| failing("unreachable") { client(url).list_app_webhooks(1) } }
    errors << failing("unreachable") { client("https://api.example.com", proxy: proxy.url).list_app_webhooks(1) }
    assert_equal errors.size, errors.map(&:reason).uniq.size, errors.map(&:reason).inspect
    assert_equal "unreachable: listAppWebhooks, GET #{closed}/api/apps/1/app_webhooks (ECONNREFUSED)", errors[0].message
    assert_kind_of Errno::ECONNREFUSED, errors[0].cause
    assert_match(/\ACONNECT api\.example\.com:443 /, proxy.requests[0][0])
    refute_includes proxy.requests[0][0], "hidden-token"
    # Whether a request that was cut off took effect is not known.
    assert_equal 1, cut.requests.size
  end

  def test_a_proxy_is_that_of_the_option_or_of_the_environment
    proxy = Service.answering([407, ""])
    url = proxy.url.sub("//", "//user:p%40ss@")
    before = ENV.to_h
    of_environment = [{ "HTTPS_PROXY" => url }, { "HTTPS_PROXY" => url, "NO_PROXY" => ".test" }, { "http_proxy" => url }]
    [[{}, url], *of_environment].each do |set, option|
      ENV.replace(before.reject { |name| name.match?(/proxy/i) }.merge(set))
      failing("unreachable") { client("https://api.example.test", proxy: option).list_app_webhooks(1) }
    end
    logins = proxy.requests.map { |head, _| head[/^Proxy-Authorization: Basic (.*?)\r$/i, 1].unpack1("m") }
    assert_equal ["user:p@ss"] * 2, logins
  ensure
    ENV.replace(before)
  end

  def test_a_certificate_is_trusted_if_its_file_is_given
    key, certificate = self_signed
    context = OpenSSL::SSL::SSLContext.new.tap { |one| one.add_certificate(certificate, key) }
    service = Service.new(context) { |one| one.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]") }
    Tempfile.create do |file|
      file.tap { |one| one.write(certificate.to_pem) }.flush
      assert_empty client(service.url("https"), ca_file: file.path).list_app_webhooks(1)
    end
    assert_match(/self.signed/, failing("unreachable") { client(service.url("https")).list_app_webhooks(1) }.reason)
    assert_raises(Errno::ENOENT) { client(service.url, ca_file: "/no/such/file") }
  end

  def test_tokens
    exchange = lambda do |service|
      OAuth.new(service.url, client_id: "i", client_secret: "hidden", allow_insecure_loopback: true)
           .exchange(code: "c&", redirect_uri: "https://a.example/")
    end
    assert_equal({ "scope" => "x" }, exchange.call(Service.answering([203, TOKENS])).extra)
    [
      [400, '{"error":"invalid_grant"}', "token_refused", "invalid_grant"],
      [401, '{"error":"hidden"}', "token_refused"],
      [200, "x" * 70_000, "response_too_large"]
    ].each do |status, body, code, named|
      error = failing(code) { exchange.call(Service.answering([status, body])) }
      assert_equal [status, named], [error.status, error.error], body[0, 20]
    end
    shown = OAuth.new("https://a.example", client_id: "i", client_secret: "hidden")
    refute_includes "#{shown.inspect} #{shown.pretty_inspect}", "hidden"
  end

  private

  def client(url, token = "hidden-token", **options)
    Client.new(url, token, allow_insecure_loopback: true, **options)
  end

  def answering(*answers)
    service = Service.answering(*answers)
    [service, client(service.url)]
  end

  def failing(code, &call)
    error = assert_raises(ApiError, &call)
    assert_equal code, error.code, error.message
    refute_match(/hidden|elsewhere/, "#{error.full_message} #{error.pretty_inspect}")
    error
  end

  def self_signed
    key = OpenSSL::PKey::EC.generate("prime256v1")
    name = OpenSSL::X509::Name.parse("/CN=localhost")
    certificate = OpenSSL::X509::Certificate.new
    certificate.version = 2
    certificate.serial = 1
    certificate.subject = certificate.issuer = name
    certificate.public_key = key
    certificate.not_before = Time.now - 60
    certificate.not_after = Time.now + 600
    factory = OpenSSL::X509::ExtensionFactory.new(certificate, certificate)
    certificate.add_extension(factory.create_extension("subjectAltName", "IP:127.0.0.1"))
    [key, certificate.sign(key, "SHA256")]
  end
end
