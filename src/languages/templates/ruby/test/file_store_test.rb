# frozen_string_literal: true

require "tmpdir"
require "test_helper"

# The store in a folder, for several processes.
class FileStoreTest < Minitest::Test
  FileStore = CollectionsContract::FileStore

  def test_a_key_is_new_until_its_block_returned
    Dir.mktmpdir do |folder|
      assert_raises(IOError) { FileStore.new(folder).once("a") { raise IOError, "away" } }
      seen = []
      answers = %w[a a b].map { |key| FileStore.new(folder).once(key) { seen << key } }
      assert_equal [[true, false, true], %w[a b]], [answers, seen]
    end
  end

  def test_a_key_that_another_holds_is_busy_and_new_after_that_one_was_killed
    Dir.mktmpdir do |folder|
      reader, writer = IO.pipe
      child = fork do
        FileStore.new(folder).once("a") do
          writer.write("inside")
          sleep
        end
      end
      reader.read(6)
      assert_raises(CollectionsContract::EventBusy) { FileStore.new(folder).once("a") { flunk } }
      Process.kill(:KILL, child)
      Process.wait(child)
      assert_equal true, FileStore.new(folder).once("a") { nil }
    end
  end
end
