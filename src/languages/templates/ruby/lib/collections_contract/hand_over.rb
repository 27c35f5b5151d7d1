# frozen_string_literal: true

require_relative "memory_store"
require_relative "results"
require_relative "to_its_end"

module CollectionsContract
  # The store failed; `cause` says how. What the handler did may be taken back.
  class StoreFailed < StandardError; end

  # Hands over what a store does not know yet: the handler runs inside of what the store commits.
  class HandOver
    # Takes back a key that was only looked up.
    Release = Class.new(StandardError)
    private_constant :Release

    def initialize(store)
      @store = store
      # A block that hangs for ever does not keep its payment from the verdict of the store.
      @busy = BusyKeys.new(60)
    end

    # A repetition of a key that is being handled is refused at once, so that one payment never holds two threads.
    #
    # @return [Symbol] `:handled`, `:duplicate`, or `:earlier`: a duplicate under the key of the version before
    # @raise [EventBusy, StoreFailed, Exception] or whatever the handler raises
    def once(key, earlier, &handler)
      @busy.claim(key) do
        next :earlier if earlier && !@store.is_a?(MemoryStore) && known?(earlier)

        enter(key, handler) ? :handled : :duplicate
      end
    end

    private

    def known?(key)
      !enter(key, ->(_) { raise Release })
    rescue Release
      false
    end

    # Returns whether the key was new, so that the handler ran.
    def enter(key, handler)
      inside = Inside.new(handler)
      begin
        returned = @store.once(key) do |transaction|
          transaction.is_a?(Exception) ? raise(transaction) : inside.run(transaction)
        end
        raise TypeError, "`once` neither yielded nor returned false" unless inside.ran? || returned == false

        # Work of the store that goes on, or an exception that it returns, is not yet a commit.
        Results.settle(returned) if returned
      rescue EventBusy
        raise
      rescue StandardError => e
        raise StoreFailed, e.message unless inside.error
      end
      # A store may turn the error of the handler into another one, or even swallow it.
      raise inside.error if inside.error

      inside.ran?
    end

    # What happens inside of `once` of a store.
    class Inside
      attr_reader :error

      def initialize(handler)
        @handler = handler
      end

      def ran?
        @is_called
      end

      def run(transaction)
        raise TypeError, "`once` of the store yielded twice" if @is_called

        @is_called = true
        ToItsEnd.run { Results.settle(@handler.call(transaction)) }
      rescue Exception => e # rubocop:disable Lint/RescueException
        @error = e
        raise
      end
    end
    private_constant :Inside
  end
  private_constant :HandOver
end
