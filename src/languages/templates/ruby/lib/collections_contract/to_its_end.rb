# frozen_string_literal: true

module CollectionsContract
  # Tells a block that came to its end from one that was left, after which a transaction might be committed.
  module ToItsEnd
    # Returns what the block returns.
    #
    # @raise [LocalJumpError] instead of a `throw` (such as `halt` of Sinatra), `return` or `break` out of the block
    def self.run
      result = yield
      is_over = true
      result
    rescue Exception # rubocop:disable Lint/RescueException
      is_over = true
      raise
    ensure
      # An error would keep a thread alive that is killed at the end of the process.
      unless is_over || Thread.current.status == "aborting"
        raise LocalJumpError, "the block was left with throw, halt, return or break, which is a failure"
      end
    end
  end
  private_constant :ToItsEnd
end
