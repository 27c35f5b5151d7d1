# frozen_string_literal: true

require_relative "lib/collections_contract/constants"

Gem::Specification.new do |spec|
  spec.name = "collections_contract"
  spec.version = CollectionsContract::CONTRACT_VERSION
  spec.summary = "Payment webhooks of a collections service: models, signatures, a receiver and a client"
  spec.authors = ["The makers of collections-contract"]
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "README.md"]
  spec.metadata["rubygems_mfa_required"] = "true"
end
