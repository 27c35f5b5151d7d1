# frozen_string_literal: true

require "socket"

module CollectionsContract
  # The socket of a connection, which can be ended while the driver of PostgreSQL waits for an answer: it has no limit.
  class Wire
    def initialize(raw)
      @socket = raw.socket_io if raw.respond_to?(:socket_io)
    end

    # Ends the connection after this time, in the place of an earlier one.
    def cut_after(seconds)
      close
      return unless @socket

      @thread = Thread.new do
        sleep seconds
        @socket.shutdown(Socket::SHUT_RDWR)
      rescue SystemCallError, IOError
        nil # It is gone.
      end
    end

    # Lets the connection be.
    def close
      @thread&.kill&.join
    end
  end
  private_constant :Wire
end
