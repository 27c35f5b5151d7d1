# frozen_string_literal: true

require "minitest/mock"
require "test_helper"
require "timeout"

# What blocks and stores may return, and what nobody waits for.
class HandlersTest < Minitest::Test
  SECRET = "<WEBHOOK_SECRET>"
  BODY = JSON.generate("@event" => CollectionsContract::CASE_FILE_PAYMENT_CONFIRMED, "id" => 1)

  # As concurrent-ruby has it.
  Promise = Struct.new(:error) do
    def value!
      raise error if error
    end
  end

  # As dry-monads has it.
  FAILURE = Struct.new(:failure?)
  ENQUEUED = Struct.new(:successfully_enqueued?)

  def setup
    @problems = []
    @handled = []
  end

  def test_a_thread_or_promise_is_waited_for
    made = {
      500 => [-> { quiet { raise IOError, "away" } }, -> { Promise.new(IOError.new("away")) }],
      204 => [-> { quiet { sleep 0.02 } }, -> { Promise.new }]
    }
    made.each do |status, makers|
      makers.each { |make| within(make).each { |one| assert_equal(status, post { one.call }) } }
    end
  end

  def test_what_has_not_run_is_a_failure
    made = [-> { Fiber.new {} }, -> { [1].each }, -> { [1].lazy.map {} }, -> { method(:puts) }, -> { IO.popen("true") }]
    made = [-> { -> {} }, *made.flat_map { |make| within(make) }]
    made.each { |make| assert_equal(500, post { make.call }) }
    assert_equal ["handler_failed"] * made.size, @problems
  end

  def test_a_failure_that_a_block_returns_is_one
    answer = Struct.new(:status)
    failed = [IOError.new("away"), IOError, Struct.new(:new_record?).new(true), answer.new(500), answer.new(302)]
    failed << Net::HTTPNotFound.new("1.1", "404", "Not Found")
    failed << Struct.new(:errors).new(Struct.new(:full_messages) { def any? = true }.new(["Amount is missing"]))
    failed << ENQUEUED.new(false)
    failed.push(FAILURE.new(true), [500, {}, ["away"]], Struct.new(:headers, :code).new({}, 500))
    failed.push(*{ failed_entry_count: 1, failed: ["1"], function_error: "Unhandled", unprocessed_items: { t: [1] } }.map { |name, one| Struct.new(name).new(one) })
    failed << system("false").then { Process.last_status }
    failed = [false, *failed.flat_map { |one| [one, [nil, one], { all: [one] }] }]
    failed.each { |result| assert_equal(500, post { result }, result.inspect) }
    done = [nil, true, 500, "", [], answer.new(201), answer.new("failed"), Net::HTTPOK.new("1.1", "200", "OK")]
    done.push(String, [-> {}], [200, {}, []], [500, 600], [500, {}, 7], [false], FAILURE.new(false), [].tap { |one| one << one })
    done.push(Struct.new(:failed_entry_count).new(0), Struct.new(:failed).new([]), Struct.new(:unprocessed_items).new({}))
    done << Struct.new(:amount) { include(Comparable).define_method(:<=>) { |one| amount <=> one.amount } }.new(1)
    done.push(Class.new { def status(_) = 500 }.new, ENQUEUED.new(true), Struct.new(:success?).new(false))
    done.each { |result| assert_equal(204, post { result }, result.inspect) }
  end

  def test_whatever_a_block_raises_is_a_failure
    kinds = [NotImplementedError, LoadError, NoMemoryError, SystemStackError, SecurityError, SystemExit, Interrupt]
    kinds.each do |kind|
      assert_equal(500, Thread.new { post { raise kind } }.value, kind.name)
    end
    assert_raises(SystemExit) { post { exit } } # in the main thread it is the end of the process
  end

  def test_a_block_that_is_left_is_a_failure_whatever_the_store_does
    committing = Object.new
    def committing.once(_key)
      yield
      @done = true
    ensure
      @done = true
    end
    [CollectionsContract::MemoryStore.new, committing].each do |store|
      assert_equal(500, catch(:halt) { post(store: store) { throw :halt } })
      assert_equal(500, returning(store))
    end
    assert_equal ["handler_failed"] * 4, @problems
  end

  def test_nonsense_of_a_store_is_never_an_acknowledgement
    stores = [
      ->(_key) {}, ->(_key) { true }, ->(_key) { :done }, ->(_key) { raise IOError, "away" },
      lambda { |_key, &block|
        block.call
        raise IOError, "the commit failed"
      },
      ->(_key, &block) { block.call || IOError.new("the commit failed") },
      ->(_key, &block) { block.call || [FAILURE.new(true)] },
      ->(_key, &block) { block.call(IOError.new("no connection")) }
    ]
    stores.each { |once| assert_equal 503, post(store: store(once)) { nil } }
    assert_equal ["store_failed"] * stores.size, @problems
  end

  def test_a_store_that_yields_twice_changes_nothing
    twice = ->(_key, &block) { 2.times { block.call } }
    assert_equal(500, post(store: store(twice)) { @handled << 1 })
    assert_equal [1], @handled
  end

  def test_a_hanging_payment_is_busy_at_once_whatever_the_store_does
    lock = Mutex.new
    locking = ->(_key, &block) { lock.synchronize { block.call } }
    [CollectionsContract::MemoryStore.new, store(locking)].each do |store|
      go = Queue.new
      begun = Queue.new
      receiver = receiver(store: store) do
        begun << true
        go.pop
      end
      hanging = Thread.new { deliver(receiver) }
      begun.pop
      assert_equal(503, Timeout.timeout(10) { deliver(receiver) })
      go << true
      assert_equal 204, hanging.value
    end
    assert_equal %w[event_busy event_busy], @problems
  end

  def test_the_store_is_asked_about_a_payment_whose_block_hangs
    asked = answers = 0
    now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    once = ->(_key, &block) { (asked += 1) == 1 && (block.call || true) }
    hanging = receiver(store: store(once)) do
      answers = [50, 70].map { |seconds| Process.stub(:clock_gettime, now + seconds) { deliver(hanging) } }
    end
    assert_equal [204, [503, 204], 2, ["event_busy"]], [deliver(hanging), answers, asked, @problems]
  end

  def test_a_key_is_a_text
    [->(_one) {}, ->(_one) { "" }, ->(one) { one.id }].each { |key| assert_equal(500, post(key: key) { nil }) }
  end

  private

  def within(make)
    [make, -> { [nil, make.call] }, -> { { all: [make.call] } }]
  end

  def returning(store)
    post(store: store) { return 204 }
  end

  def quiet(&block)
    Thread.new do
      Thread.current.report_on_exception = false
      block.call
    end
  end

  def store(once)
    Object.new.tap { |made| made.define_singleton_method(:once, &once) }
  end

  def receiver(**options, &block)
    note = ->(problem) { @problems << problem.code }
    options = { store: CollectionsContract::MemoryStore.new, on_problem: note, **options }
    CollectionsContract::Receiver.new([SECRET], **options, &block)
  end

  def deliver(receiver)
    receiver.receive(BODY, CollectionsContract::Signature.sign(BODY, SECRET)).status
  end

  def post(**options, &block)
    deliver(receiver(**options, &block))
  end
end
