# frozen_string_literal: true

require "openssl"
require_relative "constants"

module CollectionsContract
  # `ok` with the index of the secret that matched, or the code of the first reason against it.
  Verdict = Struct.new(:ok, :secret_index, :code, keyword_init: true) do
    alias_method :ok?, :ok
  end

  # Signing and verifying deliveries: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`.
  module Signature
    DIGITS = 64
    # White space and control characters, as every language of this contract counts them.
    BLANK = /[[:space:]]|[[:cntrl:]]|\u{feff}/
    private_constant :DIGITS, :BLANK

    module_function

    # The value of the signature header for exactly these bytes.
    #
    # @raise [ArgumentError] on an empty secret
    def sign(body, secret)
      raise ArgumentError, "secret_empty: anyone can sign with an empty key" if secret.empty?

      SIGNATURE_PREFIX + OpenSSL::HMAC.hexdigest("SHA256", secret, body)
    end

    # Was this body signed with one of these secrets? The comparison takes constant time.
    #
    # @param body [String] the bytes as they arrived, before any parsing
    # @param header [String, nil] the value of the signature header as it arrived, nil if there was
    #   none; several of the same name joined by a comma
    # @param secrets [Array<String>] one, or several while a secret is being replaced
    # @return [Verdict]
    def verify(body, header, secrets)
      check_body(body)
      raise TypeError, "secrets is a list of strings, not a string" unless secrets.is_a?(Array)

      code = secrets.empty? || secrets.any?("") ? "secret_empty" : fault(header.to_s.b)
      return Verdict.new(ok: false, code:).freeze if code

      given = [header.b.delete_prefix(SIGNATURE_PREFIX)].pack("H*")
      index = secrets.index do |secret|
        OpenSSL.fixed_length_secure_compare(OpenSSL::HMAC.digest("SHA256", secret, body), given)
      end
      verdict = index ? { ok: true, secret_index: index } : { ok: false, code: "signature_mismatch" }
      Verdict.new(**verdict).freeze
    end

    # @raise [TypeError] for what was parsed or is not there
    def check_body(body)
      raise TypeError, "body_not_bytes: pass the raw body, taken before any parsing" unless body.is_a?(String)
    end

    # The first rule that applies gives the code, so one value has one code in every language.
    def fault(header)
      return "signature_missing" if header.empty?
      return "signature_repeated" if header.include?(",")
      return "signature_whitespace" if blank?(header)

      unless header.start_with?(SIGNATURE_PREFIX)
        return header.match?(/\A[0-9a-z-]+=/) ? "signature_algorithm" : "signature_prefix"
      end

      digits = header.delete_prefix(SIGNATURE_PREFIX)
      return "signature_encoding" unless digits.match?(/\A[0-9a-fA-F]*\z/)

      "signature_length" if digits.length != DIGITS
    end
    private_class_method :fault

    # In a header that is not UTF-8 only ASCII is told.
    def blank?(header)
      text = header.dup.force_encoding(Encoding::UTF_8)
      text.valid_encoding? ? text.match?(BLANK) : header.match?(/[\x00-\x20\x7f]/n)
    end
    private_class_method :blank?
  end
end
