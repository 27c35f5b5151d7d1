# frozen_string_literal: true

require "digest"
require_relative "constants"
require_relative "json"
require_relative "memory_store"
require_relative "models"
require_relative "signature"

module CollectionsContract
  # The answer to a request. `code` says why it is not 2xx and is safe to show to anyone.
  Answer = Struct.new(:status, :code)

  # A verified delivery, as blocks get it. `key`: what makes two deliveries the same; `body`: the bytes that were
  # signed; `secret_index`: the position of the secret that matched; `transaction`: what the store yielded.
  Delivery = Struct.new(:event, :key, :body, :secret_index, :transaction) do
    # Leaves out the body.
    def inspect
      "#<Delivery event=#{event.inspect} key=#{key.inspect} secret_index=#{secret_index}>"
    end
    alias_method :to_s, :inspect
  end

  # A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only then answer 2xx.
  class Receiver
    BOM = "\uFEFF"
    PAYMENT_KEY = ->(payment) { "#{payment.id} #{payment.event}" }
    private_constant :BOM, :PAYMENT_KEY

    attr_reader :max_body_bytes

    # @param secrets [Array<String>, #call] of the webhooks that post here; or what returns them, called for every
    #   delivery, so that a secret can be replaced without a restart. If it fails, the answer is 500
    # @param store [#once] remembers handed-over deliveries by key
    # @param key [#call] returns what makes two payments the same; id and event if left out
    # @param on_unknown [#call] takes verified deliveries of other events; without it, they are acknowledged
    # @param max_body_bytes [Integer] 1 MiB if left out
    # @param on_problem [#call] gets the code, and the error if there is one, of every answer that is not 2xx
    # @yieldparam payment [PaymentSnapshot] to be stored or enqueued; real work comes later. If the block
    #   raises, the answer is 500 and the service retries
    # @yieldparam delivery [Delivery]
    def initialize(secrets, store: MemoryStore.new, key: PAYMENT_KEY, on_unknown: nil, max_body_bytes: 1_048_576,
                   on_problem: nil, &on_payment)
      raise ArgumentError, "pass a block that takes a payment" unless on_payment

      own = checked(secrets) unless secrets.respond_to?(:call)
      @secrets = own ? -> { own } : secrets
      @store = store
      @key = key
      @on_unknown = on_unknown
      @max_body_bytes = max_body_bytes
      @on_problem = on_problem
      @on_payment = on_payment
    end

    # Returns the refusal that needs no byte of the body, or nil.
    #
    # @param content_length [Integer, nil] nil if unknown
    # @return [Answer, nil]
    def refuse_head(method, content_type, content_length)
      return refuse(405, "method_not_allowed") if method != "POST"

      is_json = content_type.to_s.b.match?(%r{\A\s*application/json\s*(;|\z)}i)
      return refuse(415, "media_type_unsupported") unless is_json

      refuse(413, "body_too_large") if content_length && content_length > max_body_bytes
    end

    # Returns the answer to a delivery. Raises nothing that a handler or a payload could cause.
    #
    # @param body [String] the bytes as they arrived
    # @param signature [String, nil] the value of the signature header; join several of the same name with a comma
    # @return [Answer]
    def receive(body, signature)
      return refuse(413, "body_too_large") if body.bytesize > max_body_bytes

      secrets = current_secrets
      return secrets if secrets.is_a?(Answer)

      verdict = Signature.verify(body, signature, secrets)
      return refuse(401, verdict.code) unless verdict.ok?

      text = body.dup.force_encoding(Encoding::UTF_8)
      return refuse(400, "body_not_utf8") unless text.valid_encoding?

      dispatch(Json.parse(text.delete_prefix(BOM)), body, verdict.secret_index)
    rescue JSON::ParserError
      refuse(400, "body_not_json")
    end

    # Reports a problem to `on_problem` and returns the answer.
    def refuse(status, code, error = nil)
      @on_problem&.call(code, error)
      Answer.new(status, code).freeze
    end

    private

    def checked(secrets)
      is_given = secrets.is_a?(Array) && !secrets.empty? && secrets.all? { |one| one.is_a?(String) && !one.empty? }
      raise ArgumentError, "secret_empty: pass a list of secrets, none of them empty" unless is_given

      secrets.dup.freeze
    end

    def current_secrets
      checked(@secrets.call)
    rescue StandardError => e
      refuse(500, "secrets_unavailable", e)
    end

    def dispatch(payload, body, secret_index)
      event = payload["@event"] if payload.is_a?(Hash)
      return refuse(422, ModelError::CODE) unless event.is_a?(String)

      if event == CASE_FILE_PAYMENT_CONFIRMED
        payment = PaymentSnapshot.from_h(payload)
        hand_over(event, body, secret_index, -> { @key.call(payment) }) { |one| @on_payment.call(payment, one) }
      elsif @on_unknown
        # Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
        hand_over(event, body, secret_index, -> { "#{Digest::SHA256.hexdigest(body)} #{event}" }, &@on_unknown)
      else
        Answer.new(204).freeze
      end
    rescue ModelError => e
      refuse(422, ModelError::CODE, e)
    end

    def hand_over(event, body, secret_index, key)
      same = key.call
      @store.once(same) do |transaction|
        yield Delivery.new(event, same, body, secret_index, transaction).freeze
      end
      Answer.new(204).freeze
    rescue StandardError => e
      refuse(500, "handler_failed", e)
    end
  end
end
