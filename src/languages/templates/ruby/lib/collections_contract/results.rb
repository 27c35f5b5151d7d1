# frozen_string_literal: true

module CollectionsContract
  # What handlers and stores return: only what has run, and does not say that it failed, counts as done.
  module Results
    # What AWS did not take of many entries, and that a function of Lambda failed.
    FAILED = %i[failed failed_entry_count failed_record_count failed_put_count unprocessed_items
                function_error].freeze
    PENDING = [Enumerator, Method, Proc, Ractor, UnboundMethod].freeze
    # What jobs of ActiveJob, dry-monads and records that were not stored say of themselves. Not `success?`, which an enum
    # of Rails denies while a payment is pending.
    SAID = { successfully_enqueued?: false, failure?: true, new_record?: true }.freeze
    private_constant :FAILED, :PENDING, :SAID

    module_function

    # Waits for what was returned, also within arrays and hashes, if there is something to wait for: threads, promises
    # of concurrent-ruby, tasks of async. Raises what that raised, and an exception or its class.
    #
    # @raise [TypeError] for what has not run: a function, an enumerator, a fiber, a process, a promise nobody started
    # @raise [RuntimeError] for false, as of save, a record with errors or that is new still, as of create, a job that
    #   was not enqueued, a Failure of dry-monads, a process that failed, and an HTTP answer of 300 to 599
    def settle(result)
      # A result that cannot be compared is none.
      raise "false was returned: raise if the work failed" if false.equal?(result)

      look(result, {}.compare_by_identity)
    end

    def look(result, seen)
      raise result if result.is_a?(Exception) || (result.is_a?(Class) && result <= Exception)
      raise TypeError, "a #{result.class} was returned: nothing says that it has run" if unrun?(result)

      failure = failure(result)
      raise "#{failure} was returned: raise if the work failed" if failure
      return wait(result) unless result.is_a?(Array) || result.is_a?(Hash)

      # An array may contain itself. Hooks for after the commit are procs in an array, as Sequel returns them.
      parts = seen.key?(result) ? [] : result
      seen[result] = true
      (parts.is_a?(Hash) ? parts.values : parts).each { |one| look(one, seen) unless one.is_a?(Proc) }
    end

    def wait(result)
      if result.is_a?(Thread)
        settle(result.value)
      elsif result.respond_to?(:value!)
        settle(result.value!)
      elsif result.respond_to?(:wait) && result.respond_to?(:stop)
        result.wait
      end
    end

    def unrun?(result)
      # A pipe of a process has its number.
      PENDING.any? { |kind| result.is_a?(kind) } || (result.is_a?(Fiber) && result.alive?) ||
        asked(result, :unscheduled?) == true || (result.is_a?(IO) && !result.closed? && result.pid)
    end

    # What the result says of its failure, if it does.
    def failure(result)
      return "a record with errors" if asked(result, :errors).respond_to?(:full_messages) && result.errors.any?

      said = SAID.find { |name, failed| failed.equal?(asked(result, name)) }
      return "what says #{said.join(" ")}" if said
      return "a result with failures" if FAILED.any? { |name| ![nil, false, 0, [], {}].include?(asked(result, name)) }
      return "a process that failed" if result.is_a?(Process::Status) && !result.success?

      status = status(result)
      "an answer of #{status}" if status&.between?(300, 599)
    end

    # The status of an HTTP answer, if it is one.
    def status(result)
      # A body is called, or gives its pieces.
      return result[0] if (result in [Integer, Hash, body]) && %i[each call].any? { |name| body.respond_to?(name) }

      is_answer = %i[headers http_version].any? { |name| result.respond_to?(name) }
      status = asked(result, :status) || (is_answer && asked(result, :code)&.to_i)
      status.to_int if status.respond_to?(:to_int)
    end

    # A record that is asked may raise, and needs an argument perhaps: then it says nothing.
    def asked(result, name)
      result.public_send(name) if result.respond_to?(name)
    rescue StandardError
      nil
    end
    private_class_method :look, :wait, :unrun?, :failure, :status, :asked
  end
  private_constant :Results
end
