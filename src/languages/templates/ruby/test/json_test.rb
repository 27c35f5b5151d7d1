# frozen_string_literal: true

require "test_helper"

# The verdicts of vectors/json.json: what a receiver makes of bodies at the edges of JSON.
class JsonTest < Minitest::Test
  def test_all_verdicts
    assert_operator Vectors.cases("json").size, :>, 60
    Vectors.cases("json").each { |one| assert_includes allowed(one), received(one), one["id"] }
  end

  # The threads of some servers have little room.
  def test_a_fiber_is_deep_enough
    deep = Vectors.cases("json").select { |one| one["id"].end_with?("-600") }
    assert_equal 2, deep.size
    deep.each { |one| assert_includes allowed(one), Fiber.new { received(one) }.resume, one["id"] }
  end

  private

  def received(one)
    paid = []
    codes = []
    receiver = CollectionsContract::Receiver.new(
      [Vectors.read("json").fetch("secret").unpack1("m0").force_encoding("UTF-8")],
      store: CollectionsContract::MemoryStore.new, on_problem: ->(problem) { codes << problem.code }
    ) { |payment| paid << payment.id.to_s }
    status = receiver.receive(one["body"].unpack1("m0"), one["header"]).status
    [status == 204 ? 204 : status / 100, paid, codes]
  end

  def allowed(one)
    taken = [204, [one["payment"]], []]
    refused = [4, [], [one["code"]]]
    { "taken" => [taken], "refused" => [refused], "exact" => [taken, refused] }.fetch(one["verdict"])
  end
end
