# frozen_string_literal: true

require "digest"
require "json"
require_relative "constants"
require_relative "hand_over"
require_relative "json"
require_relative "keys"
require_relative "models"
require_relative "options"
require_relative "reports"
require_relative "signature"

module CollectionsContract
  # `cause` is what was raised: by itself, ActiveRecord::Rollback ends a transaction without a word.
  class DeliveryFailed < StandardError; end

  # The answer to a request: `status`, `headers` and `body`. `code` says why it is not 2xx and is safe to show to
  # anyone; `error` has what the block raised: raise it where a framework has to roll back a transaction of its own.
  Answer = Struct.new(:status, :code, :error) do
    include Showing.only(:status, :code)

    # `{"code":"..."}` for a refusal, otherwise empty.
    def body
      code ? JSON.generate("code" => code) : ""
    end

    # The headers for this body, in lower case as Rack wants them.
    def headers
      allow = status == 405 ? { "allow" => "POST" } : {}
      code ? { "content-type" => "application/json", **allow } : allow
    end

    # Sinatra, Rails and Grape would make a body of what a block returned, and send a refusal with 200.
    %i[to_s to_str to_json as_json].each do |name|
      define_method(name) { |*| raise TypeError, "Send the status, headers and body of an answer" }
    end

    # Sinatra asks for it, and would send 200 before it takes the first part.
    def respond_to?(name, *) = name == :each ? to_s : super
  end

  # A verified delivery, as blocks get it. `key`: what makes two deliveries the same; `body`: the bytes that were
  # signed; `secret_index`: the position of the secret that matched; `transaction`: what the store yielded; `label` of
  # the secret and `owner` of the payment, if the secrets say so.
  Delivery = Struct.new(:event, :key, :body, :secret_index, :transaction, :label, :owner) do
    include Showing.only(:event, :key, :secret_index, :label, :owner)
  end

  # A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only then answer 2xx.
  class Receiver
    PAYMENT_KEY = ->(payment) { "#{payment.id} #{payment.event}" }
    # A verified request; `event` if it has a handler.
    Request = Struct.new(:body, :index, :secret, :may_be_earlier, :begun, :event)
    private_constant :PAYMENT_KEY, :Request

    attr_reader :max_body_bytes

    # @param secrets [Array<String, LabelledSecret>, OwnedSecrets, #call] of the webhooks that post here; or what
    #   returns them, called for every delivery, so that a secret can be replaced without a restart. If it fails, the
    #   answer is 500. Payments of two owners are two, also with the same id
    # @param store [#once] remembers handed-over deliveries by key; in memory, for one process, if left out
    # @param key [#call] returns what makes two payments of one owner the same, a text; id and event if left out. It is
    #   asked twice, for the payment and for one with other values: if it returns the same, the answer is 500
    # @param on [Hash{String => #call}] handlers of other events by name, each for the model of its payload and the
    #   delivery
    # @param on_unknown [#call] takes verified deliveries of events without a handler; without it, they are acknowledged
    # @param max_body_bytes [Integer] 1 MiB if left out
    # @param on_problem [#call] gets a `Problem` for every answer that is not 2xx, and for `owner_unknown`; `logger` is
    #   told if left out
    # @param logger [Logger] standard error if left out
    # @param on_accepted [#call] gets an `Accepted` for every answer that is 2xx
    # @yieldparam payment [PaymentSnapshot] to be stored or enqueued; real work comes later. If the block
    #   raises, the answer is 500 and the service retries
    # @yieldparam delivery [Delivery]
    # @raise [ArgumentError] for what could never work
    def initialize(secrets, store: nil, key: PAYMENT_KEY, on: {}, on_unknown: nil,
                   max_body_bytes: 1_048_576, on_problem: nil, on_accepted: nil, logger: nil, &on_payment)
      Options.callable("the block", on_payment, 2)
      Options.positive("max_body_bytes", max_body_bytes, Integer)
      raise ArgumentError, "store has no method `once`" unless store.nil? || store.respond_to?(:once)
      raise ArgumentError, "logger has no method `error`" unless logger.nil? || logger.respond_to?(:error)

      Options.callable("key", key, 1)
      { on_unknown: [on_unknown, 1], on_problem: [on_problem, 1], on_accepted: [on_accepted, 1] }
        .each { |name, (function, count)| Options.callable(name, function, count) if function }
      secrets.respond_to?(:call) ? Options.callable("secrets", secrets, 0) : own = Keys.secrets(secrets)
      @secrets = own ? -> { own } : -> { Keys.secrets(secrets.call) }
      @key = key
      @on = known_events(on)
      @on_unknown = on_unknown
      @max_body_bytes = max_body_bytes
      @on_payment = on_payment
      @reports = Reports.new(on_problem, on_accepted, logger)
      @reports.say(Reports::IN_MEMORY) unless store
      @hand_over = HandOver.new(store || MemoryStore.new)
    end

    # Returns the refusal that needs no byte of the body, or nil.
    #
    # @param content_length [Integer, String, nil] that of the header; nil or empty if there is none
    # @return [Answer, nil]
    def refuse_head(method, content_type, content_length)
      return refuse(405, "method_not_allowed") if method != "POST"

      is_json = content_type.to_s.b.match?(%r{\A[ \t]*application/json[ \t]*(;|\z)}i)
      return refuse(415, "media_type_unsupported") unless is_json

      refuse(413, "body_too_large") if content_length.to_i > max_body_bytes
    end

    # Returns the answer to a delivery. Raises nothing that a handler or a payload could cause.
    #
    # @param body [String] the bytes as they arrived
    # @param signature [String, nil] the value of the signature header; join several of the same name with a comma
    # @return [Answer]
    def receive(body, signature)
      begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      Signature.check_body(body)
      return refuse(413, "body_too_large") if body.bytesize > max_body_bytes

      secrets = current_secrets
      return secrets if secrets.is_a?(Answer)

      verdict = Signature.verify(body, signature&.b&.gsub(/\A[ \t]+|(?<![ \t])[ \t]+\z/, ""), secrets.map(&:secret))
      return refuse_unsigned(body, verdict.code) unless verdict.ok?

      @reports.matched = true
      # Beside a secret without an owner, a key without one is not necessarily of the version before.
      may_be_earlier = secrets.all?(&:owner)
      read(Request.new(body, verdict.secret_index, secrets[verdict.secret_index], may_be_earlier, begun))
    end

    # Reports a `Problem` and returns the answer.
    def refuse(status, code, error = nil, event: nil, label: nil, owner: nil)
      @reports.problem(Problem.new(status:, code:, event:, label:, owner:, error:).freeze)
      Answer.new(status, code, error && failed(code, error)).freeze
    end

    private

    def failed(code, cause)
      raise DeliveryFailed, code, cause:
    rescue DeliveryFailed => e
      e
    end

    # Refuses what no delivery would ever reach.
    def known_events(on)
      on.each do |event, handler|
        raise ArgumentError, "on has #{event}, which the block handles" if event == CASE_FILE_PAYMENT_CONFIRMED
        raise ArgumentError, "on has #{event.inspect}, which is not an event of this contract" unless EVENT_MODELS[event]

        Options.callable("on[#{event.inspect}]", handler, 2)
      end
      on.dup.freeze
    end

    def current_secrets
      @secrets.call
    rescue StandardError => e
      refuse(500, "secrets_unavailable", e)
    end

    # A sender signs what it sends, so a body that is empty here was lost on the way.
    def refuse_unsigned(body, code)
      body.empty? && code == "signature_mismatch" ? refuse(400, "body_not_received") : refuse(401, code)
    end

    def refuse_verified(request, status, code, error = nil)
      refuse(status, code, error, event: request.event, label: request.secret.label, owner: request.secret.owner)
    end

    def read(request)
      text = request.body.dup.force_encoding(Encoding::UTF_8)
      return refuse_verified(request, 400, "body_not_utf8") unless text.valid_encoding?

      dispatch(Json.parse(text), request)
    rescue JSON::ParserError
      refuse_verified(request, 400, "body_not_json")
    rescue ModelError => e
      refuse_verified(request, 422, ModelError::CODE, e)
    end

    def dispatch(payload, request)
      event = payload["@event"] if payload.is_a?(Hash)
      raise ModelError.new("/@event", "a string") unless event.is_a?(String)

      if event == CASE_FILE_PAYMENT_CONFIRMED
        payment = PaymentSnapshot.from_h(payload)
        request.event = event
        same_of = @key == PAYMENT_KEY ? -> { @key.call(payment) } : -> { Keys.ask(@key, payment, payload) }
        hand_over(event, request, same_of) { |one| @on_payment.call(payment, one) }
      elsif @on.key?(event)
        read = EVENT_MODELS.fetch(event).from_h(payload)
        request.event = event
        hand_over(event, request, -> { same_event(event, read, request) }) { |one| @on[event].call(read, one) }
      elsif @on_unknown
        # Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
        hand_over(event, request, -> { "#{Digest::SHA256.hexdigest(request.body)} #{event}" }) do |one|
          @on_unknown.call(one)
        end
      else
        accept(:ignored, nil, request)
      end
    end

    # By id and event, as of payments. Where there is no id, only the bytes tell whether two deliveries are the same.
    def same_event(event, read, request)
      id = read.id if read.respond_to?(:id)
      "#{id.is_a?(Integer) || id.is_a?(String) ? id : Digest::SHA256.hexdigest(request.body)} #{event}"
    end

    def hand_over(event, request, same_of, &handler)
      accept(handed_over(event, request, same_of.call, handler), event, request)
    rescue EventBusy
      refuse_verified(request, 503, "event_busy")
    rescue StoreFailed => e
      refuse_verified(request, 503, "store_failed", e.cause)
    rescue Exception => e # rubocop:disable Lint/RescueException
      # The end of the process; in the threads of a server it is the handler's.
      raise if (e.is_a?(SystemExit) || e.is_a?(SignalException)) && Thread.current == Thread.main

      refuse_verified(request, 500, "handler_failed", e)
    end

    def handed_over(event, request, same, handler)
      secret = request.secret
      key = Keys.within(secret.owner, same)
      @hand_over.once(key, (Keys.within(nil, same) if request.may_be_earlier)) do |transaction|
        handler.call(
          Delivery.new(event, key, request.body, request.index, transaction, secret.label, secret.owner).freeze
        )
      end
    end

    def accept(outcome, event, request)
      if outcome == :earlier
        outcome = :duplicate
        refuse_verified(request, 204, "owner_unknown")
      end
      seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - request.begun
      secret = request.secret
      @reports.accepted(
        Accepted.new(outcome:, seconds:, event:, label: secret.label, owner: secret.owner).freeze
      )
      Answer.new(204).freeze
    end
  end
end
