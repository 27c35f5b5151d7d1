# frozen_string_literal: true

require "tempfile"
require "test_helper"
require_relative "../examples/inbox"

# The file of the example.
class InboxTest < Minitest::Test
  Payment = Struct.new(:id, :event)

  def test_what_was_handed_over_is_known_after_a_restart
    Tempfile.create do |file|
      2.times { add(Inbox.new(file.path), 1) }
      assert_equal %({"id":1,"event":"e"}\n), File.read(file.path)
    end
  end

  def test_a_line_that_was_cut_off_is_no_payment
    Tempfile.create do |file|
      File.write(file.path, %({"id":1,"event":"e"}\n{"id":2,"ev))
      inbox = Inbox.new(file.path)
      [1, 2].each { |id| add(inbox, id) }
      assert_equal %({"id":1,"event":"e"}\n{"id":2,"event":"e"}\n), File.read(file.path)
    end
  end

  private

  def add(inbox, id)
    payment = Payment.new(id, "e")
    inbox.once("#{id} e") { inbox.add(payment) }
  end
end
