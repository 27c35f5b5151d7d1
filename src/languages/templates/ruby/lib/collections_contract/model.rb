# frozen_string_literal: true

require "json"
require_relative "json"

module CollectionsContract
  # A payload that does not fit its model. Says where and what is expected, never a value.
  class ModelError < StandardError
    CODE = "payload_invalid"

    attr_reader :path, :expected

    def initialize(path, expected)
      super("#{path.empty? ? "/" : path} must be #{expected}")
      @path = path
      @expected = expected
    end

    # The same fault, seen from the object or list around it.
    def below(name)
      ModelError.new("/#{name}#{path}", expected)
    end
  end

  # Base of the payloads: reading JSON, writing it again, and keeping what is not known.
  class Model
    Member = Struct.new(:name, :json, :type, :optional, :secret)
    private_constant :Member

    class << self
      # Takes what JSON.parse returned, with strings as keys.
      #
      # @raise [ModelError]
      def from_h(value)
        read_object(value, ->(_) { false })
      end

      # As `from_h`, but keeps an optional member of another type in `extra`.
      #
      # @raise [ModelError]
      def from_answer(value)
        read_object(value, :optional.to_proc)
      end

      # @raise [ModelError, JSON::ParserError]
      def from_json(text)
        from_h(Json.parse(text))
      end

      # By the order of the documents.
      def members
        @members ||= []
      end

      private

      # @param keeps [#call] whether a member of another type is kept in `extra`
      def read_object(value, keeps)
        raise ModelError.new("", "an object") unless value.is_a?(Hash)

        extra = value.except(*members.map(&:json))
        known = members.filter_map do |one|
          read_member(one, value)
        rescue ModelError
          raise unless keeps.call(one)

          extra[one.json] = value[one.json]
          nil
        end
        new(**known.to_h, extra:)
      end

      # Declares a member: its name in Ruby, in JSON, and its type: a symbol, a model, a proc that
      # returns one that stands further down, a list around one of them, or a hash with its values.
      def member(name, json, type, optional: false, secret: false)
        members << Member.new(name, json, type, optional, secret)
        attr_reader name
      end

      # A member that is nil counts as absent where it is optional.
      def read_member(one, value)
        given = value[one.json]
        return if given.nil? && one.optional
        raise ModelError.new("/#{one.json}", "there") unless value.key?(one.json)

        [one.name, read(one.type, given)]
      rescue ModelError => e
        raise e.path == "/#{one.json}" ? e : e.below(one.json)
      end

      def read(type, value)
        case type
        when Array then read_list(type.first, value)
        when Hash then read_map(type.fetch(:values), value)
        when Proc then type.call.from_h(value)
        when Class then type.from_h(value)
        when :integer then read_integer(value)
        when :number then value.is_a?(Numeric) ? value : raise(ModelError.new("", "a number"))
        when :any then value
        when :string then value.is_a?(String) ? value : raise(ModelError.new("", "a string"))
        when :boolean then [true, false].include?(value) ? value : raise(ModelError.new("", "a boolean"))
        end
      end

      def read_list(type, value)
        raise ModelError.new("", "a list") unless value.is_a?(Array)

        value.each_with_index.map do |one, index|
          read(type, one)
        rescue ModelError => e
          raise e.below(index)
        end
      end

      def read_map(type, value)
        raise ModelError.new("", "an object") unless value.is_a?(Hash)

        value.to_h do |name, one|
          [name, read(type, one)]
        rescue ModelError => e
          raise e.below(name)
        end
      end

      # Of any size. 1.0 is an integer in JSON. Above 2**53, floats are other integers than were written.
      def read_integer(value)
        return value if value.is_a?(Integer)
        return value.to_i if value.is_a?(Float) && value.abs < 2**53 && value == value.floor

        raise ModelError.new("", "an integer")
      end
    end

    # Members that this version does not know, by name. They are written again.
    attr_reader :extra

    def initialize(extra: {}, **values)
      members = self.class.members
      unknown = values.keys - members.map(&:name)
      raise ArgumentError, "unknown keywords: #{unknown.join(", ")}" unless unknown.empty?

      missing = members.reject { |one| one.optional || !values[one.name].nil? }.map(&:name)
      raise ArgumentError, "missing keywords: #{missing.join(", ")}" unless missing.empty?

      members.each { |one| instance_variable_set(:"@#{one.name}", values[one.name]) }
      @extra = extra
      freeze
    end

    # What JSON.generate takes. Members that are nil are left out.
    def to_h
      known = self.class.members.filter_map do |one|
        value = public_send(one.name)
        [one.json, plain(value)] unless value.nil?
      end
      extra.merge(known.to_h)
    end

    def to_json(*args)
      to_h.to_json(*args)
    end

    # For Rails, which would write the instance variables.
    def as_json(*)
      to_h
    end

    def ==(other)
      other.class == self.class && other.to_h == to_h
    end

    # Shows no secrets, and no members that this version does not know.
    def inspect
      shown = self.class.members.reject(&:secret).map { |one| "#{one.name}=#{public_send(one.name).inspect}" }
      "#<#{self.class.name} #{shown.join(" ")}>"
    end
    alias to_s inspect

    private

    def plain(value)
      case value
      when Model then value.to_h
      when Array then value.map { |one| plain(one) }
      when Hash then value.transform_values { |one| plain(one) }
      else value
      end
    end
  end
end
