# frozen_string_literal: true

require "socket"
require_relative "http_request"

module CollectionsContract
  # A small HTTP server in front of a Rack application, because Ruby brings none: for development, and
  # for the tests. In production let Puma or another server run the same application.
  #
  # One thread and one request for each connection; it speaks plain HTTP.
  class Server
    REASONS = {
      204 => "No Content", 400 => "Bad Request", 401 => "Unauthorized", 405 => "Method Not Allowed",
      408 => "Request Timeout", 413 => "Content Too Large", 415 => "Unsupported Media Type",
      422 => "Unprocessable Content", 500 => "Internal Server Error"
    }.freeze
    LINGER_SECONDS = 1
    private_constant :REASONS, :LINGER_SECONDS

    # @param app [#call] a Rack application
    # @param port [Integer] 0: any that is free
    # @param request_timeout [Numeric] seconds for a request to arrive
    def initialize(app, port:, host: "127.0.0.1", request_timeout: 10)
      @app = app
      @request_timeout = request_timeout
      @listener = TCPServer.new(host, port)
      @listener.listen(128)
    end

    def port
      @listener.addr[1]
    end

    # Until `close`.
    def run
      loop do
        socket = @listener.accept
        Thread.new { serve(socket) }
      end
    rescue IOError
      # It was closed.
    end

    def close
      @listener.close
    end

    private

    def serve(socket)
      socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
      status, headers = answer(socket)
      socket.write(head(status, headers))
      linger(socket)
    rescue SystemCallError, IOError
      # The other side went away.
    ensure
      socket.close
    end

    def answer(socket)
      @app.call(HttpRequest.new(socket, @request_timeout).env)
    rescue HttpRequest::Malformed, EOFError
      [400, {}]
    rescue Timeout::Error
      [408, {}]
    end

    def head(status, headers)
      lines = headers.map { |name, value| "#{name}: #{value}\r\n" }
      lines << "content-length: 0\r\n" if status != 204
      "HTTP/1.1 #{status} #{REASONS.fetch(status, "Unknown")}\r\n#{lines.join}connection: close\r\n\r\n"
    end

    # A connection that is closed with bytes unread is reset, and the answer may be lost.
    def linger(socket)
      socket.close_write
      limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) + LINGER_SECONDS
      while (rest = limit - Process.clock_gettime(Process::CLOCK_MONOTONIC)).positive?
        break unless socket.wait_readable(rest)
        break if socket.read_nonblock(65_536, exception: false).nil?
      end
    end
  end
end
