# frozen_string_literal: true

require "json"
require "minitest/autorun"
require "collections_contract"

# What the tests share.
module Vectors
  def self.read(name)
    JSON.parse(File.read(File.expand_path("../vectors/#{name}.json", __dir__), encoding: "UTF-8"))
  end

  def self.cases(name)
    read(name).fetch("cases")
  end
end
