# frozen_string_literal: true

require "openssl"
require "socket"

# A server that answers what the test wants, over real HTTP.
class Service
  attr_reader :requests

  # @param answer [#call] gets the head and the body of a request and the connection, and writes on it
  def initialize(context = nil, &answer)
    @requests = []
    @answer = answer
    @server = TCPServer.new("127.0.0.1", 0)
    @context = context
    @thread = Thread.new { loop { Thread.new(@server.accept) { |connection| serve(connection) } } }
    @thread.report_on_exception = false
  end

  # Answers in this order, the last one from then on.
  def self.answering(*answers)
    new do |connection, seen|
      status, body, headers = answers.size > 1 ? answers.shift : answers.first
      head = { "Location" => "/elsewhere", "Content-Length" => body.bytesize, "Connection" => "close", **headers.to_h }
      connection.write("HTTP/1.1 #{status} X\r\n#{head.map { |name, value| "#{name}: #{value}\r\n" }.join}\r\n#{body}")
      seen
    end
  end

  def url(scheme = "http")
    "#{scheme}://127.0.0.1:#{@server.addr[1]}"
  end

  def stop
    @thread.kill
    @server.close
  end

  private

  def serve(plain)
    Thread.current.report_on_exception = false
    connection = @context ? OpenSSL::SSL::SSLSocket.new(plain, @context).tap(&:accept) : plain
    head = +""
    head << connection.gets.to_s until head.end_with?("\r\n\r\n")
    body = connection.read(head[/^content-length: (\d+)/i, 1].to_i)
    @requests << [head, body]
    @answer.call(connection, @requests)
  rescue SystemCallError, IOError, OpenSSL::SSL::SSLError
    nil
  ensure
    plain.close
  end
end
