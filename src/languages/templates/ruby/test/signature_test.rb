# frozen_string_literal: true

require "test_helper"

# The verdicts of vectors/signature.json, which were computed with another tool, and of vectors/webhook-urls.json.
class SignatureTest < Minitest::Test
  CASES = Vectors.cases("signature")
  Signature = CollectionsContract::Signature

  def test_all_verdicts
    assert_operator CASES.size, :>, 40
    CASES.each do |one|
      # With the encodings of vectors, and as a server hands them over.
      [one["header"], one["header"]&.b].each do |header|
        verdict = Signature.verify(decoded(one["body"]), header, one["secrets"].map { |secret| decoded(secret) })
        assert_equal [one["ok"], one["secretIndex"], one["code"]], verdict.to_a, one["id"]
      end
      next unless one["ok"]

      own = Signature.sign(decoded(one["body"]), decoded(one["secrets"][one["secretIndex"]]))
      assert_equal one["header"].downcase, own, one["id"]
    end
  end

  def test_the_encoding_of_a_body_is_nothing_to_it
    body = "best\u00e4tigt"
    header = Signature.sign(body, "s")
    assert_predicate Signature.verify(body.b, header, ["s"]), :ok?
    refute_predicate Signature.verify(body.encode(Encoding::ISO_8859_1), header, ["s"]), :ok?
  end

  def test_a_header_that_is_not_utf8_is_refused
    right = Signature.sign("{}", "s").b
    assert_equal "signature_encoding", Signature.verify("{}", "#{right}\xff".b, ["s"]).code
    assert_equal "signature_whitespace", Signature.verify("{}", "#{right}\xff\x01".b, ["s"]).code
  end

  def test_misuse
    assert_raises(ArgumentError) { Signature.sign("{}", "") }
    assert_raises(TypeError) { Signature.verify({}, "sha256=00", ["s"]) }
    assert_raises(TypeError) { Signature.verify("{}", "sha256=00", "s") }
  end

  def test_all_verdicts_on_urls
    cases = Vectors.cases("webhook-urls")
    assert_operator cases.size, :>, 400
    cases.each do |one|
      assert_equal one["ok"], CollectionsContract::WebhookUrl.allowed?(one["url"]), "#{one["url"]}: #{one["why"]}"
    end
    refute CollectionsContract::WebhookUrl.allowed?("https://not-utf8.example.com/\xff")
  end

  private

  def decoded(base64)
    base64.unpack1("m0")
  end
end
