# frozen_string_literal: true

module CollectionsContract
  # What handlers return: only what has run, and does not say that it failed, counts as handled.
  module Results
    PENDING = [Enumerator, Method, Proc, Ractor, UnboundMethod].freeze
    private_constant :PENDING

    module_function

    # Waits for what a handler returned, if there is something to wait for: threads, promises of concurrent-ruby, tasks
    # of async. Raises what that raised.
    #
    # @raise [TypeError] for what has not run: a function, an enumerator, a fiber, a promise that nobody started
    # @raise [RuntimeError] for false, as of save, a record with errors, as of create, and an HTTP answer of 400 to 599
    def settle(result)
      return settle(result.value) if result.is_a?(Thread)
      raise result if result.is_a?(Exception)

      refuse(result) if unrun?(result)
      raise "the block returned #{failure(result)}: raise if the work failed" if failure(result)

      if result.respond_to?(:value!)
        settle(result.value!)
      elsif result.respond_to?(:wait) && result.respond_to?(:stop)
        result.wait
      end
    end

    def unrun?(result)
      PENDING.any? { |kind| result.is_a?(kind) } || (result.is_a?(Fiber) && result.alive?) ||
        (result.respond_to?(:unscheduled?) && result.unscheduled?)
    end

    # What the result says of its failure, if it does.
    def failure(result)
      return "false" if result == false
      return "a record with errors" if result.respond_to?(:errors) && result.errors.respond_to?(:full_messages) && result.errors.any?

      http = defined?(Net::HTTPResponse) && result.is_a?(Net::HTTPResponse)
      status = http ? result.code.to_i : result.respond_to?(:status) && result.status
      "an answer of #{status}" if status.is_a?(Integer) && status.between?(400, 599)
    end

    def refuse(result)
      raise TypeError, "the block returned a #{result.class}: nothing says that it has run"
    end
    private_class_method :unrun?, :failure, :refuse
  end
  private_constant :Results
end
