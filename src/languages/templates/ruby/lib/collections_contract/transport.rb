# frozen_string_literal: true

require "net/http"
require "openssl"
require "time"
require_relative "json"
require_relative "options"

module CollectionsContract
  # A call that did not succeed. `code` is constant, `request` has method and URL if one was sent, and `status` is there
  # if an answer arrived. `reason` says why none arrived, such as ECONNREFUSED; `error` is what a token endpoint named,
  # such as invalid_grant. `body` and `headers` hold what the service sent; they can hold secrets, so they are in no
  # message.
  class ApiError < StandardError
    attr_reader :code, :operation, :status, :headers, :body, :request, :reason, :error

    def initialize(code, operation, response = nil, reason: nil, error: nil, request: response&.request)
      answered = response && " was answered #{response.status}"
      super("#{code}: #{operation}#{", #{request}" if request}#{answered}#{" (#{reason})" if reason}")
      @code = code
      @operation = operation
      @status, @headers, @body = *response
      @request = request
      @reason = reason
      @error = error
    end

    # @return [Float, nil] for how many seconds the service asks to wait (`Retry-After`), from this moment on
    def retry_after
      text = headers&.fetch("retry-after", nil)&.first.to_s.strip
      return text.to_f if text.match?(/\A\d{1,9}\z/)

      [Time.httpdate(text) - Time.now, 0.0].max
    rescue ArgumentError
      nil
    end
  end

  # One HTTP request over Net::HTTP, within bounds of time and size: never repeated, never redirected.
  class Transport
    # `headers`: lists of values by names in lower case. `body`: cut off at the limit if the status is not a success.
    Response = Struct.new(:status, :headers, :body, :request) do
      # @raise [JSON::ParserError]
      def json
        text = body.dup.force_encoding(Encoding::UTF_8)
        text.valid_encoding? ? Json.parse(text) : raise(JSON::ParserError, "not UTF-8")
      end
    end
    # Bytes that may arrive before a body: heads, interim answers.
    HEAD_MAX = 65_536
    LOOPBACK = /\A(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])\z/i
    private_constant :HEAD_MAX, :LOOPBACK

    # @return [String] the URL without a slash at its end
    # @raise [ApiError] base_url_invalid, insecure_url
    def self.checked_url(url, allow_insecure_loopback, operation)
      uri = URI.parse(url)
      valid = uri.is_a?(URI::HTTP) && !uri.host.to_s.empty? && !uri.userinfo && !url.match?(/[?#]/) && uri.port < 65_536
      raise ApiError.new("base_url_invalid", operation) unless valid
      return url.sub(%r{/+\z}, "") if uri.scheme == "https" || (allow_insecure_loopback && LOOPBACK.match?(uri.host))

      raise ApiError.new("insecure_url", operation)
    rescue URI::Error
      raise ApiError.new("base_url_invalid", operation), cause: nil
    end

    # @param timeout [Numeric] seconds for the whole exchange, from the name of the host to the last byte
    # @param limit [Integer] bytes of a body
    # @param ca_file [String, nil] certificates to trust instead of those of the system, in PEM
    # @param proxy [String, nil] URL of an HTTP proxy; that of the environment if nil, none if empty
    # @raise [ArgumentError, SystemCallError] for what could never work
    def initialize(timeout:, limit:, ca_file: nil, proxy: nil)
      raise Errno::ENOENT, ca_file if ca_file && !File.readable?(ca_file)

      Options.positive("timeout", timeout)
      Options.positive("max_response_bytes", limit, Integer)
      @timeout = timeout
      @limit = limit
      @ca_file = ca_file
      @proxy = proxy && URI.parse(proxy)
    end

    # @return [Response]
    # @raise [ApiError] timeout, unreachable, redirect_refused, response_too_large
    def request(operation, method, url, headers, body)
      sent = "#{method} #{url}"
      response = in_time(operation, sent) { exchange(operation, sent, body, headers) }
      raise ApiError.new("redirect_refused", operation, response) if response.status.between?(300, 399)

      is_cut = response.body.bytesize > @limit
      raise ApiError.new("response_too_large", operation, response) if is_cut && response.status < 300

      response.body = response.body.byteslice(0, @limit)
      response
    end

    private

    # In a thread of its own: the time-outs of Net::HTTP are for each read, and looking up a name has none.
    def in_time(operation, sent, &exchange)
      thread = Thread.new do
        Thread.current.report_on_exception = false
        exchange.call
      end
      return thread.value if thread.join(@timeout)

      raise ApiError.new("timeout", operation, request: sent)
    ensure
      thread&.kill
    end

    def exchange(operation, sent, body, headers)
      method, url = sent.split
      uri = URI.parse(url)
      request = Net::HTTPGenericRequest.new(method, !body.nil?, true, uri, { "accept-encoding" => "identity" })
      headers.each { |name, value| request[name] = value }
      request.body = body
      connection(uri).start { |http| read(http, request) }.tap { |response| response.request = sent }
    rescue Timeout::Error
      raise ApiError.new("timeout", operation, request: sent), cause: nil
    rescue SystemCallError, SocketError, OpenSSL::SSL::SSLError => e
      raise ApiError.new("unreachable", operation, reason: reason(e), request: sent)
    rescue IOError, Net::ProtocolError, Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError => e
      # What these say can quote the answer.
      told = e.respond_to?(:response) ? "the proxy answered #{e.response.code}" : e.class.name
      raise ApiError.new("unreachable", operation, reason: told, request: sent), cause: nil
    end

    def connection(uri)
      # Net::HTTP itself would ask http_proxy, and not HTTPS_PROXY, and send a given password as it stands in the URL.
      proxy = @proxy || uri.find_proxy
      login = [proxy&.user, proxy&.password].map { |one| one && URI::DEFAULT_PARSER.unescape(one) }
      http = Net::HTTP.new(uri.hostname, uri.port, proxy&.hostname, proxy&.port, *login)
      http.use_ssl = uri.scheme == "https"
      http.ca_file = @ca_file if @ca_file
      http.open_timeout = http.read_timeout = http.write_timeout = @timeout
      # Nobody knows whether a request that was cut off took effect.
      http.max_retries = 0
      http
    end

    def read(http, request)
      body = String.new
      bound(http.instance_variable_get(:@socket), body)
      catch(:cut) do
        http.request(request) do |answer|
          lengths = answer.get_fields("content-length").to_a.flat_map { |one| one.split(",", -1).map(&:strip) }.uniq
          raise Net::HTTPBadResponse if lengths.size > 1 || lengths.any? { |one| !one.match?(/\A\d+\z/) }

          response = Response.new(answer.code.to_i, answer.to_hash, body)
          answer.read_body do |piece|
            body << piece
            throw(:cut, response) if body.bytesize > @limit
          end
          # Net::HTTP takes an answer that was cut off.
          whole = answer.class::HAS_BODY && !answer.chunked? ? answer.content_length.to_i : 0
          raise EOFError if body.bytesize < whole

          return response
        end
      end
    end

    # Nothing ends early, and beside the body there is no more than a head, and eight bytes for each of the body.
    def bound(socket, body)
      received = 0
      socket.define_singleton_method(:readuntil) { |terminator, _ = false| super(terminator) }
      socket.io.define_singleton_method(:read_nonblock) do |*arguments, **options|
        piece = super(*arguments, **options)
        received += piece.bytesize if piece.is_a?(String)
        raise Net::HTTPBadResponse if received > HEAD_MAX + (9 * body.bytesize)

        piece
      end
    end

    def reason(error)
      error.is_a?(SystemCallError) ? error.class.name.delete_prefix("Errno::") : error.message
    end
  end
  private_constant :Transport
end
