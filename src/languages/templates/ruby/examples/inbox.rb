# frozen_string_literal: true

require "json"

# Payments and the keys of those that were handed over, in one file of lines, for one process.
class Inbox
  def initialize(path)
    @file = File.open(path, File::RDWR | File::CREAT | File::APPEND | File::BINARY)
    @lock = Mutex.new
    @done = read
  end

  def once(key)
    @lock.synchronize do
      next false if @done.key?(key)

      yield
      @done[key] = true
    end
  end

  # Writes a payment to disk. Call it only inside of `once`.
  def add(payment)
    size = @file.size
    @file.write("#{JSON.generate("id" => payment.id, "event" => payment.event)}\n")
    @file.fsync
  rescue SystemCallError
    # Half a line would corrupt the next one.
    @file.truncate(size) if size
    raise
  end

  private

  def read
    whole = 0
    done = @file.each_line.with_object({}) do |line, keys|
      break keys unless line.end_with?("\n")

      whole += line.bytesize
      entry = JSON.parse(line)
      keys["#{entry["id"]} #{entry["event"]}"] = true
    end
    # A crash cut this line off, so its payment was never acknowledged: the service retries it.
    @file.truncate(whole)
    done
  end
end
