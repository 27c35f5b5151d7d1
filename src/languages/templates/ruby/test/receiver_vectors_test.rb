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
      @now, @handled, @told, code = now, [], [], now["code"]
      headers = { "content-type" => code && "application/json", "allow" => ("POST" if now["status"] == 405) }.compact
      expected = [now["status"], headers, code ? [JSON.generate("code" => code)] : []]
      told = [now["problem"]&.transform_keys(&:to_sym), now["as"]].compact
      assert_equal [expected, told], [answer, @told], one["id"]
      assert_equal [now["handled"]].compact, @handled, one["id"]
    end
    assert_equal one["stored"], @done.sort, one["id"]
  end

  def made
    options = @case["options"]
    more = { max_body_bytes: options["maxBodyBytes"],
             key: options["key"] && ->(_) { { "same" => "same", "empty" => "" }.fetch(options["key"]) },
             on_unknown: options["onUnknown"] && ->(delivery) { handle(nil, delivery) } }.compact
    hooks = { on_problem: ->(one) { tell(one.to_h.except(:error).compact) }, on_accepted: ->(accepted) { tell(accepted.outcome.to_s) } }
    Receiver.new(@case["asked"] ? method(:secrets) : secrets, store: self, **hooks, **more, &method(:handle))
  end

  def secrets
    raise IOError, "the secrets are away" if @now["secretsFail"]

    known = (@now["secrets"] || @case["secrets"]).map do |one|
      one["label"] ? LabelledSecret.new(**one.transform_keys(&:to_sym)) : one["secret"]
    end
    @case["owner"] ? OwnedSecrets.new(owner: @case["owner"], secrets: known) : known
  end

  def tell(what)
    @told << what
    raise IOError, "the metrics are away" if @case["options"]["listeners"]
  end

  def handle(payment, one)
    @handled << { "event" => one.event, "id" => payment&.id&.to_s, "key" => one.key, "secretIndex" => one.secret_index,
                  "label" => one.label, "owner" => one.owner }.compact
    raise IOError, "disk full" if @now["handler"] == "throws"
    raise "not busy" if @now["handler"] == "repeats" && [answer[0], @told.pop[:code]] != [503, "event_busy"]
  end

  def answer
    values = @now["headers"].group_by(&:first).transform_values { |pairs| pairs.map(&:last).join(",") }
    @app.call({ "REQUEST_METHOD" => @now["method"], "CONTENT_TYPE" => values["Content-Type"],
                "CONTENT_LENGTH" => values["Content-Length"], SIGNATURE => values["signature"],
                "rack.input" => StringIO.new(@now["body"].unpack1("m")) }.compact)
  end

  # As a store.
  public def once(key)
    raise IOError, "the store is away" if @now["store"] == "away"
    raise EventBusy if @case["before"]["busy"].include?(key)
    return false if @done.include?(key)

    yield
    raise IOError, "the commit failed" if @now["store"] == "rolls back"

    @done << key
  rescue IOError
    raise unless @now["store"] == "hides failures"
  end
end
