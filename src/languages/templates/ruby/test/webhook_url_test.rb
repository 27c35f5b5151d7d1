# frozen_string_literal: true

require "test_helper"

# The verdicts of vectors/webhook-urls.json.
class WebhookUrlTest < Minitest::Test
  WebhookUrl = CollectionsContract::WebhookUrl

  def test_all_verdicts
    cases = Vectors.cases("webhook-urls")
    assert_operator cases.size, :>, 400
    cases.each { |one| assert_equal one["ok"], WebhookUrl.allowed?(one["url"]), "#{one["url"]}: #{one["why"]}" }
  end

  def test_bytes_that_are_not_utf8
    refute WebhookUrl.allowed?("https://example.com/\xff")
  end
end
