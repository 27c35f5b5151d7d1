# frozen_string_literal: true

require "pp"
require "test_helper"

# What the models make of vectors/payloads.json, and what they keep.
class ModelsTest < Minitest::Test
  CASES = Vectors.cases("payloads")
  PaymentSnapshot = CollectionsContract::PaymentSnapshot
  ModelError = CollectionsContract::ModelError

  def test_all_verdicts
    assert_operator CASES.size, :>, 100
    CASES.each do |one|
      written = CollectionsContract::MODELS.fetch(one["schema"]).from_json(one["text"]).to_json
      assert_includes %w[taken exact], one["verdict"], one["id"]
      assert_equal CollectionsContract::Json.parse(one["text"]), JSON.parse(written), one["id"] if one["survives"]
    rescue ModelError
      assert_includes %w[refused exact], one["verdict"], one["id"]
    end
  end

  def test_every_model_has_cases
    assert_equal CollectionsContract::MODELS.keys.sort, CASES.map { |one| one["schema"] }.uniq.sort
  end

  def test_a_fraction_that_would_be_rounded_is_written_again_as_it_was
    text = '{"@event":"e","id":1,"rate":4503599627370496.5,"half":0.5}'
    written = PaymentSnapshot.from_json(text).to_json
    assert_equal text, written.sub(/\A\{(.*),"@event":"e","id":1\}\z/, '{"@event":"e","id":1,\1}')
  end

  def test_half_a_surrogate_pair_is_no_reason_to_refuse
    read = ->(name) { PaymentSnapshot.from_json(%({"@event":"e","id":1,"n":"#{name}"})).extra.fetch("n") }
    assert_equal "a\uFFFD", read.call('a\ud83d')
    assert_equal "\uFFFD\u{1F600}\uFFFD", read.call('\udc00\ud83d\ude00\uD83D')
    assert_equal '\ud83d', read.call('\\\\ud83d')
    assert_equal "\\\uFFFD", read.call('\\\\\ud83d')
  end

  def test_an_error_says_where
    wrong = {
      "/caseFile/id must be an integer" => { "@event" => "x", "id" => 1, "caseFile" => { "id" => "hidden" } },
      "/caseFile/id must be there" => { "@event" => "x", "id" => 1, "caseFile" => {} }
    }
    wrong.each { |told, payment| assert_equal told, assert_raises(ModelError) { PaymentSnapshot.from_h(payment) }.message }
  end

  def test_what_is_made_by_hand_is_whole
    assert_raises(ArgumentError) { PaymentSnapshot.new(id: 1) }
    assert_raises(ArgumentError) { PaymentSnapshot.new(event: "e", id: 1, ammount: 2) }
    assert_equal({ "@event" => "e", "id" => 1, "amount" => 2 }, PaymentSnapshot.new(event: "e", id: 1, amount: 2).to_h)
  end

  def test_secrets_are_not_printed
    webhook = CollectionsContract::ClientWebhook.from_h("secret" => "hidden", "other" => "hidden", "name" => "shown")
    tokens = CollectionsContract::TokenResponse.from_h(
      "token_type" => "Bearer", "expires_in" => 1, "access_token" => "hidden", "refresh_token" => "hidden"
    )
    printed = "#{webhook} #{[webhook, tokens].inspect} #{tokens.pretty_inspect}"
    refute_includes printed, "hidden"
    assert_includes printed, "shown"
  end
end
