# frozen_string_literal: true

require "digest"
require "fileutils"
require_relative "memory_store"

module CollectionsContract
  # Remembers deliveries in a folder, for all processes of one machine, also after a restart: an empty file for a key
  # that is being handled, locked by its process, and one with the key once it was handled. Files that are older than
  # any retry may be deleted.
  class FileStore
    # @param folder [String] made if it is not there
    def initialize(folder)
      @folder = File.expand_path(folder)
      FileUtils.mkdir_p(@folder)
    end

    # Yields if the key is new, and marks it after the block returned; false if it is not. If the block raises or the
    # process ends, the key stays new.
    #
    # @raise [EventBusy] while another thread or process is inside with the same key
    def once(key)
      File.open(File.join(@folder, Digest::SHA256.hexdigest(key)), File::RDWR | File::CREAT) do |file|
        raise EventBusy, "the key is being handled" unless file.flock(File::LOCK_EX | File::LOCK_NB)
        next false unless file.size.zero?

        yield
        file.write("#{key}\n")
        file.fsync
        true
      end
    end
  end
end
