import { judgeLanguage } from "./harness.ts";

judgeLanguage({
  language: "ruby",
  toolchain: [
    ["ruby", "-e", "print 'Ruby ', RUBY_VERSION"],
    ["rake", "--version"],
  ],
  build: [["sh", "-c", "find . -name '*.rb' -print0 | xargs -0 -n1 ruby -wc > /dev/null"]],
  // Vitest sets TEST, which Rake takes for the name of a file.
  test: ["env", "-u", "TEST", "rake", "test"],
  receiver: ["ruby", "-Ilib", "examples/receiver.rb"],
});
