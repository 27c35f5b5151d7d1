# frozen_string_literal: true

require "digest"
require_relative "options"

module CollectionsContract
  # The secret of one webhook. `label` names it in deliveries. `owner` is the customer whose payments it signs: the
  # label if left out. Secrets under one label have one owner.
  LabelledSecret = Struct.new(:label, :secret, :owner, keyword_init: true) { include Showing.only(:label, :owner) }

  # Secrets that all belong to one customer, `owner`.
  OwnedSecrets = Struct.new(:owner, :secrets, keyword_init: true) { include Showing.only(:owner) }

  # Whose payment it is, and the key under which a store remembers it.
  module Keys
    # The longest key with an owner that is stored as it is, in characters.
    MAX = 100
    # Stand for other values. No payload has them; a function that parses times gets a time.
    TIME = "1987-06-05T04:32:10+00:00"
    OTHER = "Qzx 8264913750"
    private_constant :TIME, :OTHER

    module_function

    # Asks a function of the user, the second time for a payment with other values: a key that stays the same would make
    # all payments one, and all but the first would be lost as duplicates. One that raises there depends on a value.
    #
    # @raise [TypeError] if it stays the same, or is not a text
    def ask(key, payment, payload)
      same = key.call(payment)
      unless same.is_a?(String) && !same.empty?
        raise TypeError, "`key` returned a #{same.class}: return a text that is not empty"
      end
      return same if same != key_of_other(key, payload)

      raise TypeError, "`key` returned the same for another payment: it names a member that the payload lacks, or none"
    end

    def key_of_other(key, payload)
      key.call(PaymentSnapshot.from_h(other(payload).merge("@event" => payload["@event"])))
    rescue StandardError
      nil
    end

    def other_text(text)
      other = text[10] == "T" ? TIME : OTHER
      text == other ? "" : other
    end

    def other(value)
      case value
      when String then other_text(value)
      when Numeric then value == 1 ? 2 : 1
      when true, false then !value
      when Array then value.map { |one| other(one) }
      when Hash then value.transform_values { |one| other(one) }
      end
    end

    # Returns `same` within its owner: equal for two deliveries if and only if owner and `same` are. Without an owner it
    # is `same`, with one OWNER/SAME; what not every store can hold is a digest behind a slash.
    def within(owner, same)
      encoded = owner.to_s.b.gsub(/[^A-Za-z0-9\-_.!~*'()]/n) { |byte| format("%%%02X", byte.ord) }
      key, most = owner ? ["#{encoded}/#{same}", MAX] : [same, 255]
      return key if key.length <= most && key.valid_encoding? && !key.include?("\0")

      "/#{Digest::SHA256.base64digest("#{encoded} ".b + same.b)}"
    end

    # Returns secrets as `LabelledSecret`s in their order; without a label where none was given. Quotes nothing.
    #
    # @raise [ArgumentError] for a list that cannot be used
    def secrets(given)
      common = given.is_a?(OwnedSecrets) ? text(given.owner, "owner_empty: the owner of secrets") : nil
      listed = given.is_a?(OwnedSecrets) ? given.secrets : given
      unless listed.is_a?(Array) && !listed.empty?
        raise ArgumentError, "secret_empty: pass a list of secrets, none of them empty"
      end

      known = listed.map { |one| known(one, common) }
      by_label = known.select(&:label).group_by(&:label).values
      is_clear = by_label.all? { |same| same.map(&:owner).uniq.one? }
      raise ArgumentError, "label_ambiguous: secrets under one label have one owner" unless is_clear

      known
    end

    def known(one, common)
      secret = text(one.is_a?(LabelledSecret) ? one.secret : one, "secret_empty: a secret")
      if !secret.dup.force_encoding(Encoding::UTF_8).valid_encoding? || secret.b.match?(/\A\xEF\xBB\xBF|\xEF\xBF\xBD/n)
        raise ArgumentError, "secret_unusable: a secret was read from bytes that are not UTF-8"
      end

      return LabelledSecret.new(secret:, owner: common).freeze unless one.is_a?(LabelledSecret)

      label = text(one.label, "label_empty: a label")
      owner = common || (one.owner.nil? ? label : text(one.owner, "owner_empty: an owner"))
      LabelledSecret.new(label:, secret:, owner:).freeze
    end

    def text(value, name)
      raise ArgumentError, "#{name} is a text that is not empty" unless value.is_a?(String) && !value.empty?

      value
    end
    private_class_method :key_of_other, :other_text, :other, :known, :text
  end
  private_constant :Keys
end
