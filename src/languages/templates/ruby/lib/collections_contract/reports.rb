# frozen_string_literal: true

module CollectionsContract
  # An acknowledged delivery. `outcome` is :handled, :duplicate or :ignored (an event without a handler); `event`,
  # `label` and `owner` are there if known; `seconds` is how long the receiver took.
  Accepted = Struct.new(:outcome, :seconds, :event, :label, :owner, keyword_init: true)

  # A delivery that was not acknowledged, or a duplicate that may be another customer's payment (`owner_unknown`,
  # 204): `status` and `code` of the answer. `event` (if it has a handler), `label` and `owner` say whose it was, if
  # it was verified; `error` is what a handler or a store raised.
  Problem = Struct.new(:status, :code, :event, :label, :owner, :error, keyword_init: true) do
    include Showing.only(:status, :code, :event, :label, :owner)
  end

  # What operators are told: through functions of theirs, in a Logger, or on standard error. Raises nothing:
  # no report changes an answer.
  class Reports
    # Told each time: a payment waits, and only the operator can help.
    FAILURES = %w[handler_failed store_failed secrets_unavailable].freeze
    # Told each time: genuine, and not understood.
    SIGNED = %w[payload_invalid body_not_json body_not_utf8 owner_unknown].freeze
    QUIET = %w[method_not_allowed event_busy].freeze
    ADVICE = {
      "signature_mismatch" => "no signature has matched so far. Is it the secret of this webhook, used unchanged, " \
                              "and the body the bytes that arrived?",
      "owner_unknown" => "a duplicate of a payment that was handled before keys had an owner. If two customers have " \
                         "payments with the same id, look whether this one is booked",
      "body_not_received" => "no byte of the body arrived. Does a middleware read it before the receiver?"
    }.freeze
    IN_MEMORY = "Duplicates are kept in this process alone: give the receiver a store that lasts if there are several."
    private_constant :FAILURES, :SIGNED, :QUIET, :ADVICE

    # Whether any signature was right.
    attr_writer :matched

    def initialize(on_problem, on_accepted, logger)
      @logger = logger
      @on_problem = on_problem || method(:print)
      @on_accepted = on_accepted
      @told = {}
    end

    # Tells a problem.
    def problem(problem)
      observed(@on_problem, problem)
    end

    # Tells an acknowledgement.
    def accepted(accepted)
      observed(@on_accepted, accepted) if @on_accepted
    end

    # Tells something beside a code. `warn` would say nothing under `ruby -W0`.
    def say(text, level = :warn)
      line = "webhook receiver: #{text}"
      @logger ? @logger.public_send(level, line) : $stderr.puts(line) # rubocop:disable Style/StderrPuts
    end

    private

    def print(problem)
      code, error = problem.code, problem.error
      advice = ADVICE.fetch(code) { "see `npx collections-contract explain #{code}`" }
      whose = " (owner #{problem.owner.inspect})" if problem.owner
      if FAILURES.include?(code)
        say("#{code}#{whose}; #{advice}\n#{error&.full_message(highlight: false, order: :top)}", :error)
      elsif SIGNED.include?(code)
        say("#{code}#{whose}#{" (#{error.message})" if error}; #{advice}", :error)
      elsif !QUIET.include?(code) && !(@matched && code.start_with?("signature_")) && !@told.key?(code)
        @told[code] = true
        say("#{code}, told once; #{advice}")
      end
    end

    def observed(function, told)
      function.call(told)
    rescue StandardError => e
      say("on_problem or on_accepted failed; the answer is unchanged\n#{e.full_message(highlight: false)}", :error)
    end
  end
  private_constant :Reports
end
