# frozen_string_literal: true

require "stringio"
require "test_helper"

# The receiver and its Rack application: what is handed over, what is refused, and when it answers.
class ReceiverTest < Minitest::Test
  SECRET = "<WEBHOOK_SECRET>"
  HEADER = CollectionsContract::SIGNATURE_HEADER

  def setup
    @handled = []
    @deliveries = []
    @problems = []
    @failing = 0
    @app = CollectionsContract::RackApp.new(receiver)
  end

  def test_a_payment_is_handed_over_once
    answers = Array.new(50) { Thread.new { post(payment(1)) } }.map(&:value)
    assert_equal [[204], [1], 204], [answers.uniq - [503], @handled, post(payment(1))]
    assert_empty @problems - ["event_busy"]
  end

  def test_a_body_of_another_length_is_refused
    assert_equal 400, post(payment(6), length: 1)
    assert_equal 413, post(payment(6, "pad" => "x" * 2000), length: nil)
    assert_equal [%w[body_incomplete body_too_large], []], [@problems, @handled]
  end

  def test_an_own_key_and_a_store_with_a_transaction
    log = []
    table = Object.new
    table.define_singleton_method(:once) do |key, &block|
      block.call("connection")
      log << key
    end
    @app = CollectionsContract::RackApp.new(receiver(store: table, key: ->(one) { "payment #{one.id}" }))
    @failing = 1
    assert_equal [500, 204], [post(payment(10)), post(payment(10))]
    assert_equal [["payment 10"], "connection"], [log, @deliveries.first.transaction]
  end

  def test_the_store_forgets_the_oldest
    store = CollectionsContract::MemoryStore.new(limit: 2)
    seen = []
    %w[a b c c a].each { |key| store.once(key) { seen << key } }
    assert_equal %w[a b c a], seen
  end

  private

  def receiver(secrets: ["<OLD_SECRET>", SECRET], **options)
    note = ->(problem) { @problems << problem.code }
    options = { max_body_bytes: 2000, on_problem: note, store: CollectionsContract::MemoryStore.new, **options }
    CollectionsContract::Receiver.new(secrets, **options) { |payment, delivery| handle(payment, delivery) }
  end

  def handle(payment, delivery)
    if @failing.positive?
      @failing -= 1
      raise IOError, "disk full"
    end
    sleep 0.02
    @handled << payment.id
    @deliveries << delivery
  end

  def payment(id, more = {})
    JSON.generate({ "@event" => CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED, "id" => id, **more })
  end

  def post(body, headers: {}, length: body.bytesize)
    all = {
      "Content-Type" => "application/json", HEADER => CollectionsContract::Signature.sign(body, SECRET), **headers
    }
    named = all.compact.transform_keys { |name| "HTTP_#{name.upcase.tr("-", "_")}" }
    env = {
      "REQUEST_METHOD" => "POST", "CONTENT_TYPE" => named.delete("HTTP_CONTENT_TYPE"),
      "CONTENT_LENGTH" => length&.to_s, "rack.input" => StringIO.new(body.b), **named
    }
    @app.call(env.compact).first
  end
end
