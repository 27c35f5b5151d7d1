# frozen_string_literal: true

require "stringio"
require "test_helper"

# The cases of vectors/receiver.json: answers, what blocks get, and what a store holds.
class ReceiverVectorsTest < Minitest::Test
  include CollectionsContract

  SIGNATURE = "HTTP_#{SIGNATURE_HEADER.upcase.tr("-", "_")}"

  def test_all_cases
    # A deadline is that of the server.
    cases = Vectors.cases("receiver").reject { |one| one["needs"].include?("deadline") }
    assert_operator cases.size, :>, 100
    cases.each { |one| capture_io { check(one) } }
  end

  private

  def check(one)
    @case, @now, @known, @lines = one, one, one["before"], []
    return assert_raises(ArgumentError, one["id"]) { made } if one["refusedWhenMade"]

    @app = RackApp.new(made)
    refute_empty one["requests"], one["id"]
    one["requests"].each do |now|
      @now, @lines = now, []
      answer
      assert_equal now["expected"], @lines, one["id"]
    end
  end

  def made
    more = { key: @case["key"] && method(:key), on_unknown: @case["onUnknown"] && ->(one) { handle(nil, one) } }.compact
    hooks = { on_problem: method(:problem), on_accepted: ->(one) { write("accepted #{one.outcome}") } }
    Receiver.new(@case["asked"] ? method(:secrets) : secrets,
                 store: self, max_body_bytes: @case["maxBodyBytes"], **hooks, **more, &method(:handle))
  end

  def secrets
    known = @now["secrets"] + @now["labelled"].map { |one| LabelledSecret.new(**one.transform_keys(&:to_sym)) }
    @case["owner"] ? OwnedSecrets.new(owner: @case["owner"], secrets: known) : known
  end

  def key(payment)
    name = @case["key"]
    member = JSON.generate(payment.to_h[name])
    raise IOError, "no key" if name == "strict" && member != "7"

    name == "empty" ? "" : "#{name} #{member}"
  end

  def write(line)
    @lines << line
    raise IOError, line if @now["fails"].include?(line.split.first)
  end

  def problem(one)
    write("problem status=#{one.status} code=#{one.code} event=#{one.event} label=#{one.label} owner=#{one.owner}")
  end

  def handle(payment, one)
    write("handler event=#{one.event} id=#{payment&.id} key=#{one.key} secret=#{one.secret_index} " \
          "label=#{one.label} owner=#{one.owner}")
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
    raise EventBusy if @known[key] == "busy"
    return false if @known.key?(key)

    yield
    write("commit #{key}")
    @known[key] = "done"
  rescue IOError
    raise unless @now["store"] == "hides failures"
  end
end
