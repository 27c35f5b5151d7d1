# frozen_string_literal: true

module CollectionsContract
  # Remembers keys of deliveries within one process, until it ends. Forgets the oldest beyond `limit`.
  #
  # In production, give the receiver an object of yours with a method `once(key)`: a table with a unique
  # key. Yield a connection, and the block of the receiver finds it as `delivery.transaction`.
  class MemoryStore
    def initialize(limit: 100_000)
      @limit = limit
      @done = {}
      @busy = {}
      @lock = Mutex.new
      @changed = ConditionVariable.new
    end

    # Yields if the key is new, and marks it after the block returned. While one thread is inside,
    # another with the same key waits. If the block raises, the key stays new and the error goes on.
    def once(key)
      return unless reserved?(key)

      is_done = false
      begin
        yield
        is_done = true
      ensure
        release(key, is_done)
      end
    end

    private

    def reserved?(key)
      @lock.synchronize do
        @changed.wait(@lock) while @busy.key?(key)
        @busy[key] = true unless @done.key?(key)
      end
    end

    def release(key, is_done)
      @lock.synchronize do
        @busy.delete(key)
        if is_done
          @done[key] = true
          @done.shift if @done.size > @limit
        end
        @changed.broadcast
      end
    end
  end
end
