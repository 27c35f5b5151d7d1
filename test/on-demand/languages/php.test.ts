import { judgeLanguage } from "./harness.ts";

judgeLanguage({
  language: "php",
  toolchain: [["php", "-r", "echo 'PHP ', PHP_VERSION;"]],
  env: { PHP_CLI_SERVER_WORKERS: "8" },
  build: [["sh", "-c", "find . -name '*.php' -print0 | xargs -0 -n1 php -l > /dev/null"]],
  test: ["php", "tests/run.php"],
  receiver: [
    "sh",
    "-c",
    'exec php -d display_errors=0 -d enable_post_data_reading=0 -S "127.0.0.1:$PORT" examples/receiver.php',
  ],
});
