# frozen_string_literal: true

# Rack, with Sequel: puma --workers 2 config.ru

require "collections_contract"
require "sequel"

database = Sequel.connect(ENV.fetch("DATABASE_URL"))
store = CollectionsContract::SqlStore.new(database)
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")
receiver = CollectionsContract::Receiver.new([ENV.fetch("WEBHOOK_SECRET")], store: store) do |payment|
  database[:payment].insert(id: payment.id, amount: payment.amount)
end

map("/hooks/payments") { run CollectionsContract::RackApp.new(receiver) }
