# frozen_string_literal: true

# Rails: config/routes.rb. Its own connection commits payment and key together.

require "collections_contract"

# In a migration: execute CollectionsContract::SqlStore::TABLE
store = CollectionsContract::SqlStore.new(ActiveRecord::Base)
receiver = CollectionsContract::Receiver.new([ENV.fetch("WEBHOOK_SECRET")], store: store) do |payment|
  Payment.create!(id: payment.id, amount: payment.amount)
end

Rails.application.routes.draw do
  mount CollectionsContract::RackApp.new(receiver), at: "/hooks/payments"
end
