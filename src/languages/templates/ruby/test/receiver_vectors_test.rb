# frozen_string_literal: true

require "stringio"
require "test_helper"

# The cases of vectors/receiver.json: answers, what blocks get, and what a store holds.
class ReceiverVectorsTest < Minitest::Test
  include CollectionsContract

  SIGNATURE = "HTTP_#{SIGNATURE_HEADER.upcase.tr("-", "_")}"

  def test_all_cases
    cases = Vectors.cases("receiver")
    assert_operator cases.size, :>, 100
    # A deadline is that of the server.
    cases.each { |one| capture_io { check(one) } unless one["needs"].include?("deadline") }
  end

  private

  def check(one)
    @case, @now, @done = one, {}, one["before"]["done"].dup
    return assert_raises(ArgumentError, one["id"]) { made } if one["refusedWhenMade"]

    @app = RackApp.new(made)
    one["requests"].each do |now|
      @now, @lines = now, []
      answer
      assert_equal now["expected"], @lines, one["id"]
    end
  end

  def made
    options = @case["options"]
    more = { max_body_bytes: options["maxBodyBytes"],
             key: options["key"] && ->(payment) { key(options["key"], payment.to_h) },
             on_unknown: options["onUnknown"] && ->(delivery) { handle(nil, delivery) } }.compact
    hooks = { on_problem: method(:problem), on_accepted: ->(one) { tell("accepted #{one.outcome}") } }
    Receiver.new(@case["asked"] ? method(:secrets) : secrets, store: self, **hooks, **more, &method(:handle))
  end

  def key(name, payment)
    raise IOError, "no key" if name == "throws" || (name == "strict" && payment[name] != 7)

    name == "empty" ? "" : "#{name} #{JSON.generate(payment[name])}"
  end

  def secrets
    raise IOError, "the secrets are away" if @now["secretsFail"]

    known = (@now["secrets"] || @case["secrets"]).map do |one|
      one["label"] ? LabelledSecret.new(**one.transform_keys(&:to_sym)) : one["secret"]
    end
    @case["owner"] ? OwnedSecrets.new(owner: @case["owner"], secrets: known) : known
  end

  def tell(line)
    @lines << line
    raise IOError, "the metrics are away" if @case["options"]["listeners"]
  end

  def problem(one)
    tell("problem status=#{one.status} code=#{one.code} event=#{one.event} label=#{one.label} owner=#{one.owner}")
  end

  def handle(payment, one)
    @lines << "handler event=#{one.event} id=#{payment&.id} key=#{one.key} secret=#{one.secret_index} " \
              "label=#{one.label} owner=#{one.owner}"
    raise IOError, "disk full" if @now["handler"] == "throws"

    answer if @now["handler"] == "repeats"
  end

  def answer
    head = @now["head"]
    env = { "REQUEST_METHOD" => @now["method"], "CONTENT_TYPE" => head["Content-Type"], SIGNATURE => head["signature"],
            "CONTENT_LENGTH" => head["Content-Length"], "rack.input" => StringIO.new(@now["body"].unpack1("m")) }
    status, _, body = @app.call(env.compact)
    @lines << ["answer", status, *body].join(" ")
  end

  # As a store.
  public def once(key)
    raise IOError, "the store is away" if @now["store"] == "away"
    raise EventBusy if @case["before"]["busy"].include?(key)
    return false if @done.include?(key)

    yield
    raise IOError, "the commit failed" if @now["store"] == "rolls back"

    @done << key
    @lines << "stored #{key}"
  rescue IOError
    raise unless @now["store"] == "hides failures"
  end
end
