# frozen_string_literal: true

module CollectionsContract
  # What handlers return: only what has run counts as handled.
  module Results
    PENDING = [Enumerator, Method, Proc, Ractor, UnboundMethod].freeze
    private_constant :PENDING

    module_function

    # Waits for what a handler returned, if there is something to wait for: threads, promises of concurrent-ruby, tasks
    # of async. Raises what that raised.
    #
    # @raise [TypeError] for what has not run: a function, an enumerator, a fiber, a promise that nobody started
    def settle(result)
      return settle(result.value) if result.is_a?(Thread)

      refuse(result) if unrun?(result)
      if result.respond_to?(:value!)
        result.value!
      elsif result.respond_to?(:wait) && result.respond_to?(:stop)
        result.wait
      end
    end

    def unrun?(result)
      PENDING.any? { |kind| result.is_a?(kind) } || (result.is_a?(Fiber) && result.alive?) ||
        (result.respond_to?(:unscheduled?) && result.unscheduled?)
    end

    def refuse(result)
      raise TypeError, "the block returned a #{result.class}: nothing says that it has run"
    end
    private_class_method :unrun?, :refuse
  end
  private_constant :Results
end
