/** Frameworks of Ruby, on Puma, from Debian's packages. */

import type { CommandLine } from "../project.ts";
import type { Framework, Setup } from "./framework.ts";

export const RUBY_SETUP: Setup = {
  toolchain: [
    ["ruby", "--version"],
    ["puma", "--version"],
  ],
  env: { RUBYLIB: "<package>/lib", RACK_ENV: "production", RAILS_ENV: "production", SECRET_KEY_BASE: "made up" },
};

const PUMA = ["puma", "--quiet", "--workers=2", "--threads=1:4", "--bind=tcp://127.0.0.1:<port>", "config.ru"] as const;
const ruby = (id: string, name: string, gem: string) => ({
  id,
  name,
  language: "ruby" as const,
  needs: [["ruby", "-e", `puts Gem::Specification.find_by_name("${gem}").version`]] as CommandLine[],
  database: "PostgreSQL" as const,
  start: PUMA,
});

const TABLES = `ActiveRecord::Base.establish_connection(ENV.fetch("DATABASE_URL"))
CollectionsContract::SqlStore.new(ActiveRecord::Base).migrate("CREATE TABLE payments (id BIGINT, amount BIGINT)")
`;
const RAILS = {
  "config.ru": 'require_relative "config/application"\nApp.initialize!\nrun App\n',
  "config/application.rb": `require "rails"
require "active_record/railtie"
require "action_controller/railtie"
class App < Rails::Application
  config.eager_load = true
  config.logger = Logger.new($stderr, level: :warn)
end
`,
  "app/models/payment.rb": "class Payment < ActiveRecord::Base\nend\n",
};

/** `tables`: the program that makes them. */
const rails = (tables: string) => ({
  ...{ place: "config/routes.rb", table: "payments", files: RAILS },
  build: [["ruby", "-ractive_record", "-rcollections_contract", "-e", tables]],
});

const JOBS = `ActiveRecord::Schema.define do
  create_table :delayed_jobs do |t|
    %i[priority attempts].each { |name| t.integer name, default: 0, null: false }
    %i[handler last_error].each { |name| t.text name }
    %i[run_at locked_at failed_at].each { |name| t.datetime name }
    %i[locked_by queue].each { |name| t.string name }
    t.timestamps null: true
  end
end
`;
/** A worker that takes jobs back soon from one that was killed. */
const WORKER = `require "./config/application"
App.initialize!
Delayed::Worker.max_run_time = 5
Delayed::Worker.sleep_delay = 1
Delayed::Worker.new.start`;

export const RUBY: readonly Framework[] = [
  {
    ...ruby("rails", "Rails", "railties"),
    file: "rails.rb",
    ...rails(TABLES),
    isShort: true,
  },
  {
    ...ruby("sinatra", "Sinatra", "sinatra"),
    file: "sinatra.rb",
    place: "app.rb",
    files: { "config.ru": 'require_relative "app"\nrun App\n' },
  },
  {
    ...ruby("rack", "Rack on Puma", "puma"),
    file: "rack.ru",
    place: "config.ru",
    database: "SQLite",
    address: "sqlite://<project>/payments.db",
  },
  {
    ...ruby("active-job", "Delayed Job through ActiveJob", "delayed_job"),
    file: "active_job.rb",
    ...rails(TABLES + JOBS),
    isQueue: true,
    files: {
      ...RAILS,
      "config/application.rb": `${RAILS["config/application.rb"]}require "active_job/railtie"
require "delayed_job_active_record"
App.config.active_job.queue_adapter = :delayed_job
`,
    },
    start: ["sh", "-c", `ruby -e '${WORKER}' & exec ${PUMA.join(" ")}`],
    note: ["Leave `enqueue_after_transaction_commit` off."],
  },
];
