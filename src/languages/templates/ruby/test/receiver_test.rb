# frozen_string_literal: true

require "stringio"
require "test_helper"

# The receiver and its Rack application: what is handed over, what is refused, and when it answers.
class ReceiverTest < Minitest::Test
  SECRET = "<WEBHOOK_SECRET>"
  HEADER = "HTTP_#{CollectionsContract::SIGNATURE_HEADER.upcase.tr("-", "_")}"

  def setup
    @handled = []
    @problems = []
    note = ->(problem) { @problems << problem.code }
    options = { max_body_bytes: 2000, on_problem: note, store: CollectionsContract::MemoryStore.new }
    receiver = CollectionsContract::Receiver.new(["<OLD_SECRET>", SECRET], **options) do |payment|
      sleep 0.02
      @handled << payment.id
    end
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

  def test_the_store_forgets_the_oldest
    store = CollectionsContract::MemoryStore.new(limit: 2)
    seen = []
    %w[a b c c a].each { |key| store.once(key) { seen << key } }
    assert_equal %w[a b c a], seen
  end

  private

  def payment(id, more = {})
    JSON.generate({ "@event" => CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED, "id" => id, **more })
  end

  def post(body, length: body.bytesize)
    env = {
      "REQUEST_METHOD" => "POST", "CONTENT_TYPE" => "application/json", "CONTENT_LENGTH" => length&.to_s,
      "rack.input" => StringIO.new(body.b), HEADER => CollectionsContract::Signature.sign(body, SECRET)
    }
    @app.call(env.compact).first
  end
end
