# frozen_string_literal: true

require "json"
require "strscan"

module CollectionsContract
  # A number that a float would round to an integer, such as 4503599627370496.5, or to infinity. It is the id of
  # nothing, and is written again as it was.
  RoundedNumber = Struct.new(:text) do
    def to_json(*)
      text
    end
  end
  private_constant :RoundedNumber

  # Makes the numbers with a fraction or an exponent, as JSON.parse asks for it.
  module Numbers
    PARTS = /\A-?(\d+)(?:\.(\d+))?(?:[eE](.+))?\z/
    private_constant :PARTS

    module_function

    def try_convert(text)
      value = text.to_f
      return RoundedNumber.new(text) unless value.finite? && (value != value.floor || whole?(text))

      value.abs < 2**53 ? value : text.to_r.to_i
    end

    # By the digits: 1.0 and 1e2 are whole, 1.00000000000000000001 is not.
    def whole?(text)
      whole, fraction, exponent = PARTS.match(text).captures.map(&:to_s)
      digits = whole + fraction
      behind_the_point = fraction.length - exponent.to_f
      behind_the_point <= 0 || digits[-[behind_the_point, digits.length].min.to_i..].delete("0").empty?
    end
  end
  private_constant :Numbers

  # Reading JSON as others do: text with half a surrogate pair too, which JSON.parse refuses or makes
  # invalid text of.
  module Json
    NESTING_MAX = 1000
    BOM = "\uFEFF"
    # What JSON consists of. JSON.parse also takes comments and control characters.
    TOKEN = %r{
      [\ \t\r\n\[\]\{\}:,]+ | true | false | null
      | "(?: [^"\\\x00-\x1f]++ | \\(?: ["\\/bfnrt] | u\h{4} ) )*+"
      | -?(?: 0 | [1-9]\d* )(?: \.\d+ )?(?: [eE][+-]?\d+ )?
    }x
    # Any escape; the group is there if it is half a pair.
    ESCAPE = /\\(?:u[dD][89abAB]\h\h\\u[dD][c-fC-F]\h\h|(u[dD][89a-fA-F]\h\h)|.)/m
    private_constant :NESTING_MAX, :BOM, :TOKEN, :ESCAPE

    module_function

    # Halves of a surrogate pair become U+FFFD, a byte order mark is skipped. No number becomes an integer that was not
    # written.
    #
    # @raise [JSON::ParserError]
    def parse(text)
      text = text.delete_prefix(BOM)
      scanner = StringScanner.new(text)
      nil while scanner.skip(TOKEN)
      raise JSON::ParserError, "not JSON" unless scanner.eos?

      text = text.gsub(ESCAPE) { |all| Regexp.last_match(1) ? "\\ufffd" : all } if text.match?(/\\u[dD]/)
      JSON.parse(text, max_nesting: NESTING_MAX, decimal_class: Numbers)
    end
  end
end
