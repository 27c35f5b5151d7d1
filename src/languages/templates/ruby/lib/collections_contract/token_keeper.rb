# frozen_string_literal: true

require "fileutils"
require "json"
require_relative "transport"

module CollectionsContract
  # Keeps the tokens of one grant, and refreshes them: one refresh at a time, sent only if its result can be saved.
  # Pass it to `Client` in place of a token.
  #
  # A store has `load`, which returns the Hash that was saved last, or nil; `save(hash)`; and, where several processes
  # share a grant, `with_lock`, which yields while no other process is inside.
  class TokenKeeper
    OPERATION = "TokenKeeper"
    # A refreshed token that is rejected this soon is not replaced again: what is rejected is not the token, then.
    UNPROVEN_SECONDS = 60
    # A refresh that takes longer hangs, and a `Timeout` or the end of the process may end it.
    HANGS_SECONDS = 60
    private_constant :OPERATION, :UNPROVEN_SECONDS, :HANGS_SECONDS

    # @param refresh [#call, nil] takes the refresh token, returns a Hash with access_token and, if there are,
    #   refresh_token and expires_in. {{N-4.2-01?How is not stated (N-4.2-01): pass|Pass}} `oauth.method(:refresh)` to do it by RFC 6749
    # @param skew [Numeric] seconds before its end at which a token is refreshed, at most half its lifetime
    # @param clock [#call] epoch seconds
    def initialize(store, refresh: nil, skew: 60, clock: -> { Time.now.to_f })
      @store = store
      @refresh = refresh
      @skew = skew
      @clock = clock
      @mutex = Mutex.new
      @unsaved = nil
    end

    # Stores the tokens of a new grant.
    #
    # @param response [TokenResponse] of `OAuth#exchange`
    # @raise [ApiError] store_save_failed, store_lock_failed
    def save(response)
      tokens = { "access_token" => response.access_token, "refresh_token" => response.refresh_token,
                 "expires_in" => response.expires_in, "expires_at" => @clock.call + response.expires_in }
      locked { put(tokens) }
    end

    # @param rejected [String, nil] a token that the service answered with 401
    # @return [String] an access token; the rejected one if there is no other
    # @raise [ApiError] grant_missing, grant_dead, token_expired (without `refresh`), store_load_failed,
    #   store_save_failed, store_lock_failed, and whatever `refresh` raises
    def call(rejected = nil)
      tokens = load
      return tokens["access_token"] if good?(tokens, rejected, @refresh ? skew(tokens) : 0)
      raise ApiError.new("token_expired", OPERATION) unless @refresh

      begin
        locked { renewed(rejected) }
      rescue ApiError
        # It is good for a while, and the next call tries again.
        raise unless good?(tokens, rejected, 0)

        tokens["access_token"]
      end
    end

    # Without the store.
    def inspect
      "#<#{self.class.name}>"
    end

    private

    # Another thread or process may have been faster, so it looks into the store first.
    def renewed(rejected)
      stored = load
      unless @unsaved&.first == stored
        return stored["access_token"] if good?(stored, rejected, skew(stored))
        raise ApiError.new("grant_dead", OPERATION) unless text(stored["refresh_token"])

        # What cannot be saved now could not be saved afterwards, when the refresh token is spent.
        put(stored)
        @unsaved = nil
      end
      # A `Timeout` around the call waits, or the only refresh token that works would be lost.
      Thread.handle_interrupt(Object => :never) do
        @unsaved ||= [stored, refreshed(stored)]
        put(@unsaved.last)
      end
      latest = @unsaved.last
      @unsaved = nil
      latest["access_token"] || raise(ApiError.new("token_response_invalid", OPERATION))
    end

    # The answer is read leniently{{N-4.2-01?, because it is not stated|}}. It may hold the only refresh token that works.
    def refreshed(stored)
      # In a thread of its own, whose time-outs are not held back.
      asking = Thread.new do
        Thread.current.report_on_exception = false
        Thread.handle_interrupt(Object => :immediate) { @refresh.call(stored["refresh_token"]) }
      end
      asking.join(HANGS_SECONDS) || Thread.handle_interrupt(Object => :immediate) { asking.join }
      answer = asking.value
      access, refresh = answer.values_at("access_token", "refresh_token").map { |one| text(one) }
      seconds = Float(answer["expires_in"], exception: false)
      seconds = stored["expires_in"] unless seconds&.between?(0, Float::MAX)
      now = @clock.call
      stored.merge("access_token" => access, "refresh_token" => refresh || stored["refresh_token"],
                   "expires_in" => seconds, "expires_at" => access ? now + seconds : 0, "renewed_at" => now)
    rescue ApiError => e
      raise unless e.error == "invalid_grant"

      # A process that no lock kept out was faster, or the customer has given a new grant.
      latest = load
      return latest unless [stored["refresh_token"], nil].include?(latest["refresh_token"])

      put(stored.merge("refresh_token" => nil))
      raise ApiError.new("grant_dead", OPERATION, error: e.error), cause: nil
    ensure
      asking&.kill
    end

    def text(value)
      value if value.is_a?(String) && !value.empty?
    end

    def good?(tokens, rejected, skew)
      return false unless text(tokens["access_token"]) && @clock.call < tokens["expires_at"] - skew

      # A clock that was set back would make it long.
      rejected != tokens["access_token"] || (@clock.call - tokens.fetch("renewed_at", 0)).abs < UNPROVEN_SECONDS
    end

    def skew(tokens)
      [@skew, tokens["expires_in"] / 2.0].min
    end

    def load
      tokens = guarded("store_load_failed") { @store.load } || raise(ApiError.new("grant_missing", OPERATION))
      whole?(tokens) ? tokens : raise(ApiError.new("store_load_failed", OPERATION, reason: "not tokens"))
    end

    def whole?(tokens)
      tokens.is_a?(Hash) && tokens.values_at("expires_in", "expires_at").all?(Numeric)
    end

    def put(tokens)
      guarded("store_save_failed") { @store.save(tokens) }
    end

    # The error of a store can hold the tokens.
    def guarded(code)
      yield
    rescue StandardError => e
      raise ApiError.new(code, OPERATION, reason: e.class.name), cause: nil
    end

    def locked(&work)
      entered = false
      inside = proc { (entered = true) && work.call }
      @mutex.synchronize { @store.respond_to?(:with_lock) ? @store.with_lock(&inside) : inside.call }
    rescue StandardError => e
      raise if entered || e.is_a?(ApiError)

      raise ApiError.new("store_lock_failed", OPERATION, reason: e.class.name), cause: nil
    end
  end

  # Keeps tokens within one process, until it ends; for tests.
  class MemoryTokenStore
    attr_reader :load

    def save(tokens)
      @load = tokens
    end

    # Without the tokens.
    def inspect
      "#<#{self.class.name}>"
    end
  end

  # Keeps the tokens of one grant in a file that only this user may read, for all processes of one machine. The folder
  # must exist. A crash leaves the old tokens or the new ones.
  class FileTokenStore
    def initialize(path)
      @path = File.expand_path(path)
    end

    # @return [Hash, nil]
    def load
      JSON.parse(File.read(@path, encoding: "UTF-8"))
    rescue Errno::ENOENT
      nil
    end

    # @param tokens [Hash]
    def save(tokens)
      fresh = "#{@path}.#{Process.pid}.#{Thread.current.object_id}.tmp"
      File.open(fresh, File::WRONLY | File::CREAT | File::EXCL, 0o600) do |file|
        file.write(JSON.generate(tokens))
        file.fsync
      end
      File.rename(fresh, @path)
    ensure
      FileUtils.rm_f(fresh)
    end

    # Yields while no other process is inside; the system ends the lock with the process.
    def with_lock
      File.open("#{@path}.lock", File::RDWR | File::CREAT, 0o600) do |file|
        file.flock(File::LOCK_EX)
        yield
      end
    end
  end
end
