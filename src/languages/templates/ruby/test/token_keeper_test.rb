# frozen_string_literal: true

require "pp"
require "timeout"
require "tmpdir"
require "test_helper"
require_relative "service"

# When tokens are refreshed, and what happens if they cannot be saved.
class TokenKeeperTest < Minitest::Test
  include CollectionsContract

  # Fails to save where the test says so.
  class Store < MemoryTokenStore
    attr_writer :full

    def save(tokens)
      raise IOError, "hidden" if @full

      super
    end
  end

  def setup
    @now = 1000.0
    @sent = []
    @answer = ->(number) { { "access_token" => "access-#{number}", "refresh_token" => "hidden-#{number}" } }
    @store = Store.new
    @keeper = keeper(@store)
    @keeper.save(tokens)
  end

  def test_a_token_is_used_until_shortly_before_its_end_and_refreshed_then
    assert_equal ["access-0", []], [@keeper.call, @sent]
    @now += 541
    assert_equal %w[access-1 access-1], Array.new(2) { @keeper.call }
    assert_equal ["hidden-0"], @sent
    # Without expires_in in the answer, or with one that no file can hold, the previous lifetime counts.
    assert_equal 1541 + 600, @store.load["expires_at"]
    @answer = ->(_) { { "access_token" => "a", "expires_in" => "1e400" } }
    @now += 700
    assert_equal ["a", @now + 600], [@keeper.call, @store.load["expires_at"]]
  end

  def test_a_rejected_token_is_refreshed_once_for_all_threads
    assert_equal ["access-1"], Array.new(5) { Thread.new { @keeper.call("access-0") } }.map(&:value).uniq
    assert_equal 1, @sent.size
    # One that is rejected at once is not replaced again, and later it is.
    assert_equal "access-1", @keeper.call("access-1")
    @now += 61
    assert_equal "access-2", @keeper.call("access-1")
    @now -= 500
    assert_equal "access-3", @keeper.call("access-2")
  end

  def test_nothing_is_refreshed_whose_result_cannot_be_saved
    @now += 700
    @store.full = true
    failing("store_save_failed") { @keeper.call }
    assert_empty @sent
  end

  def test_tokens_that_could_not_be_saved_are_saved_by_the_next_call
    @now += 700
    fill = @answer
    @answer = ->(number) { fill.call(number).tap { @store.full = true } }
    failing("store_save_failed") { @keeper.call }
    @store.full = false
    assert_equal ["access-1", "hidden-1", 1], [@keeper.call, @store.load["refresh_token"], @sent.size]
  end

  def test_tokens_are_saved_whose_refresh_takes_longer_than_a_timeout
    @now += 700
    fill = @answer
    @answer = ->(number) { fill.call(number).tap { sleep 0.1 } }
    assert_raises(Timeout::Error) { Timeout.timeout(0.01) { @keeper.call } }
    assert_equal ["hidden-1", "access-1", 1], [@store.load["refresh_token"], @keeper.call, @sent.size]
    # Time-outs within a refresh end it.
    @answer = ->(_) { Timeout.timeout(0.01) { sleep } }
    assert_raises(Timeout::Error) { @keeper.call("access-1".tap { @now += 700 }) }
    TokenKeeper.class_eval { remove_const(:HANGS_SECONDS) && const_set(:HANGS_SECONDS, 0.1) }
    @answer = ->(_) { sleep }
    assert_raises(Timeout::Error) { Timeout.timeout(0.01) { @keeper.call } }
  end

  def test_a_failure_is_told_once_the_token_has_expired_and_the_grant_stays
    @answer = ->(_) { raise ApiError.new("token_endpoint_failed", "exchangeAuthorizationCode") }
    @now += 590
    assert_equal "access-0", @keeper.call
    @now += 100
    failing("token_endpoint_failed") { @keeper.call }
    assert_equal "hidden-0", @store.load["refresh_token"]
  end

  def test_a_grant_that_is_invalid_is_dead_until_there_is_a_new_one
    @answer = ->(_) { raise ApiError.new("token_refused", "exchangeAuthorizationCode", error: "invalid_grant") }
    @now += 700
    2.times { failing("grant_dead") { @keeper.call } }
    assert_equal 1, @sent.size
    @keeper.save(tokens)
    assert_equal "access-0", @keeper.call
    @now += 700
    @answer = lambda do |_|
      @store.save(@store.load.merge("access_token" => "access-2", "refresh_token" => "hidden-2"))
      raise ApiError.new("token_refused", "exchangeAuthorizationCode", error: "invalid_grant")
    end
    assert_equal ["access-2", "hidden-2"], [@keeper.call, @store.load["refresh_token"]]
  end

  def test_a_new_refresh_token_is_kept_even_without_an_access_token
    answers = [{ "refresh_token" => "hidden-1", "access_token" => 5 }, { "access_token" => "a" }]
    @answer = ->(_) { answers.shift }
    @now += 700
    failing("token_response_invalid") { @keeper.call }
    assert_equal ["a", %w[hidden-0 hidden-1]], [@keeper.call, @sent]
  end

  def test_what_is_missing
    failing("grant_missing") { keeper(MemoryTokenStore.new).call }
    failing("store_load_failed") { keeper(MemoryTokenStore.new.tap { |one| one.save({ "x" => 1 }) }).call }
    failing("token_expired") { TokenKeeper.new(@store, clock: -> { @now + 601 }).call }
    failing("store_lock_failed") { keeper(FileTokenStore.new("/no/such/file")).save(tokens) }
    assert_equal "access-0", TokenKeeper.new(@store, clock: -> { @now + 599 }).call
    refute_includes [@keeper, @store].pretty_inspect, "hidden"
  end

  def test_processes_that_share_a_file_refresh_once
    service = Service.answering([200, '{"access_token":"access-1","expires_in":"3600","refresh_token":"hidden-1"}'])
    Dir.mktmpdir do |folder|
      file = File.join(folder, "tokens.json")
      keeper(FileTokenStore.new(file)).save(tokens)
      @now += 700
      oauth = OAuth.new(service.url, client_id: "i", client_secret: "s", allow_insecure_loopback: true)
      shared = TokenKeeper.new(FileTokenStore.new(file), refresh: oauth.method(:refresh), clock: -> { @now })
      each = Array.new(4) { fork { exit! shared.call == "access-1" } }
      assert(each.all? { |pid| Process.wait2(pid).last.success? })
      assert_equal ["grant_type=refresh_token&refresh_token=hidden-0&client_id=i&client_secret=s"],
                   service.requests.map(&:last)
      assert_equal [0o600, %w[tokens.json tokens.json.lock]], [File.stat(file).mode & 0o777, Dir.children(folder).sort]
    end
  end

  private

  def tokens
    TokenResponse.new(token_type: "Bearer", expires_in: 600, access_token: "access-0", refresh_token: "hidden-0")
  end

  def keeper(store)
    refresh = ->(token) { @answer.call((@sent << token).size) }
    TokenKeeper.new(store, refresh: refresh, clock: -> { @now })
  end

  def failing(code, &call)
    error = assert_raises(ApiError, &call)
    assert_equal code, error.code, error.message
    refute_includes "#{error.full_message} #{error.inspect}", "hidden"
  end
end
