# frozen_string_literal: true

require "set"

module CollectionsContract
  # The top-level domains of the DNS root of {{tldsOf}}, without those for special use.
  TLDS = Set.new(<<~NAMES.split).freeze
{{tlds}}
  NAMES
  private_constant :TLDS
end
