# frozen_string_literal: true

require "pp"
require "stringio"
require "test_helper"

# What could never work is refused where it is given, and what nobody may read is not printed.
class OptionsTest < Minitest::Test
  include CollectionsContract

  HERE = "http://127.0.0.1:1"

  def test_numbers_are_above_zero
    database = Module.new do
      def self.connection_pool; end
      def self.sanitize_sql; end
    end
    made = {
      max_body_bytes: ->(value) { receiver(max_body_bytes: value) },
      limit: ->(value) { MemoryStore.new(limit: value) },
      timeout: ->(value) { SqlStore.new(database, timeout: value) && client(timeout: value) },
      max_response_bytes: ->(value) { client(max_response_bytes: value) }
    }
    made.each do |name, make|
      make.call(1)
      [0, -1, Float::NAN, Float::INFINITY, nil, "1", true].each do |value|
        error = assert_raises(ArgumentError, "#{name}: #{value.inspect}") { make.call(value) }
        assert_match(/option_invalid: #{name}/, error.message)
      end
    end
  end

  def test_functions_take_what_they_get
    [proc {}, proc { |payment| payment }, ->(_, _ = nil) {}, ->(*) {}, method(:puts)].each { |one| receiver(&one) }
    [->(_) {}, ->(_, _, _) {}, ->(_, payment:) { payment }, method(:receive)].each do |one|
      assert_raises(ArgumentError) { receiver(&one) }
    end
    two = Class.new { def call(_one, _two); end }.new
    %i[key on_unknown on_accepted on_problem].each do |name|
      assert_raises(ArgumentError, name) { receiver(name => two) }
    end
    assert_raises(ArgumentError) { Receiver.new(->(_) { ["s"] }) {} }
    assert_raises(ArgumentError) { Receiver.new(["s"]) }
    { store: Object.new, key: "id", on_problem: 1 }.each { |name, one| assert_raises(ArgumentError) { receiver(name => one) } }
  end

  def test_what_is_no_list_of_secrets_is_refused_and_not_quoted
    owned = OwnedSecrets.new(owner: "a", secrets: "hidden")
    [owned, [LabelledSecret.new(secret: "hidden")], ["hidden\xFF"], [nil], "hidden", nil].each do |secrets|
      error = assert_raises(ArgumentError) { Receiver.new(secrets) {} }
      refute_includes error.message, "hidden"
    end
  end

  def test_whatever_an_input_raises_the_body_is_incomplete
    input = Object.new
    def input.read(_size)
      raise "connection error"
    end
    env = { "REQUEST_METHOD" => "POST", "CONTENT_TYPE" => "application/json", "rack.input" => input }
    assert_equal ['{"code":"body_incomplete"}'], RackApp.new(receiver).call(env)[2]
    assert_raises(TypeError) { receiver.receive(nil, "") }
  end

  def test_clients_and_requests
    [["X: y", ""], ["", ""], ["X\r\nY", ""], ["X", "a\r\nY: b"], ["X", nil], nil].each do |header|
      error = assert_raises(ArgumentError) { client(token_header: header) }
      refute_match(/token-1/, error.message)
    end
    [{ name: "n\xFF" }, { name: "n", extra: { "rate" => Float::NAN } }].each do |members|
      webhook = ClientWebhookCreate.new(client: "/c/1", events: ["e"], url: "u", **members)
      error = assert_raises(ApiError) { client.create_client_webhook(webhook) }
      assert_equal "request_invalid", error.code
    end
  end

  def test_nothing_hidden_is_printed
    secret = LabelledSecret.new(label: "shown", secret: "hidden")
    problem = Problem.new(code: "shown", error: IOError.new("hidden"))
    delivery = Delivery.new("shown", "key", "hidden", 0, "hidden")
    answer = Answer.new("shown", nil, IOError.new("hidden"))
    [secret, OwnedSecrets.new(owner: "shown", secrets: ["hidden"]), delivery, answer, problem].each do |one|
      [one.inspect, (one.to_s unless one == answer), PP.pp(one, +""), PP.pp([one], +"")].compact.each do |text|
        assert_match(/shown/, text)
        refute_match(/hidden/, text)
      end
    end
  end

  def test_no_framework_makes_a_body_of_an_answer
    answer = receiver.receive("{}", nil)
    asked = -> { answer.respond_to?(:each) }
    [-> { answer.to_json }, -> { [answer].join }, -> { answer.to_s }, asked].each { |made| assert_raises(TypeError, &made) }
  end

  private

  def receiver(**options, &block)
    capture_io { @made = Receiver.new(["s"], **options, &block || proc {}) }
    @made
  end

  def receive(_payment); end

  def client(**options)
    Client.new(HERE, "token-1", allow_insecure_loopback: true, **options)
  end
end
