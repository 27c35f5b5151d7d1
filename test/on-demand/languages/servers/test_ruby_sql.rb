# frozen_string_literal: true

# SqlStore of the package for Ruby in SQLite. Run with the package in RUBYLIB.

require "active_record"
require "collections_contract"
require "minitest/autorun"
require "sequel"
require "sinatra/base"
require "tmpdir"

class SqlStoreTest < Minitest::Test
  include CollectionsContract

  class Payment < ActiveRecord::Base
    self.table_name = "payment"
  end

  def test_a_block_that_is_left_stores_nothing
    in_each_library do |store, insert, count|
      leaves(store, insert).each_with_index do |leave, place|
        assert_equal [500, 0], [leave.call, count.call("payment")], "leave #{place}"
        assert_equal 0, count.call("handled_delivery")
      end
      assert_equal [204, 204], Array.new(2) { post(receiver(store) { |payment| insert.call(payment.id) }) }
      assert_equal [1, 1], [count.call("payment"), count.call("handled_delivery")]
    end
  end

  def test_a_block_of_ones_own_that_is_left_stores_nothing
    in_each_library do |store, insert, count|
      leave = [-> { store.once("k") { insert.call(1) && throw(:halt) } }, -> { store.once("k") { return insert.call(1) } }]
      leave.each { |one| assert_raises(LocalJumpError) { catch(:halt) { one.call } } }
      assert_raises(LocalJumpError) { store.once("k") { break insert.call(1) } }
      assert_equal [0, 0], [count.call("payment"), count.call("handled_delivery")]
    end
  end

  def test_a_store_that_is_left_by_a_timeout_keeps_no_key
    in_each_library do |store, insert, count|
      pay = receiver(store) { |payment| insert.call(payment.id) }
      # Between its own statements, where Timeout throws as well.
      store.define_singleton_method(:marked) { |*| throw(:late) }
      assert_equal 503, catch(:late) { post(pay) }
      store.singleton_class.remove_method(:marked)
      assert_equal [204, 1, 1], [post(pay), count.call("payment"), count.call("handled_delivery")]
    end
  end

  def test_a_thread_that_is_killed_ends_and_stores_nothing
    in_each_library do |store, insert, count|
      inside = Queue.new
      killed = Thread.new { post(receiver(store) { |payment| insert.call(payment.id) && inside.push(1) && sleep }) }
      inside.pop
      killed.kill
      # A killed thread has no value, but one that answered does.
      assert_nil killed.join(5)&.value
      assert_equal [0, 0], [count.call("payment"), count.call("handled_delivery")]
      assert_equal [204, 1], [post(receiver(store) { |payment| insert.call(payment.id) }), count.call("payment")]
    end
  end

  def test_payments_in_threads_of_one_process_wait_their_turn
    in_each_library do |store, insert, count|
      one = receiver(store) { |payment| insert.call(payment.id) && sleep(0.05) }
      assert_equal [204] * 8, (1..8).map { |id| Thread.new { post(one, id) } }.map(&:value)
      assert_equal 8, count.call("payment")
    end
  end

  private

  def leaves(store, insert)
    sinatra = receiver(store) { |payment| insert.call(payment.id) && @app.halt(204) }
    thrown = receiver(store) { |payment| insert.call(payment.id) && throw(:done, 204) }
    [-> { catch(:done) { post(thrown) } }, -> { returns(store, insert) }, -> { in_sinatra { post(sinatra) } }]
  end

  def returns(store, insert)
    post(receiver(store) { |payment| insert.call(payment.id) && (return 204) })
  end

  def in_sinatra(&answer)
    test = self
    app = Class.new(Sinatra::Base) do
      set :environment, :production
      post("/") do
        test.instance_variable_set(:@app, self)
        status answer.call
      end
    end
    app.call(Rack::MockRequest.env_for("/", method: "POST")).first
  end

  def receiver(store, &block)
    Receiver.new(["s3cret"], store: store, on_problem: ->(*) {}, &block)
  end

  def post(receiver, id = 1)
    body = JSON.generate("@event" => CASE_FILE_PAYMENT_CONFIRMED, "id" => id)
    receiver.receive(body, Signature.sign(body, "s3cret")).status
  end

  def in_each_library(&test)
    [:in_active_record, :in_sequel].each { |each| Dir.mktmpdir { |folder| send(each, File.join(folder, "db"), &test) } }
  end

  def in_active_record(path)
    ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: path, pool: 10)
    store = SqlStore.new(ActiveRecord::Base)
    store.migrate("CREATE TABLE payment (id BIGINT PRIMARY KEY)")
    Payment.reset_column_information
    count = ->(table) { ActiveRecord::Base.connection.select_value("SELECT count(*) FROM #{table}") }
    yield store, ->(id) { Payment.create!(id: id) }, count
  ensure
    ActiveRecord::Base.remove_connection
  end

  def in_sequel(path)
    database = Sequel.connect("sqlite://#{path}", max_connections: 10)
    store = SqlStore.new(database)
    store.migrate("CREATE TABLE payment (id BIGINT PRIMARY KEY)")
    yield store, ->(id) { database[:payment].insert(id: id) }, ->(table) { database[table.to_sym].count }
  ensure
    database&.disconnect
  end
end
