# frozen_string_literal: true

# Sinatra, with ActiveRecord: app.rb. In config.ru: require_relative "app"; run App

require "active_record"
require "collections_contract"
require "sinatra/base"

ActiveRecord::Base.establish_connection(ENV.fetch("DATABASE_URL"))
store = CollectionsContract::SqlStore.new(ActiveRecord::Base)
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")
class Payment < ActiveRecord::Base
  self.table_name = "payment"
end
receiver = CollectionsContract::Receiver.new([ENV.fetch("WEBHOOK_SECRET")], store: store) do |payment|
  Payment.create!(id: payment.id, amount: payment.amount)
end
PAYMENTS = CollectionsContract::RackApp.new(receiver)
class App < Sinatra::Base
  post("/hooks/payments") { PAYMENTS.call(env) }
end
