# frozen_string_literal: true

require_relative "constants"
require_relative "json"
require_relative "memory_store"
require_relative "models"
require_relative "signature"

module CollectionsContract
  # What to answer. `code` says why it is not 2xx and is safe to show to anyone.
  Answer = Struct.new(:status, :code)

  # What a receiver of client webhook deliveries does with a request, whatever server it came through:
  # check, verify, read, hand over, and only then answer 2xx.
  class Receiver
    BOM = "\uFEFF"
    private_constant :BOM

    attr_reader :max_body_bytes

    # @param secrets [Array<String>] of the webhooks that post here, one or several
    # @param store [#once] where handed-over deliveries are remembered, by payment id and event
    # @param max_body_bytes [Integer] 1 MiB if left out
    # @param on_problem [#call] told the code and the error, if there is one, of every answer that is not 2xx
    # @yieldparam payment [PaymentSnapshot] to be stored or enqueued; real work comes later. If the block
    #   raises, the answer is 500 and the service delivers again
    def initialize(secrets, store: MemoryStore.new, max_body_bytes: 1_048_576, on_problem: nil, &on_payment)
      is_given = secrets.is_a?(Array) && !secrets.empty? && secrets.all? { |one| one.is_a?(String) && !one.empty? }
      raise ArgumentError, "secret_empty: pass a list of secrets, none of them empty" unless is_given
      raise ArgumentError, "pass a block that takes a payment" unless on_payment

      @secrets = secrets.dup.freeze
      @store = store
      @max_body_bytes = max_body_bytes
      @on_problem = on_problem
      @on_payment = on_payment
    end

    # What can be refused before a byte of the body is read.
    #
    # @param content_length [Integer, nil] nil if it is not said
    # @return [Answer, nil]
    def refuse_head(method, content_type, content_length)
      return refuse(405, "method_not_allowed") if method != "POST"

      is_json = content_type.to_s.b.match?(%r{\A\s*application/json\s*(;|\z)}i)
      return refuse(415, "media_type_unsupported") unless is_json

      refuse(413, "body_too_large") if content_length && content_length > max_body_bytes
    end

    # Raises nothing that a handler or a payload could cause.
    #
    # @param body [String] the bytes as they arrived
    # @param signature [String, nil] the value of the signature header; several of the same name joined by a comma
    # @return [Answer]
    def receive(body, signature)
      return refuse(413, "body_too_large") if body.bytesize > max_body_bytes

      verdict = Signature.verify(body, signature, @secrets)
      return refuse(401, verdict.code) unless verdict.ok?

      text = body.dup.force_encoding(Encoding::UTF_8)
      return refuse(400, "body_not_utf8") unless text.valid_encoding?

      dispatch(Json.parse(text.delete_prefix(BOM)))
    rescue JSON::ParserError
      refuse(400, "body_not_json")
    end

    def refuse(status, code, error = nil)
      @on_problem&.call(code, error)
      Answer.new(status, code).freeze
    end

    private

    def dispatch(payload)
      event = payload["@event"] if payload.is_a?(Hash)
      return refuse(422, ModelError::CODE) unless event.is_a?(String)
      # Events may be added; refusing one would make the service repeat it.
      return Answer.new(204).freeze if event != CASE_FILE_PAYMENT_CONFIRMED

      hand_over(PaymentSnapshot.from_h(payload))
    rescue ModelError => e
      refuse(422, ModelError::CODE, e)
    end

    def hand_over(payment)
      @store.once("#{payment.id} #{payment.event}") { @on_payment.call(payment) }
      Answer.new(204).freeze
    rescue StandardError => e
      refuse(500, "handler_failed", e)
    end
  end
end
