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

  def test_a_host_is_in_ascii
    ["https://b\u00fccher.ch/", "https://ex%61mple.com/", "https://example.u\u212a/",
     "http\u017f://example.com/", "https://example.com/\xff"].each do |url|
      refute WebhookUrl.allowed?(url), url
    end
    assert WebhookUrl.allowed?("https://xn--bcher-kva.ch/b\u00fccher")
  end
end
