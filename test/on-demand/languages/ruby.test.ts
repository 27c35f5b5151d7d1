import { judgeLanguage } from "./harness.ts";

judgeLanguage({
  language: "ruby",
  toolchain: [
    ["ruby", "-e", "print 'Ruby ', RUBY_VERSION"],
    ["rake", "--version"],
    ["puma", "--version"],
  ],
  build: [["sh", "-c", "find . -name '*.rb' -print0 | xargs -0 -n1 ruby -wc > /dev/null"]],
  // Vitest sets TEST, which Rake takes for the name of a file.
  test: ["env", "-u", "TEST", "rake", "test"],
  receiver: ["sh", "-c", 'exec puma --quiet --bind "tcp://127.0.0.1:$PORT" examples/config.ru'],
  deployment: {
    needs: [["haproxy", "-v"]],
    behind: ["sh", "-c", 'exec puma --quiet --bind "tcp://127.0.0.1:$APP_PORT" examples/config.ru'],
    command: ["haproxy", "-db", "-f", "deploy/haproxy.cfg"],
  },
});
