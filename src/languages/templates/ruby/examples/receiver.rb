# frozen_string_literal: true

# A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before
# the answer is sent; the same file is the memory for duplicates, so that they are known after a restart, too.
#
#     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl ruby -Ilib examples/receiver.rb

require "collections_contract"
require "collections_contract/server"
require_relative "inbox"

inbox = Inbox.new(ENV.fetch("PROCESSED", "payments.jsonl"))
receiver = CollectionsContract::Receiver.new(
  [ENV.fetch("WEBHOOK_SECRET")], store: inbox, on_problem: ->(code, _error) { warn(code) }
) { |payment| inbox.add(payment) }

server = CollectionsContract::Server.new(
  CollectionsContract::RackApp.new(receiver), port: Integer(ENV.fetch("PORT", "8080"))
)
warn "listening on http://127.0.0.1:#{server.port}"
begin
  server.run
rescue Interrupt
  server.close
end
