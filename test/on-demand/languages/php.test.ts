import { judgeLanguage } from "./harness.ts";

// Debian adds the version to the name.
const FPM_NAME = "command -v php-fpm || command -v php-fpm8.4 || command -v php-fpm8.3 || command -v php-fpm8.2";
const FPM = `$(${FPM_NAME})`;

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
  deployment: {
    needs: [
      ["haproxy", "-v"],
      ["sh", "-c", `${FPM} -v`],
    ],
    // As root, FPM wants to be told that this is meant. It cannot open a standard error that is a socket.
    behind: [
      "sh",
      "-c",
      `exec $(${FPM_NAME}) --nodaemonize --allow-to-run-as-root --fpm-config deploy/php-fpm.conf 2>fpm.log`,
    ],
    command: ["sh", "-c", 'APP_ROOT="$PWD/examples" exec haproxy -db -f deploy/haproxy.cfg'],
  },
});
