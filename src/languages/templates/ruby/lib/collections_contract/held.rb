# frozen_string_literal: true

module CollectionsContract
  # The connection of a driver while a block runs whose transaction the store ends: a block that ends it is refused, and
  # has failed even if it rescued that: what it writes then might be stored without its key. Statements of SQLite that
  # the block left open end with it: beside one whose rows nobody has read to their end, nothing is committed. One with
  # rows that nobody has asked for has not even run.
  module Held
    REFUSED = "the store ends its transaction: a block neither commits it nor rolls it back"
    SEVERAL = "SQLite would run only the first of several statements: call execute_batch"
    PREPARED = "the block prepared a statement that writes, and ran nothing behind it"
    # A text may write.
    WRITES = /\b(?:insert|update|delete|replace\s+into|merge|call|copy|execute|do)\b/i
    # Behind a statement of SQLite: no other one.
    NOTHING = %r{\A(?:[\s;]|--[^\n]*|/\*.*?(?:\*/|\z))*+\z}m
    COMMENT = %r{--[^\n]*+|/\*.*?\*/}m
    QUOTED = /'[^']*+'|"[^"]*+"|#{COMMENT}/
    NEXT = /;(?:\s|#{COMMENT})*+/
    # A text, behind a semicolon: one of its statements, but none in the body of a trigger, ends the transaction.
    ENDS = %r{\A(?:#{NEXT}create\s+(?:\w+\s+)*?(?:trigger|function|procedure)\b
             (?:#{QUOTED}|(?!\bbegin\b)[^;'"$])*+begin\b(?:#{QUOTED}|(?!#{NEXT}end\b)[^'"$])*+#{NEXT}end\b
             |[^;'"$/-]++|(?<=\bE)'(?:\\.|[^'\\])*+'|#{QUOTED}|\$(\w*)\$.*?\$\1\$
             |(?!#{NEXT}(?:commit|end|abort|prepare\s+transaction
             |rollback(?!(?:\s+(?:work|transaction))?\s+to\b))\b);|[^;])*+;}imx
    # Of pg, whose `reset` connects anew, and of sqlite3, which prepares each statement but those of a batch.
    METHODS = %i[exec query exec_params prepare send_query send_query_params send_prepare reset]
              .flat_map { |name| [name, :"async_#{name}", :"sync_#{name}"] } << :execute_batch2
    # Of pg: they name what was prepared, in this delivery or before.
    NAMING = %i[exec_prepared async_exec_prepared sync_exec_prepared send_query_prepared].freeze

    # A module for each class, as a name that it lacks may be one of Kernel.
    OVER = Hash.new do |modules, type|
      modules[type] = Module.new do
        METHODS.select { |name| type.public_method_defined?(name) }.each do |name|
          define_method(name) do |*arguments, **options, &block|
            if @held_ends && (arguments.empty? || arguments.grep(String).any? { |sql| ENDS.match?(";#{sql}") })
              @held_ends << name
              raise REFUSED
            end
            counts = @held_prepared || arguments.grep(String).any?(WRITES)
            @held_prepared = name.end_with?("prepare") if counts && @held_prepared != false
            next Held.note(self, super(*arguments, **options)) unless block

            super(*arguments, **options) { |one| block.call(Held.note(self, one)) }
          end
        end
        NAMING.select { |name| type.public_method_defined?(name) }.each do |name|
          define_method(name) do |*arguments, &block|
            @held_prepared &&= false
            super(*arguments, &block)
          end
        end
        next unless type.public_method_defined?(:execute_batch)

        define_method(:execute_batch) do |*arguments|
          @held_runs_all = true
          super(*arguments)
        ensure
          @held_runs_all = false
        end
      end
    end

    # A statement of sqlite3.
    module Statement
      def execute(*)
        @waits = true
        super
      end

      def step
        @waits = false
        @held_by.instance_variable_set(:@held_prepared, false) if @held_by.instance_variable_get(:@held_prepared)
        super
      end

      def held_by(raw)
        @held_by = raw
        self
      end

      def start
        step if @waits && !closed?
      end
    end

    def self.note(raw, statement)
      return statement unless statement.respond_to?(:reset!)

      made = raw.instance_variable_get(:@held_made)
      is_whole = raw.instance_variable_get(:@held_runs_all) || NOTHING.match?(statement.remainder)
      raise SEVERAL unless made.nil? || is_whole

      raw.instance_variable_get(:@held_open)[statement.extend(Statement).held_by(raw)] = statement
      # Or it may be collected before the end.
      made&.push(statement)
      statement
    end

    def self.run(raw)
      open = raw.instance_variable_get(:@held_open) || raw.instance_variable_set(:@held_open, ObjectSpace::WeakMap.new)
      raw.extend(OVER[raw.class])
      raw.instance_variable_set(:@held_ends, ends = [])
      raw.instance_variable_set(:@held_made, made = [])
      # Nil until a statement that writes is prepared, and then true until something runs.
      raw.instance_variable_set(:@held_prepared, nil)
      returned = yield
      raise REFUSED unless ends.empty?

      (made | open.values).each(&:start)
      raise PREPARED if raw.instance_variable_get(:@held_prepared)

      returned
    ensure
      raw.instance_variable_set(:@held_ends, nil)
      raw.instance_variable_set(:@held_made, nil)
      raw.instance_variable_set(:@held_prepared, nil)
      open.each_value { |statement| statement.reset! unless statement.closed? }
    end
  end
  private_constant :Held
end
