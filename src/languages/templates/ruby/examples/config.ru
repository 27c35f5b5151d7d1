# frozen_string_literal: true

# A receiver of confirmed payments, for Puma with Sequel and sqlite3. Each payment becomes a row of the SQLite database
# PROCESSED, together with the key by which duplicates are known: on disk before the answer is sent, for all processes.
#
#     WEBHOOK_SECRET=... PROCESSED=payments.db puma --bind tcp://127.0.0.1:8080 examples/config.ru

require "sequel"
require_relative "../lib/collections_contract"

database = Sequel.sqlite(ENV.fetch("PROCESSED", "payments.db"))
store = CollectionsContract::SqlStore.new(database)
store.migrate("CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)")
receiver = CollectionsContract::Receiver.new([ENV.fetch("WEBHOOK_SECRET")], store: store) do |payment|
  database[:payment].insert(id: payment.id, event: payment.event)
end

run CollectionsContract::RackApp.new(receiver)
