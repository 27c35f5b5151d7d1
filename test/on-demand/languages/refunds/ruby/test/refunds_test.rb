# frozen_string_literal: true

require "test_helper"

class RefundsTest < Minitest::Test
  EVENT = "case_file.payment.refunded"
  BODY = '{"@event":"case_file.payment.refunded","id":7,"rate":1.50,' \
         '"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}'
  BAD = '{"@event":"case_file.payment.refunded","id":7,"lines":{}}'

  def test_a_refund_reaches_its_handler_once
    seen = []
    read = ->(refund) { [refund.id, refund.lines.first.label, refund.labels] }
    on = { EVENT => ->(refund, delivery) { seen << [*read.(refund), delivery.event] } }
    receiver = AcmeExampleCollections::Receiver.new(["s"], on: on, store: AcmeExampleCollections::MemoryStore.new) {}
    2.times { assert_equal 204, receive(receiver, BODY).status }
    assert_equal [[7, "a", { "b c" => "d" }, EVENT]], seen
    assert_equal "payload_invalid", receive(receiver, BAD).code
  end

  def test_what_would_never_run_is_refused
    ["case_file.payment.confirmed", "no.such.event"].each do |event|
      assert_raises(ArgumentError) { AcmeExampleCollections::Receiver.new(["s"], on: { event => ->(*) {} }) {} }
    end
  end

  private

  def receive(receiver, body)
    receiver.receive(body, AcmeExampleCollections::Signature.sign(body, "s"))
  end
end
