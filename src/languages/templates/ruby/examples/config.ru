# frozen_string_literal: true

# A receiver of confirmed payments, for Puma with one process. Each payment becomes one line of the file
# PROCESSED, on disk before the answer is sent. The same file remembers duplicates, also after a restart.
#
#     WEBHOOK_SECRET=... PROCESSED=payments.jsonl puma --bind tcp://127.0.0.1:8080 examples/config.ru

require_relative "../lib/collections_contract"
require_relative "inbox"

inbox = Inbox.new(ENV.fetch("PROCESSED", "payments.jsonl"))
receiver = CollectionsContract::Receiver.new(
  [ENV.fetch("WEBHOOK_SECRET")], store: inbox
) { |payment| inbox.add(payment) }

run CollectionsContract::RackApp.new(receiver)
