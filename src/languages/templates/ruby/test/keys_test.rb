# frozen_string_literal: true

require "test_helper"

# Payments of two customers are two payments, also with the same id.
class KeysTest < Minitest::Test
  Labelled = CollectionsContract::LabelledSecret
  Owned = CollectionsContract::OwnedSecrets
  EVENT = CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED
  BODY = JSON.generate("@event" => EVENT, "id" => 4711)

  # A store that lasts.
  class Table
    attr_reader :done

    def initialize(*done, busy: nil)
      @done = done
      @busy = busy
    end

    def once(key)
      raise CollectionsContract::EventBusy if key == @busy
      return false if @done.include?(key)

      yield
      @done << key
    end
  end

  def setup
    @seen = []
    @store = CollectionsContract::MemoryStore.new
  end

  def test_the_same_id_of_two_customers_is_handled_twice
    secrets = [
      Labelled.new(label: "a", secret: "one"), Labelled.new(label: "b", secret: "two", owner: "B & Söhne/2"), "three"
    ]
    assert_equal [204] * 6, post(secrets, "one", "two", "three", "one", "two", "three")
    keys = ["a/4711 #{EVENT}", "B%20%26%20S%C3%B6hne%2F2/4711 #{EVENT}", "4711 #{EVENT}"]
    seen = @seen.map { |one| [one.label, one.owner, one.key] }
    assert_equal ["a", "b", nil].zip(["a", "B & Söhne/2", nil], keys), seen
  end

  def test_two_webhooks_of_one_customer_share_their_payments
    secrets = %w[one two].map { |secret| Labelled.new(label: secret, secret: secret, owner: "acme") }
    assert_equal [204, 204], post(secrets, "one", "two")
    assert_equal ["one"], @seen.map(&:label)
  end

  def test_a_function_can_name_the_owner_of_all_its_secrets
    %w[acme bolt].each do |owner|
      secrets = -> { Owned.new(owner: owner, secrets: ["one", Labelled.new(label: "b", secret: "two")]) }
      assert_equal [204, 204], post(secrets, "one", "two")
    end
    assert_equal [[nil, "acme"], [nil, "bolt"]], (@seen.map { |one| [one.label, one.owner] })
  end

  def test_what_cannot_be_told_apart_is_refused_at_once
    ambiguous = %w[x y].map { |owner| Labelled.new(label: "a", secret: "hidden", owner: owner) }
    labelled = [["", "s"], ["a", ""], [nil, "s"]].map { |label, secret| [Labelled.new(label: label, secret: secret)] }
    owned = [["", ["s"]], ["a", []], ["a", "hidden"]].map { |owner, secrets| Owned.new(owner: owner, secrets: secrets) }
    [ambiguous, *labelled, *owned].each do |secrets|
      error = assert_raises(ArgumentError) { post(secrets) }
      refute_includes error.message, "hidden"
    end
    refute_includes [ambiguous, owned].inspect, "hidden"
  end

  def test_a_payment_of_before_is_a_duplicate_and_a_new_one_leaves_the_earlier_key_free
    secrets = %w[a b].map { |label| Labelled.new(label: label, secret: label) }
    @store = Table.new("4711 #{EVENT}")
    assert_output(nil, /before keys had an owner/) { assert_equal [204], post(secrets, "a") }
    assert_empty @seen
    @store = Table.new
    assert_equal [204] * 3, post(secrets, "a", "b", "a")
    assert_equal [2, ["a/4711 #{EVENT}", "b/4711 #{EVENT}"]], [@seen.size, @store.done]
    @store = Table.new(busy: "4711 #{EVENT}")
    assert_equal [503], post(secrets, "a")
  end

  def test_keys_are_equal_only_if_owner_and_payment_are
    owners = ["a", "a/b", "a%2Fb", "a b", "ä", "a" * 90, "a" * 91, "a" * 500, "/"]
    same = ["4711 e", "4712 e", "x" * 95, "x" * 96]
    keys = owners.product(same).map do |owner, text|
      @seen = []
      @store = CollectionsContract::MemoryStore.new
      post([Labelled.new(label: owner, secret: "s")], "s", key: ->(_) { text })
      @seen.first.key
    end
    assert_equal [keys.size, true], [keys.uniq.size, keys.all? { |key| key.length <= 100 }]
  end

  private

  def post(secrets, *signers, **options)
    options = { store: @store, on_problem: ->(_code, _error) {}, **options }
    receiver = CollectionsContract::Receiver.new(secrets, **options) { |_payment, delivery| @seen << delivery && nil }
    signers.map { |secret| receiver.receive(BODY, CollectionsContract::Signature.sign(BODY, secret)).status }
  end
end
