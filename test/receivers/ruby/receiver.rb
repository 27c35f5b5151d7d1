# A receiver of client webhook deliveries with Ruby's standard library. WEBrick is not in it any more: HTTP is read from
# the socket.

require "json"
require "openssl"
require "socket"

SECRET = ENV.fetch("WEBHOOK_SECRET")
PROCESSED = ENV.fetch("PROCESSED")
EVENT = "case_file.payment.confirmed"
MAX_BYTES = 1 << 20
REASONS = {
  204 => "No Content",
  400 => "Bad Request",
  401 => "Unauthorized",
  404 => "Not Found",
  413 => "Content Too Large"
}.freeze
LOCK = Mutex.new

class TooLarge < StandardError; end

# The prefix, then the HMAC of the raw bytes in hex, compared in constant time.
def signed?(raw, header)
  return false unless header.to_s.match?(/\Asha256=[0-9a-fA-F]{64}\z/)

  expected = "sha256=#{OpenSSL::HMAC.hexdigest("SHA256", SECRET, raw)}"
  OpenSSL.fixed_length_secure_compare(expected, header.downcase)
end

# The lock spans the look and the note, so that simultaneous repetitions count once.
def take_effect_once(id)
  line = "#{JSON.generate({ id: id, event: EVENT })}\n"
  LOCK.synchronize do
    File.write(PROCESSED, line, mode: "a") unless File.readlines(PROCESSED).include?(line)
  end
end

def read_headers(socket)
  headers = {}
  while (line = socket.gets("\r\n", 8192)&.chomp) && !line.empty?
    name, value = line.split(":", 2)
    headers[name.downcase] = value.to_s.strip
  end
  headers
end

def read_body(socket, headers)
  return read_chunks(socket) if headers["transfer-encoding"].to_s.casecmp?("chunked")

  length = headers["content-length"].to_i
  raise TooLarge if length > MAX_BYTES

  socket.read(length).to_s.b
end

def read_chunks(socket)
  raw = "".b
  until (size = socket.gets("\r\n", 100).to_s.to_i(16)).zero?
    raise TooLarge if raw.bytesize + size > MAX_BYTES

    raw << socket.read(size)
    socket.gets("\r\n", 3)
  end
  read_headers(socket)
  raw
end

def receive(socket)
  method, path, = socket.gets("\r\n", 8192).to_s.split
  headers = read_headers(socket)
  return 404 unless method == "POST" && path == "/hooks"

  socket.write("HTTP/1.1 100 Continue\r\n\r\n") if headers["expect"].to_s.casecmp?("100-continue")
  raw = read_body(socket, headers)
  return 401 unless signed?(raw, headers["x-service-signature"])

  payload = JSON.parse(raw.force_encoding("UTF-8"))
  return 400 unless payload.is_a?(Hash) && payload["id"].is_a?(Integer)

  take_effect_once(payload["id"]) if payload["@event"] == EVENT
  204
rescue TooLarge
  413
rescue JSON::ParserError, EncodingError
  400
end

server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
server.listen(128)
loop do
  Thread.new(server.accept) do |socket|
    status = receive(socket)
    length = status == 204 ? "" : "Content-Length: 0\r\n"
    socket.write("HTTP/1.1 #{status} #{REASONS[status]}\r\n#{length}Connection: close\r\n\r\n")
  rescue SystemCallError, IOError
    # The other side went away.
  ensure
    socket.close
  end
end
