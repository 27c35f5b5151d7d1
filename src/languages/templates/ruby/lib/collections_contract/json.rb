# frozen_string_literal: true

require "json"

module CollectionsContract
  # Reading JSON as others do: text with half a surrogate pair too, which JSON.parse refuses or makes
  # invalid text of.
  module Json
    NESTING_MAX = 512
    # Any escape; the group is there if it is half a pair.
    ESCAPE = /\\(?:u[dD][89abAB]\h\h\\u[dD][c-fC-F]\h\h|(u[dD][89a-fA-F]\h\h)|.)/m
    private_constant :NESTING_MAX, :ESCAPE

    module_function

    # Halves of a surrogate pair become U+FFFD.
    #
    # @raise [JSON::ParserError]
    def parse(text)
      whole = text.match?(/\\u[dD]/) ? text.gsub(ESCAPE) { |all| Regexp.last_match(1) ? "\\ufffd" : all } : text
      JSON.parse(whole, max_nesting: NESTING_MAX)
    end
  end
end
