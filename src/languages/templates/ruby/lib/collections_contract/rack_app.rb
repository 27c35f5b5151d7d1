# frozen_string_literal: true

require "timeout"
require_relative "receiver"

module CollectionsContract
  # The receiver as a Rack application: `run CollectionsContract::RackApp.new(receiver)`, or mounted in
  # Rails: `mount CollectionsContract::RackApp.new(receiver), at: "/hooks"`. Nothing before it may
  # parse the body.
  class RackApp
    SIGNATURE_KEY = "HTTP_#{SIGNATURE_HEADER.upcase.tr("-", "_")}"
    private_constant :SIGNATURE_KEY

    def initialize(receiver)
      @receiver = receiver
    end

    def call(env)
      answer = receive(env)
      [answer.status, answer.status == 405 ? { "allow" => "POST" } : {}, []]
    end

    private

    def receive(env)
      length = env["CONTENT_LENGTH"].to_s
      length = length.match?(/\A[0-9]+\z/) ? length.to_i : nil
      refused = @receiver.refuse_head(env["REQUEST_METHOD"], env["CONTENT_TYPE"], length)
      return refused if refused

      body = env["rack.input"]&.read(@receiver.max_body_bytes + 1) || ""
      return @receiver.refuse(400, "body_incomplete") if length && body.bytesize != length

      @receiver.receive(body, env[SIGNATURE_KEY])
    rescue EOFError
      @receiver.refuse(400, "body_incomplete")
    rescue Timeout::Error
      @receiver.refuse(408, "body_timeout")
    end
  end
end
