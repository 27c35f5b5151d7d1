# frozen_string_literal: true

require_relative "options"

module CollectionsContract
  # The key is being handled elsewhere at this moment. A store may raise it; the answer is 503.
  class EventBusy < StandardError; end

  # The keys that are being handled in this process, each for `seconds` at most.
  class BusyKeys
    def initialize(seconds = Float::INFINITY)
      @seconds = seconds
      @since = {}
      @lock = Mutex.new
    end

    # Holds a key during the block.
    #
    # @raise [EventBusy] at once if it is held
    def claim(key)
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      @lock.synchronize do
        raise EventBusy, "the key is being handled" if now - @since.fetch(key, -Float::INFINITY) < @seconds

        @since[key] = now
      end
      yield
    ensure
      @lock.synchronize { @since.delete(key) if @since[key] == now }
    end
  end
  private_constant :BusyKeys

  # Remembers keys of deliveries within one process, until it ends: another worker or a restart handles a payment again.
  # Forgets the oldest beyond `limit`.
  #
  # In production, give the receiver an object of yours with a method `once(key)`: a table with a unique key. It yields
  # if the key is new, and returns false if it was handled before. Yield a connection, and the block of the receiver
  # finds it as `delivery.transaction`.
  class MemoryStore
    def initialize(limit: 100_000)
      Options.positive("limit", limit, Integer)
      @limit = limit
      @done = {}
      @busy = BusyKeys.new
    end

    # Yields if the key is new, and marks it after the block returned; false if it is not. If the block raises, the key
    # stays new and the error goes on.
    #
    # @raise [EventBusy] while another thread is inside with the same key
    def once(key)
      @busy.claim(key) do
        next false if @done.key?(key)

        yield
        @done[key] = true
        @done.shift if @done.size > @limit
        true
      end
    end
  end
end
