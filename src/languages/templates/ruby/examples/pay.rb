# frozen_string_literal: true

# Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the sandbox answers.
# Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.

require "net/http"

url = URI("#{ENV.fetch("SANDBOX_URL")}/_control/payments")
headers = { "Content-Type" => "application/json", "Authorization" => "Bearer #{ENV["SANDBOX_TOKEN"]}" }
answer = Net::HTTP.post(url, '{"amount":12550,"confirmed":true}', headers)
answer.is_a?(Net::HTTPSuccess) ? puts(answer.body) : abort("the sandbox answered #{answer.code}: #{answer.body}")
