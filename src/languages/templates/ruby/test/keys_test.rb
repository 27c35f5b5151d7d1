# frozen_string_literal: true

require "test_helper"

# Payments of two customers are two payments, also with the same id.
class KeysTest < Minitest::Test
  Labelled = CollectionsContract::LabelledSecret
  Owned = CollectionsContract::OwnedSecrets
  EVENT = CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED
  BODY = JSON.generate("@event" => EVENT, "id" => 4711)

  def setup
    @seen = []
    @store = CollectionsContract::MemoryStore.new
  end

  def test_what_cannot_be_told_apart_is_refused_at_once
    ambiguous = %w[x y].map { |owner| Labelled.new(label: "a", secret: "hidden", owner: owner) }
    labelled = [["", "s"], ["a", ""], [nil, "s"]].map { |label, secret| [Labelled.new(label: label, secret: secret)] }
    owned = [["", ["s"]], ["a", []], ["a", "hidden"]].map { |owner, secrets| Owned.new(owner: owner, secrets: secrets) }
    [ambiguous, *labelled, *owned, [nil], "hidden", nil].each do |secrets|
      error = assert_raises(ArgumentError) { post(secrets) }
      refute_includes error.message, "hidden"
    end
    refute_includes [ambiguous, owned].inspect, "hidden"
  end

  def test_a_payment_that_was_handled_before_there_were_owners_is_told
    @store = Object.new
    @store.define_singleton_method(:once) { |_key| false }
    problems = []
    note = ->(problem) { problems << problem.to_h.compact }
    assert_equal [204], post([Labelled.new(label: "a", secret: "s")], "s", on_problem: note)
    assert_equal [{ status: 204, code: "owner_unknown", event: EVENT, label: "a", owner: "a" }], problems
    assert_empty @seen
  end

  private

  def post(secrets, *signers, **options)
    options = { store: @store, on_problem: ->(_problem) {}, **options }
    receiver = CollectionsContract::Receiver.new(secrets, **options) { |_payment, delivery| @seen << delivery && nil }
    signers.map { |secret| receiver.receive(BODY, CollectionsContract::Signature.sign(BODY, secret)).status }
  end
end
