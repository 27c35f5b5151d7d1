# frozen_string_literal: true

# Answers deliveries through the store of the package; see stores.test.ts. The arguments: a port or a file, and a way.

require "active_record"
require "collections_contract"
require "json"
require "sequel"

include CollectionsContract
place, way, deadline = ARGV
SqlStore.class_eval { remove_const(:ANSWER) && const_set(:ANSWER, deadline.to_i / 1000.0) } if deadline
in_postgres = place.match?(/\A\d+\z/)
server = { host: "127.0.0.1", port: place, database: "postgres", connect_timeout: 3 }
LIMITS = "INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings " \
         "WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'"
database =
  if way == "Sequel"
    in_postgres ? Sequel.connect(adapter: "postgres", user: "inbox", **server) : Sequel.connect("sqlite://#{place}")
  else
    settings = in_postgres ? { adapter: "postgresql", username: "inbox", **server } : { adapter: "sqlite3", database: place }
    ActiveRecord::Base.tap { |base| base.establish_connection(settings) }
  end
store = SqlStore.new(database)
store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT)")

asked = nil
handle = lambda do |payment, delivery|
  run = delivery.transaction.method(way == "Sequel" ? :run : :execute)
  write = asked["handler"] == "limits" ? LIMITS : "INSERT INTO payment VALUES (#{payment.id})"
  if (ends = asked["handler"][/\A(commit|rollback)(?=, write)/i])
    # Sequel has no method that ends a transaction.
    is_sql = ends == ends.upcase || way == "Sequel"
    (is_sql ? run.call(ends) : delivery.transaction.public_send("#{ends}_db_transaction")) rescue nil
    run.call(write) rescue nil
    next
  end
  raw = way == "Sequel" ? delivery.transaction.synchronize { |one| one } : delivery.transaction.raw_connection
  raw.prepare(*("" if in_postgres), write) if asked["handler"].start_with?("prepare")
  next if asked["handler"] == "prepare"
  if %w[unread query].include?(asked["handler"])
    rows = raw.query(asked.fetch("sql", "#{write} RETURNING id"))
    next payment.id > 28 ? rows.first : nil
  end
  # Of several statements, `execute` of ActiveRecord runs the first one in SQLite.
  is_file = asked["sql"] && way == "ActiveRecord" && !in_postgres
  is_file ? delivery.transaction.raw_connection.execute_batch2(asked["sql"]) : run.call(asked.fetch("sql", write))
  case asked["handler"]
  when "hang"
    $stdout.puts "inside"
    $stdout.flush
    sleep
  when "fail" then raise IOError, "away"
  when "commit" then run.call("COMMIT")
  when "commit, fail"
    run.call("COMMIT")
    raise IOError, "away"
  when "leave" then throw :halt
  when "undo" then run.call("ROLLBACK")
  when "mark" then database.rollback_on_exit
  when "slip", "lose", "lose, write"
    begin
      run.call(asked["handler"] == "slip" ? "SELECT * FROM no_such_table" : "SELECT pg_terminate_backend(pg_backend_pid())")
    rescue StandardError
      nil
    end
    run.call("INSERT INTO payment VALUES (#{payment.id})") if asked["handler"] == "lose, write"
  end
end
quiet = { store: store, on_problem: ->(*) {} }
owners = %w[acme bolt].map { |label| LabelledSecret.new(label: label, secret: "s-#{label}") }
plain = Receiver.new(["s3cret"], **quiet, &handle)
owned = Receiver.new(owners, **quiet, &handle)
$stdin.each_line do |line|
  asked = JSON.parse(line)
  body = JSON.generate("@event" => "case_file.payment.confirmed", "id" => asked["id"])
  owner = asked["owner"]
  child = fork if asked["forked"]
  next Process.wait(child) if child

  plain = Receiver.new(["s3cret"], **quiet, store: SqlStore.new(database), &handle) if asked["forked"] == "own store"
  answer = catch(:halt) do
    (owner ? owned : plain).receive(body, Signature.sign(body, owner ? "s-#{owner}" : "s3cret"))
  end
  $stdout.puts "#{answer.status} #{answer.code}"
  $stdout.flush
  exit! if asked["forked"]
end
