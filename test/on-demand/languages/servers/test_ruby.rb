# frozen_string_literal: true

# The package for Ruby in Puma, as its README describes it. Run with the package in RUBYLIB.

require "English"
require "json"
require "minitest/autorun"
require "net/http"
require "openssl"
require "socket"
require "tmpdir"

class ServersTest < Minitest::Test
  def setup
    @folder = Dir.mktmpdir
  end

  def teardown
    if @pid
      Process.kill(:KILL, -@pid)
      Process.wait(@pid)
    end
    FileUtils.rm_rf(@folder)
  end

  def test_the_readme_word_by_word_with_three_workers
    block = File.read(ENV.fetch("README"))[/```ruby\n(# config\.ru.*?)```/m, 1]
    serve(block, "--workers", "3")
    assert_equal [204], Array.new(12) { deliver(1).first }.uniq
    assert_equal "1 \n", File.read(File.join(@folder, "payments.txt"))
    assert_equal [401, '{"code":"signature_mismatch"}'], deliver(2, secret: "wrong")
    assert_equal 204, deliver(3, chunked: true).first
  end

  def test_a_hanging_payment_leaves_threads
    serve(app("sleep 20 if payment.id == 900"), "--threads", "4:4")
    assert_nil deliver(900, timeout: 0.5)
    assert_equal [503], Array.new(8) { deliver(900, timeout: 5).first }.uniq
    assert_equal 204, deliver(5, timeout: 5).first
  end

  def test_whatever_a_block_raises_is_told_and_retried
    serve(app("raise NotImplementedError, 'the mail server is away' if $failed.nil? && $failed = true"))
    assert_equal [500, 204, 204], Array.new(3) { deliver(1).first }
    assert_match(/handler_failed.*the mail server is away/m, said)
    assert_match(/kept in this process alone/, said)
  end

  def test_a_thread_is_waited_for
    serve(app("Thread.new { sleep 0.1; raise IOError, 'away' if $failed.nil? && $failed = true }"))
    assert_equal [500, 204], Array.new(2) { deliver(1).first }
  end

  def test_a_stop_in_the_middle_of_a_block
    %i[QUIT TERM].each do |signal|
      serve(app("File.write('inside', ''); sleep(#{signal == :TERM ? 1 : 20})"))
      answer = Thread.new { deliver(1) }
      sleep 0.05 until File.exist?(File.join(@folder, "inside"))
      Process.kill(signal, @pid)
      assert_equal [true, signal == :TERM ? [204, ""] : nil], [ended?, answer.value], said
      FileUtils.rm(File.join(@folder, "inside"))
    end
  end

  def test_a_body_that_a_middleware_read_and_hid
    reading = "use(Class.new { def initialize(app) = @app = app\n" \
              "def call(env) = (env['rack.input'].read; @app.call(env.merge('rack.input' => Class.new { def read(*) = nil }.new))) })\n"
    serve(reading + app("nil"))
    assert_equal [400, '{"code":"body_not_received"}'], deliver(1)
  end

  private

  # Whether the server ends within ten seconds.
  def ended?
    200.times do
      if Process.wait(@pid, Process::WNOHANG)
        @pid = nil
        return true
      end
      sleep 0.05
    end
    false
  end

  def app(block)
    <<~RUBY
      require "collections_contract"
      run CollectionsContract::RackApp.new(CollectionsContract::Receiver.new(["s3cret"]) { |payment| #{block} })
    RUBY
  end

  def serve(config, *options)
    File.write(File.join(@folder, "config.ru"), config)
    @port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
    env = { "WEBHOOK_SECRET" => "s3cret", "RACK_ENV" => "production" }
    command = ["puma", "--quiet", "--bind", "tcp://127.0.0.1:#{@port}", *options, "config.ru"]
    @pid = spawn(env, *command, chdir: @folder, pgroup: true, %i[out err] => File.join(@folder, "log"))
    600.times do
      return TCPSocket.new("127.0.0.1", @port).close
    rescue SystemCallError
      sleep 0.05
    end
    flunk said
  end

  def said
    File.read(File.join(@folder, "log"))
  end

  # Status and body, or nil if the sender or the server gave up.
  def deliver(id, secret: "s3cret", timeout: 30, chunked: false)
    body = JSON.generate("@event" => "case_file.payment.confirmed", "id" => id)
    request = Net::HTTP::Post.new("/hooks", "Content-Type" => "application/json")
    request["X-Service-Signature"] = "sha256=#{OpenSSL::HMAC.hexdigest("SHA256", secret, body)}"
    if chunked
      request["Transfer-Encoding"] = "chunked"
      request.body_stream = StringIO.new(body)
    else
      request.body = body
    end
    options = { read_timeout: timeout, max_retries: 0 }
    answer = Net::HTTP.start("127.0.0.1", @port, **options) { |http| http.request(request) }
    [answer.code.to_i, answer.body.to_s]
  rescue Net::ReadTimeout, EOFError
    nil
  end
end
