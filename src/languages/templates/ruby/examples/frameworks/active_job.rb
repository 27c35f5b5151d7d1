# frozen_string_literal: true

# Rails with a queue in its database (Solid Queue, Good Job, Delayed Job): config/routes.rb. Payment and key are enqueued
# in one transaction.

require "active_job"
require "collections_contract"

STORE = CollectionsContract::SqlStore.new(ActiveRecord::Base)
class BookPayment < ActiveJob::Base
  def perform(key, id, amount)
    STORE.once("booked #{key}") { Payment.create!(id: id, amount: amount) } # run twice, booked once
  end
end
receiver = CollectionsContract::Receiver.new([ENV.fetch("WEBHOOK_SECRET")], store: STORE) do |payment, delivery|
  BookPayment.perform_later(delivery.key, payment.id, payment.amount)
end

Rails.application.routes.draw do
  mount CollectionsContract::RackApp.new(receiver), at: "/hooks/payments"
end
