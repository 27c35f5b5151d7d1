# frozen_string_literal: true

require_relative "held"
require_relative "memory_store"
require_relative "options"
require_relative "sql_databases"
require_relative "to_its_end"
require_relative "wire"

module CollectionsContract
  # Remembers deliveries in the table `handled_delivery` of SQLite or PostgreSQL, for all processes.
  # `delivery.transaction` is the connection of ActiveRecord, or the database of Sequel: the key and what the block
  # writes with it are committed together, or not at all.
  class SqlStore
    # For your migrations. Rows that are older than any retry may be deleted. A table with `key` alone is as good.
    TABLE = "CREATE TABLE IF NOT EXISTS handled_delivery " \
            "(key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
    INSERT = "INSERT INTO handled_delivery (key) VALUES (?) ON CONFLICT DO NOTHING"

    # For one transaction: PostgreSQL gives up a client that went away, and with it the lock on its key. What was
    # committed is on the disk, also where the database has switched synchronous commits off.
    LIMITS = "{{postgresLimits}}"
    # What a block sets for its session would reach another payment over the pool.
    SETTINGS = "{{postgresSettings}}"
    # Rails asks SQLite for less, with which what was committed can be lost with the power. It stays so.
    SYNC = "PRAGMA synchronous = EXTRA"
    # Seconds for what the store itself asks of a database, beside the time for a lock; and for a block.
    ANSWER = 5
    BLOCK = 600

    # @param database [Class, Object] `ActiveRecord::Base` or a class of yours below it, or a `Sequel::Database`
    # @param timeout [Numeric] seconds to wait for another process that handles the same payment; then the answer is
    #   503. SQLite has one writer at a time: any payment waits for it
    # @raise [ArgumentError] for anything else
    def initialize(database, timeout: 2)
      adapter = [Records, Sequels].find { |one| one.for?(database) }
      raise ArgumentError, "option_invalid: pass ActiveRecord::Base or a Sequel::Database" unless adapter

      @adapter = adapter.new(database)
      Options.positive("timeout", timeout)
      @milliseconds = (timeout * 1000).ceil
    end

    # Makes the table if it is not there, and runs statements of your own, such as for a table of payments.
    def migrate(*statements)
      all = [TABLE, *statements]
      @adapter.connection do |connection|
        # Two processes that start at once wait for each other: SQLite before each statement outside of a transaction.
        next run_all(connection, [limits(connection), *all]) if @adapter.sqlite?(connection)

        transaction do |locked, wire|
          wire.cut_after(BLOCK)
          run_all(locked, ["SELECT pg_advisory_xact_lock(4711)", *all])
        end
      end
    end

    # Yields the connection if the key is new; false if it is not. A block that ends with `throw`, `return` or `break`
    # has failed: nothing is stored.
    #
    # @raise [EventBusy] if another process handles it for too long
    def once(key)
      transaction do |connection, wire|
        next false unless inserted?(connection, key)

        marked(connection) do
          wire.cut_after(BLOCK)
          Held.run(@adapter.raw(connection)) { yield connection }
        ensure
          wire.cut_after(ANSWER)
        end
        true
      end
    end

    private

    # Fails at the end if the block, or a failed statement that it caught, ended this transaction.
    def marked(connection)
      @adapter.run(connection, "SAVEPOINT before_handler")
      yield
      begin
        @adapter.run(connection, "RELEASE SAVEPOINT before_handler")
      rescue StandardError => e
        # The pool has to see that its connection is gone.
        raise if e.class.name == "Sequel::DatabaseDisconnectError"

        raise "the block, or a failed statement that it caught, ended the transaction of the store, which does it itself"
      end
    end

    # Until the connection has committed or rolled back, its socket is cut where it takes too long. A `Timeout` around
    # the receiver is a `throw`, which would commit the key alone.
    def transaction
      @adapter.connection do |connection|
        wire = Wire.new(@adapter.raw(connection))
        wire.cut_after((@milliseconds / 1000.0) + ANSWER)
        @adapter.transaction(connection) do
          ToItsEnd.run do
            @adapter.run(connection, limits(connection))
            yield(connection, wire).tap do
              @adapter.run(connection, SETTINGS) unless @adapter.sqlite?(connection)
            end
          end
        end
      ensure
        wire&.close
      end
    end

    def limits(connection)
      raise ArgumentError, "option_invalid: SqlStore is for SQLite and PostgreSQL" unless @adapter.fits?(connection)

      @adapter.sqlite?(connection) ? "PRAGMA busy_timeout = #{@milliseconds}" : format(LIMITS, @milliseconds)
    end

    def run_all(connection, statements)
      statements.each { |statement| @adapter.run(connection, statement) }
    end

    def inserted?(connection, key)
      waiting(connection) { @adapter.changed(connection, INSERT, key) == 1 }
    rescue StandardError => e
      raise EventBusy, "another process handles this payment" if e.cause.class.name == "PG::LockNotAvailable"

      raise
    end

    # Sleeps in Ruby: SQLite sleeps with the lock of the interpreter, in the way of the thread that it waits for.
    def waiting(connection)
      return yield unless @adapter.sqlite?(connection)

      last = Process.clock_gettime(Process::CLOCK_MONOTONIC, :millisecond) + @milliseconds
      @adapter.run(connection, "PRAGMA busy_timeout = 0")
      begin
        yield
      rescue StandardError => e
        raise unless e.cause.class.name == "SQLite3::BusyException"
        raise if Process.clock_gettime(Process::CLOCK_MONOTONIC, :millisecond) > last

        sleep 0.01
        retry
      end
    ensure
      @adapter.run(connection, limits(connection)) if last
    end

    private_constant :INSERT, :LIMITS, :SETTINGS, :SYNC, :ANSWER, :BLOCK
  end
end
