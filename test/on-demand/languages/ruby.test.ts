import { join } from "node:path";
import { describe, it } from "vitest";
import { scratchFolder } from "../../support/scratch.ts";
import { judgeLanguage } from "./harness.ts";
import { probe, testServers } from "./programs.ts";

judgeLanguage({
  language: "ruby",
  toolchain: [
    ["ruby", "-e", "print 'Ruby ', RUBY_VERSION"],
    ["rake", "--version"],
    ["puma", "--version"],
    ["ruby", "-e", "%w[sequel sqlite3].each { |name| require name }; print 'Sequel ', Sequel::VERSION"],
  ],
  build: [["sh", "-c", "find . -name '*.rb' -print0 | xargs -0 -n1 ruby -wc > /dev/null"]],
  // Vitest sets TEST, which Rake takes for the name of a file.
  test: ["env", "-u", "TEST", "rake", "test"],
  receiver: ["sh", "-c", 'exec puma --quiet --bind "tcp://127.0.0.1:$PORT" examples/config.ru'],
  client: ["ruby", "examples/onboarding.rb"],
  pay: ["ruby", "examples/pay.rb"],
  deployment: {
    needs: [["haproxy", "-v"]],
    behind: ["sh", "-c", 'exec puma --quiet --bind "tcp://127.0.0.1:$APP_PORT" examples/config.ru'],
    command: ["haproxy", "-db", "-f", "deploy/haproxy.cfg"],
  },
});

const LIBRARIES = ["ruby", "-e", "%w[active_record sequel sinatra/base sqlite3].each { |name| require name }"] as const;
describe.skipIf(!probe(LIBRARIES))("in ActiveRecord, Sequel and Sinatra", () => {
  const folder = scratchFolder("ruby-sql-");

  it("stores nothing of a block that is left, and lets threads wait their turn", async () => {
    await testServers("ruby", folder, ["ruby", "test_ruby_sql.rb"], { RUBYLIB: join(folder, "lib"), TEST: undefined });
  });
});

describe.skipIf(!probe(["puma", "--version"]))("in Puma", () => {
  const folder = scratchFolder("servers-");

  it("handles a payment once, answers others meanwhile, and tells failures", async () => {
    await testServers("ruby", folder, ["ruby", "test_ruby.rb"], { RUBYLIB: join(folder, "lib"), TEST: undefined });
  });
});
