# frozen_string_literal: true

require "timeout"

module CollectionsContract
  class SqlStore
    # What differs in ActiveRecord.
    class Records
      def self.for?(database)
        database.respond_to?(:connection_pool) && database.respond_to?(:sanitize_sql)
      end

      def initialize(base)
        @base = base
      end

      # A connection is asked whether it is there when it is taken: without any limit.
      def connection(&work)
        pool = @base.connection_pool
        is_held = pool.active_connection?
        Timeout.timeout(ANSWER, Timeout::Error) do
          (pool.respond_to?(:lease_connection) ? pool.lease_connection : pool.connection).raw_connection
        end
        pool.with_connection(&work)
      rescue Timeout::Error
        pool.active_connection?&.disconnect!
        raise
      ensure
        pool.release_connection unless is_held
      end

      def transaction(connection, &work)
        raise "the store needs a connection outside of a transaction" if connection.transaction_open?

        run(connection, SYNC) if sqlite?(connection)
        connection.transaction(&work)
      end

      def raw(connection)
        connection.raw_connection
      end

      def fits?(connection)
        connection.supports_insert_conflict_target?
      end

      def sqlite?(connection)
        connection.adapter_name == "SQLite"
      end

      def run(connection, statement)
        connection.execute(statement)
      end

      def changed(connection, statement, key)
        connection.update(@base.sanitize_sql([statement, key]))
      end
    end

    # What differs in Sequel, which gives each thread a connection of its own within a transaction.
    class Sequels
      # The process that may have connected before a store was made in a child of it.
      LOADED_BY = Process.pid
      private_constant :LOADED_BY

      def self.for?(database)
        database.respond_to?(:database_type) && database.respond_to?(:in_transaction?)
      end

      def initialize(database)
        @database = database
        @process = LOADED_BY
        @lock = Mutex.new
      end

      def connection
        @lock.synchronize { leave_parent unless @process == Process.pid }
        @database.synchronize { yield @database }
      end

      # Processes that share a connection read each other's answers. Its end must not reach the server, either.
      def leave_parent
        @database.pool.all_connections { |raw| raw.socket_io.reopen(IO::NULL) if raw.respond_to?(:socket_io) }
        @database.disconnect
        @process = Process.pid
      end

      def transaction(database)
        raise "the store needs a connection outside of a transaction" if database.in_transaction?

        run(database, SYNC) if sqlite?(database)
        is_committed = false
        returned = database.transaction do
          # Not run if the block asked for a rollback on exit, of which nothing else tells.
          database.after_commit { is_committed = true }
          yield
        end
        is_committed ? returned : raise("the block had its transaction rolled back")
      end

      def raw(database)
        database.synchronize { |connection| connection }
      end

      def fits?(database)
        database.dataset.respond_to?(:insert_conflict)
      end

      def sqlite?(database)
        database.database_type == :sqlite
      end

      def run(database, statement)
        database.run(statement)
      end

      def changed(database, statement, key)
        database[statement, key].update
      end
    end
    private_constant :Records, :Sequels
  end
end
