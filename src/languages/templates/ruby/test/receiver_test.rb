# frozen_string_literal: true

require "net/http"
require "test_helper"

# The receiver over real HTTP: what is handed over, what is refused, and what is answered when.
class ReceiverTest < Minitest::Test
  SECRET = "<WEBHOOK_SECRET>"
  HEADER = CollectionsContract::SIGNATURE_HEADER

  def setup
    @handled = []
    @problems = []
    @failing = 0
    note = ->(code, _error) { @problems << code }
    options = { max_body_bytes: 2000, on_problem: note }
    receiver = CollectionsContract::Receiver.new(["<OLD_SECRET>", SECRET], **options) { |payment| handle(payment) }
    @server = CollectionsContract::Server.new(CollectionsContract::RackApp.new(receiver), port: 0, request_timeout: 0.5)
    @thread = Thread.new { @server.run }
  end

  def teardown
    @server.close
    @thread.join
  end

  def test_a_payment_is_handed_over_once
    answers = Array.new(50) { Thread.new { post(payment(1)) } }.map(&:value)
    assert_equal [[204], [1], []], [answers.uniq, @handled, @problems]
  end

  def test_chunks_unknown_members_and_a_byte_order_mark_are_taken
    body = payment(2, "later" => { "a" => [1] })
    assert_equal 204, post(body, chunks: [body[0, 9], body[9..]])
    assert_equal 204, post("\uFEFF#{payment(3)}")
    assert_equal [2, 3], @handled
  end

  def test_unknown_events_are_acknowledged
    assert_equal 204, post(payment(4, "@event" => "case_file.closed"))
    assert_empty @handled
  end

  def test_a_failed_hand_over_is_no_success_and_comes_again
    @failing = 1
    assert_equal [500, 204], [post(payment(5)), post(payment(5))]
    assert_equal [[5], ["handler_failed"]], [@handled, @problems]
  end

  def test_what_is_refused
    body = payment(6)
    long = payment(6, "pad" => "x" * 2000)
    assert_equal 401, post(body, headers: { HEADER => CollectionsContract::Signature.sign("#{body} ", SECRET) })
    assert_equal 401, post("#{body}\n", headers: { HEADER => CollectionsContract::Signature.sign(body, SECRET) })
    assert_equal 401, post(body, headers: { HEADER => nil })
    assert_equal([400] * 4, ["{", "{\"@event\":\"\xff\"}", "[" * 1900, ""].map { |text| post(text) })
    assert_equal([422] * 4, ["[]", "null", payment("6"), payment(6, "caseFile" => 1)].map { |text| post(text) })
    assert_equal 415, post(body, headers: { "Content-Type" => "text/plain" })
    assert_equal 413, post(long)
    assert_equal 413, post(long, chunks: [long[0, 1500], long[1500..]])
    assert_empty @handled
  end

  def test_what_is_no_proper_request
    head = "POST / HTTP/1.1\r\nContent-Type: application/json\r\n"
    {
      405 => ["GET / HTTP/1.1\r\n\r\n"],
      408 => ["#{head}Content-Length: 9\r\n\r\n{}", "#{head}X"],
      # It does not wait for the end of what is too large.
      413 => ["#{head}Transfer-Encoding: chunked\r\n\r\nffff\r\n#{"x" * 3000}"],
      400 => [
        "#{head}Content-Length: -1\r\n\r\n", "#{head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        "#{head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "#{head}Name : x\r\n\r\n",
        "#{head}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n", "nonsense\r\n\r\n"
      ]
    }.each { |status, requests| requests.each { |text| assert_equal status, raw(text), text } }
    assert_empty @handled
  end

  def test_two_signatures_are_refused
    body = payment(7)
    line = "#{HEADER}: #{CollectionsContract::Signature.sign(body, SECRET)}\r\n"
    head = "POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: #{body.bytesize}\r\n"
    assert_equal [401, 204], [raw("#{head}#{line}#{line}\r\n#{body}"), raw("#{head}#{line}\r\n#{body}")]
    assert_equal ["signature_repeated"], @problems
  end

  def test_empty_secrets_are_refused_at_once
    [[], [""], ["a", ""], [nil], "text", nil].each do |secrets|
      assert_raises(ArgumentError) { CollectionsContract::Receiver.new(secrets) { nil } }
    end
    assert_raises(ArgumentError) { CollectionsContract::Receiver.new(["s"]) }
  end

  def test_the_store_forgets_the_oldest
    store = CollectionsContract::MemoryStore.new(limit: 2)
    seen = []
    %w[a b c c a].each { |key| store.once(key) { seen << key } }
    assert_equal %w[a b c a], seen
  end

  private

  def handle(payment)
    if @failing.positive?
      @failing -= 1
      raise IOError, "disk full"
    end
    sleep 0.02
    @handled << payment.id
  end

  def payment(id, more = {})
    JSON.generate({ "@event" => CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED, "id" => id, **more })
  end

  def post(body, headers: {}, chunks: nil)
    request = Net::HTTP::Post.new("/")
    request["Content-Type"] = "application/json"
    request[HEADER] = CollectionsContract::Signature.sign(body, SECRET)
    headers.each { |name, value| request[name] = value }
    if chunks
      request["Transfer-Encoding"] = "chunked"
      request.body_stream = Pieces.new(chunks)
    else
      request.body = body
    end
    Net::HTTP.start("127.0.0.1", @server.port) { |http| http.request(request).code.to_i }
  end

  def raw(text)
    TCPSocket.open("127.0.0.1", @server.port) do |socket|
      socket.write(text)
      socket.gets.to_s[9, 3].to_i
    end
  end

  # A body that Net::HTTP sends as these chunks.
  class Pieces
    def initialize(pieces)
      @pieces = pieces.dup
    end

    def readpartial(_length, buffer = +"")
      buffer.replace(@pieces.shift || raise(EOFError))
    end
  end
end
