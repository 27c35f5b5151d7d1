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
    'exec php -d display_errors=0 -d output_buffering=1 -d enable_post_data_reading=0 -S "127.0.0.1:$PORT" examples/receiver.php',
  ],
  deployment: {
    needs: [
      ["haproxy", "-v"],
      ["sh", "-c", `${FPM} -v`],
    ],
    // As root, FPM wants another user, who must be allowed to write PROCESSED.
    behind: [
      "sh",
      "-c",
      `chmod a+rwx . ..; APP_ROOT="$PWD/examples" SOCKET="$PWD/php.sock" haproxy -db -f deploy/fastcgi.cfg &
       APP_USER=nobody exec $(${FPM_NAME}) --nodaemonize --force-stderr --fpm-config deploy/php-fpm.conf`,
    ],
    command: ["sh", "-c", 'SOCKET="$PWD/php.sock" exec haproxy -db -f deploy/haproxy.cfg'],
  },
});
