# frozen_string_literal: true

require "timeout"
require_relative "receiver"

module CollectionsContract
  # The receiver as a Rack application: `run CollectionsContract::RackApp.new(receiver)`, or mounted in
  # Rails: `mount CollectionsContract::RackApp.new(receiver), at: "/hooks"`. Nothing before it may
  # parse the body.
  class RackApp
    SIGNATURE_KEY = "HTTP_#{SIGNATURE_HEADER.upcase.tr("-", "_")}".freeze
    private_constant :SIGNATURE_KEY

    def initialize(receiver)
      @receiver = receiver
    end

    def call(env)
      answer = receive(env)
      [answer.status, answer.headers, answer.code ? [answer.body] : []]
    end

    private

    def receive(env)
      refused = @receiver.refuse_head(env["REQUEST_METHOD"], env["CONTENT_TYPE"], env["CONTENT_LENGTH"])
      return refused if refused

      length = env["CONTENT_LENGTH"].to_s
      body = read(env["rack.input"])
      return body unless body.is_a?(String)

      unless length.empty? || body.bytesize == length.to_i
        return @receiver.refuse(400, body.empty? ? "body_not_received" : "body_incomplete")
      end

      @receiver.receive(body, env[SIGNATURE_KEY])
    end

    # Up to the limit; from its beginning, where a middleware has read it and the input can go back. Or an answer.
    def read(input)
      input.rewind if input.respond_to?(:rewind)
      input&.read(@receiver.max_body_bytes + 1) || ""
    rescue Timeout::Error
      @receiver.refuse(408, "body_timeout")
    rescue StandardError # Each server has an error of its own for a connection that broke.
      @receiver.refuse(400, "body_incomplete")
    end
  end
end
