# frozen_string_literal: true

module CollectionsContract
  # What can never work is refused where it is given, not at each delivery or call.
  module Options
    module_function

    # @param kind [Class] Integer for whole numbers alone
    # @raise [ArgumentError] for anything but a finite number above 0
    def positive(name, value, kind = Numeric)
      return if value.is_a?(kind) && value.real? && value.positive? && value.finite?

      raise ArgumentError, "option_invalid: #{name} is a #{"whole " if kind == Integer}number above 0"
    end

    # @raise [ArgumentError] for what cannot be called, or not with so many arguments
    def callable(name, function, count)
      raise ArgumentError, "#{name} cannot be called" unless function.respond_to?(:call)
      return if function.is_a?(Proc) && !function.lambda?

      called = function.is_a?(Proc) || function.is_a?(Method) ? function : function.method(:call)
      kinds = called.parameters.map(&:first)
      most = kinds.include?(:rest) ? count : kinds.count { |kind| %i[req opt].include?(kind) }
      return if (kinds.count(:req)..most).cover?(count) && !kinds.include?(:keyreq)

      raise ArgumentError, "#{name} is called with #{count} arguments, which it does not take"
    end
  end
  private_constant :Options

  # A struct that shows only some members to `inspect`, `to_s` and `pp`.
  module Showing
    # @return [Module] to include
    def self.only(*names)
      Module.new do
        define_method(:inspect) do
          "#<#{self.class.name.split("::").last} #{names.map { |name| "#{name}=#{self[name].inspect}" }.join(" ")}>"
        end
        define_method(:to_s) { inspect }
        define_method(:pretty_print) { |printer| printer.text(inspect) }
      end
    end
  end
  private_constant :Showing
end
