/** The package for PHP, and how its README runs it. */

import type { LanguagePackage, Vectors } from "../harness.ts";
import { AFTER_SOCKET, FPM_NAME } from "./servers.ts";

const TESTS: Record<Vectors, string> = {
  signature: "tests/SignatureTest.php",
  payloads: "tests/ModelTest.php",
  "webhook-urls": "tests/SignatureTest.php",
  json: "tests/JsonTest.php",
  receiver: "tests/ReceiverVectorsTest.php",
  client: "tests/ClientVectorsTest.php",
};

export const PHP: LanguagePackage = {
  language: "php",
  toolchain: [
    ["php", "-r", "echo 'PHP ', PHP_VERSION;"],
    ["sh", "-c", "said=$(phpunit --version) && echo \"$said\" | cut -d ' ' -f 1,2"],
  ],
  env: { PHP_CLI_SERVER_WORKERS: "8" },
  build: [["sh", "-c", "find . -name '*.php' -print0 | xargs -0 -n1 php -l > /dev/null"]],
  test: ["phpunit", "--bootstrap", "autoload.php", "tests"],
  testOf: (vectors) => [TESTS[vectors], ["phpunit", "--bootstrap", "autoload.php", TESTS[vectors]]],
  receiver: [
    "sh",
    "-c",
    'exec php -d display_errors=0 -d output_buffering=1 -d enable_post_data_reading=0 -S "127.0.0.1:$PORT" examples/receiver.php',
  ],
  client: ["php", "examples/onboarding.php"],
  pay: ["php", "examples/pay.php"],
  deployment: {
    needs: [
      ["haproxy", "-v"],
      ["sh", "-c", `$(${FPM_NAME}) -v`],
    ],
    // As root, FPM wants another user, who must be allowed to write PROCESSED.
    behind: [
      "sh",
      "-c",
      `chmod a+rwx . ..; export APP_ROOT="$PWD/examples" SOCKET="$PWD/php.sock"
       rm -f "$SOCKET"; haproxy -db -f deploy/fastcgi.cfg & ${AFTER_SOCKET}
       APP_USER=nobody exec $(${FPM_NAME}) --nodaemonize --force-stderr --fpm-config deploy/php-fpm.conf`,
    ],
    command: ["sh", "-c", 'SOCKET="$PWD/php.sock" exec haproxy -db -f deploy/haproxy.cfg'],
  },
};
