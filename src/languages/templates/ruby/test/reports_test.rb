# frozen_string_literal: true

require "logger"
require "stringio"
require "test_helper"

# What operators are told by default, and through their own functions.
class ReportsTest < Minitest::Test
  SECRET = "<WEBHOOK_SECRET>"
  EVENT = CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED
  BODY = JSON.generate("@event" => EVENT, "id" => 1)

  def test_a_failing_block_is_told_with_its_trace_and_owner_each_time
    receiver = receiver { raise IOError, "disk full" }
    _, told = capture_io { 2.times { deliver(receiver) } }
    capture_io { assert_equal "disk full", receiver.receive(BODY, CollectionsContract::Signature.sign(BODY, SECRET)).error.cause.message }
    assert_equal 2, told.scan(/handler_failed \(owner "a\\ncme"\); .*\n.*reports_test\.rb:\d+.*disk full/).size, told
  end

  def test_what_is_not_understood_is_told_with_its_owner
    _, told = capture_io { deliver(receiver { nil }, body: "{}") }
    assert_match(%r{payload_invalid \(owner "a\\ncme"\) \(/@event}, told)
  end

  def test_a_secret_that_is_wrong_is_told_once_with_advice
    receiver = receiver { nil }
    _, told = capture_io { 3.times { deliver(receiver, secret: "hidden") } }
    assert_match(/\Awebhook receiver: signature_mismatch, told once; .*secret of this webhook.*\n\z/, told)
    refute_includes told, "hidden"
  end

  def test_strangers_are_not_told_once_a_signature_was_right
    receiver = receiver { nil }
    assert_silent do
      deliver(receiver)
      deliver(receiver, secret: "hidden")
      receiver.refuse_head("GET", nil, nil)
    end
  end

  def test_a_logger_is_told_in_place_of_standard_error
    log = StringIO.new
    receiver = receiver(logger: Logger.new(log)) { raise IOError, "disk full" }
    assert_silent { [SECRET, "hidden"].each { |secret| deliver(receiver, secret: secret) } }
    assert_match(/ERROR.*handler_failed.*disk full/m, log.string)
    log = StringIO.new
    assert_silent { deliver(receiver(logger: Logger.new(log)) { nil }, secret: "hidden") }
    assert_match(/WARN.*signature_mismatch, told once/, log.string)
    assert_raises(ArgumentError) { receiver(logger: "log") { nil } }
  end

  def test_a_memory_that_ends_with_the_process_is_told_at_the_start
    assert_output("", /in this process alone: give the receiver a store that lasts/) { CollectionsContract::Receiver.new([SECRET]) { nil } }
  end

  def test_functions_of_operators_change_no_answer
    failing = ->(*) { raise IOError, "the metrics are away" }
    receiver = receiver(on_problem: failing, on_accepted: failing) { nil }
    answers = nil
    _, told = capture_io { answers = [deliver(receiver), deliver(receiver, secret: "x")] }
    assert_equal [[204, 401], 2], [answers, told.scan("metrics are away").size]
  end

  def test_a_body_that_was_lost_on_the_way_has_its_own_code
    app = CollectionsContract::RackApp.new(receiver { nil })
    key = "HTTP_#{CollectionsContract::SIGNATURE_HEADER.upcase.tr("-", "_")}"
    env = {
      "REQUEST_METHOD" => "POST", "CONTENT_TYPE" => "application/json",
      key => CollectionsContract::Signature.sign(BODY, SECRET)
    }
    length = BODY.bytesize.to_s
    lost = [{ "CONTENT_LENGTH" => length, "rack.input" => read_by_a_middleware }, { "rack.input" => nil }, {}]
    _, told = capture_io do
      lost.each { |one| assert_equal [400, ['{"code":"body_not_received"}']], app.call(env.merge(one)).values_at(0, 2) }
    end
    assert_match(/body_not_received, told once; .*middleware/, told)
    # As Rack 2 has it.
    rewindable = StringIO.new(BODY).tap(&:read)
    assert_equal 204, app.call(env.merge("rack.input" => rewindable)).first
  end

  private

  # An input of Rack 3, which cannot go back.
  def read_by_a_middleware
    Object.new.tap { |input| input.define_singleton_method(:read) { |_length = nil| nil } }
  end

  def receiver(**options, &block)
    secret = CollectionsContract::LabelledSecret.new(label: "shop", secret: SECRET, owner: "a\ncme")
    CollectionsContract::Receiver.new([secret], store: CollectionsContract::MemoryStore.new, **options, &block)
  end

  def deliver(receiver, body: BODY, secret: SECRET)
    receiver.receive(body, CollectionsContract::Signature.sign(body, secret)).status
  end
end
