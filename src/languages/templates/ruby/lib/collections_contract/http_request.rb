# frozen_string_literal: true

require "io/wait"
require "timeout"

module CollectionsContract
  # One request from a socket, for Server: its head as a Rack environment, its body as `rack.input`, read
  # only when somebody asks for it. All of it has to arrive before the deadline.
  class HttpRequest
    class Malformed < StandardError; end

    HEAD_MAX = 16_384
    LINE_MAX = 4096
    PIECE = 65_536
    private_constant :HEAD_MAX, :LINE_MAX, :PIECE

    # @raise [Malformed, EOFError, Timeout::Error]
    def initialize(socket, seconds)
      @socket = socket
      @deadline = now + seconds
      @buffer = String.new(encoding: Encoding::BINARY)
      head = take_until("\r\n\r\n", HEAD_MAX)
      @request_line, *@lines = head.split("\r\n")
      @headers = read_headers
      @left = is_chunked? ? nil : content_length
    end

    def env
      method, target = @request_line.to_s.split
      raise Malformed unless @request_line.to_s.match?(%r{\A[!-~]+ [!-~]+ HTTP/1\.[01]\z})

      named = @headers.transform_keys { |name| "HTTP_#{name.upcase.tr("-", "_")}" }
      path, query = target.split("?", 2)
      {
        "REQUEST_METHOD" => method, "SCRIPT_NAME" => "", "PATH_INFO" => path, "QUERY_STRING" => query.to_s,
        "CONTENT_TYPE" => named.delete("HTTP_CONTENT_TYPE"), "CONTENT_LENGTH" => named.delete("HTTP_CONTENT_LENGTH"),
        "rack.url_scheme" => "http", "rack.input" => self, **named
      }.compact
    end

    # At most so many bytes of the body; nil at its end, as IO does. Of chunks, one call takes all there is.
    #
    # @raise [Malformed, EOFError, Timeout::Error]
    def read(length)
      @socket.write("HTTP/1.1 100 Continue\r\n\r\n") if @headers.delete("expect").to_s.casecmp?("100-continue")
      body = @left ? take([length, @left].min) : read_chunks(length)
      @left = [@left.to_i - body.bytesize, 0].max
      body unless body.empty?
    end

    private

    def is_chunked?
      coding = @headers["transfer-encoding"]
      return false unless coding
      raise Malformed unless coding.casecmp?("chunked") && !@headers.key?("content-length")

      true
    end

    def content_length
      text = @headers.fetch("content-length", "0")
      raise Malformed unless text.match?(/\A[0-9]{1,15}\z/)

      text.to_i
    end

    # Of the same name joined by a comma.
    def read_headers
      @lines.each_with_object({}) do |line, headers|
        name, value = line.match(/\A([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*\z/n)&.captures
        raise Malformed unless name

        key = name.downcase
        headers[key] = headers.key?(key) ? "#{headers[key]},#{value}" : value
      end
    end

    # All chunks, or what exceeds the length that was asked for.
    def read_chunks(length)
      body = String.new(encoding: Encoding::BINARY)
      until (size = chunk_size).zero?
        return body << take([size, length - body.bytesize].min) if body.bytesize + size >= length

        body << take(size)
        raise Malformed unless take_until("\r\n", LINE_MAX).empty?
      end
      nil until take_until("\r\n", LINE_MAX).empty?
      body
    end

    def chunk_size
      size = take_until("\r\n", LINE_MAX)[/\A([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?\z/n, 1]
      size ? size.to_i(16) : raise(Malformed)
    end

    def take(length)
      fill while @buffer.bytesize < length
      @buffer.slice!(0, length)
    end

    # Without the end that was looked for.
    def take_until(ending, limit)
      until (at = @buffer.index(ending))
        raise Malformed if @buffer.bytesize > limit

        fill
      end
      @buffer.slice!(0, at + ending.bytesize).delete_suffix(ending)
    end

    def fill
      rest = @deadline - now
      raise Timeout::Error unless rest.positive? && @socket.wait_readable(rest)

      piece = @socket.read_nonblock(PIECE, exception: false)
      raise EOFError if piece.nil?

      @buffer << piece unless piece == :wait_readable
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
