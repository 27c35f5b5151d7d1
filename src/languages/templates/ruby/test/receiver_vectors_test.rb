# frozen_string_literal: true

require "stringio"
require "test_helper"

# The cases of vectors/receiver.json: answers, what blocks get, and what a store holds.
class ReceiverVectorsTest < Minitest::Test
  CASES = Vectors.cases("receiver")
  LACKS = ["deadline"].freeze # It is that of the server.
  SIGNATURE = "HTTP_#{CollectionsContract::SIGNATURE_HEADER.upcase.tr("-", "_")}"

  # One case: its receiver, its store, and what they saw.
  class Run
    attr_accessor :now, :handled, :told
    attr_reader :done

    def initialize(one)
      @case = one
      @now = {}
      @done, @busy = one["before"].values_at("done", "busy").map(&:dup)
      options = one["options"]
      more = { max_body_bytes: options["maxBodyBytes"], key: options["key"] && method(:key),
               on_unknown: options["onUnknown"] && ->(delivery) { handle(nil, delivery) } }.compact
      secrets = one["asked"] ? method(:secrets) : listed(one["secrets"])
      hooks = { on_problem: ->(code, _) { tell(code) }, on_accepted: ->(accepted) { tell(accepted.outcome.to_s) } }
      receiver = CollectionsContract::Receiver.new(secrets, store: self, **hooks, **more) { |*both| handle(*both) }
      @app = CollectionsContract::RackApp.new(receiver)
    end

    def listed(secrets)
      known = secrets.map do |one|
        one["label"] ? CollectionsContract::LabelledSecret.new(**one.transform_keys(&:to_sym)) : one["secret"]
      end
      @case["owner"] ? CollectionsContract::OwnedSecrets.new(owner: @case["owner"], secrets: known) : known
    end

    def secrets
      raise IOError, "the secrets are away" if now["secretsFail"]

      listed(now["secrets"] || @case["secrets"])
    end

    def key(_payment)
      { "same" => "same", "empty" => "" }.fetch(@case["options"]["key"])
    end

    def tell(what)
      told << what
      raise IOError, "the metrics are away" if @case["options"]["listeners"]
    end

    def handle(payment, one)
      handled << { "event" => one.event, "id" => payment&.id&.to_s, "key" => one.key, "secretIndex" => one.secret_index,
                   "label" => one.label, "owner" => one.owner }.compact
      raise IOError, "disk full" if now["handler"] == "throws"
      return unless now["handler"] == "repeats"

      raise "a repetition is busy" unless [answer[0], told.pop] == [503, "event_busy"]
    end

    def once(key)
      raise IOError, "the store is away" if now["store"] == "away"
      raise CollectionsContract::EventBusy if @busy.include?(key)
      return false if done.include?(key)

      yield
      raise IOError, "the commit failed" if now["store"] == "rolls back"

      done << key
    rescue IOError
      raise unless now["store"] == "hides failures"
    end

    def answer
      values = now["headers"].group_by(&:first).transform_values { |pairs| pairs.map(&:last).join(",") }
      @app.call({ "REQUEST_METHOD" => now["method"], "CONTENT_TYPE" => values["Content-Type"],
                  "CONTENT_LENGTH" => values["Content-Length"], SIGNATURE => values["signature"],
                  "rack.input" => StringIO.new(now["body"].unpack1("m")) }.compact)
    end
  end

  def test_all_cases
    assert_operator CASES.size, :>, 100
    CASES.each { |one| capture_io { check(one) } unless one["needs"].intersect?(LACKS) }
  end

  private

  def check(one)
    return assert_raises(ArgumentError, one["id"]) { Run.new(one) } if one["refusedWhenMade"]

    run = Run.new(one)
    one["requests"].each do |now|
      run.now, run.handled, run.told = now, [], []
      code = now["code"]
      headers = code ? { "content-type" => "application/json" } : {}
      headers["allow"] = "POST" if now["status"] == 405
      expected = [now["status"], headers, code ? [JSON.generate("code" => code)] : []]
      assert_equal [expected, [code || now["as"]]], [run.answer, run.told], one["id"]
      assert_equal [now["handled"]].compact, run.handled, one["id"]
    end
    assert_equal one["stored"], run.done.sort, one["id"]
  end
end
