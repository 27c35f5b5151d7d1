/** Frameworks of PHP, behind PHP-FPM. Packagist is not needed: Debian has Symfony and Laravel. */

import type { CommandLine } from "../project.ts";
import type { Framework, Setup } from "./framework.ts";
import { JOBS, LARAVEL, LARAVEL_CONFIG, LARAVEL_WORKER, SYMFONY, TABLES } from "./php-projects.ts";

export const PHP_SETUP: Setup = {
  toolchain: [
    ["php", "-r", "echo 'PHP ', PHP_VERSION;"],
    ["php", "-r", "exit(extension_loaded('pdo_pgsql') ? 0 : 1);"],
    ["sh", "-c", "command -v php-fpm || command -v php-fpm8.4 || command -v php-fpm8.3 || command -v php-fpm8.2"],
  ],
};

const FPM_CONF = `[global]
error_log = /dev/null
[site]
user = nobody
listen = 127.0.0.1:<port2>
pm = static
pm.max_children = 4
clear_env = no
`;

/** Starts FPM, as the head of its group, and a server in front of it once it listens. */
const before = (server: string): CommandLine => [
  "sh",
  "-c",
  `(until php -r '@fsockopen("127.0.0.1", <port2>) || exit(1);'; do sleep 0.05; done
  ${server}) &
  exec $(command -v php-fpm || command -v php-fpm8.4 || command -v php-fpm8.3 || command -v php-fpm8.2) \\
    --nodaemonize --fpm-config fpm.conf`,
];

const PARAMS = Object.entries({
  REQUEST_METHOD: "$request_method",
  CONTENT_TYPE: "$content_type",
  CONTENT_LENGTH: "$content_length",
  QUERY_STRING: "$query_string",
  REQUEST_URI: "$request_uri",
  SERVER_PROTOCOL: "$server_protocol",
  SCRIPT_NAME: "/index.php",
});
const nginx = (script: string) => `daemon off; pid nginx.pid; error_log stderr; events {}
http { access_log off;
${["client_body", "fastcgi", "proxy", "uwsgi", "scgi"].map((name) => `${name}_temp_path <project>/${name};`).join("\n")}
server { listen 127.0.0.1:<port>; location / {
${PARAMS.map(([name, value]) => `fastcgi_param ${name} ${value};`).join("\n")}
fastcgi_param SCRIPT_FILENAME <project>/${script}; fastcgi_pass 127.0.0.1:<port2>;
} } }
`;

/** A script of PHP behind FPM and nginx. */
const behindNginx = (script: string, more: Readonly<Record<string, string>> = {}) => ({
  language: "php" as const,
  database: "PostgreSQL" as const,
  address: "pgsql:host=127.0.0.1;port=<pg>;user=inbox;dbname=<name>",
  files: {
    "fpm.conf": FPM_CONF,
    "nginx.conf": nginx(script),
    "vendor/autoload.php": "<?php require '<package>/autoload.php';\n",
    ...more,
  },
  start: before("exec nginx -p <project> -c <project>/nginx.conf"),
});

const PLAIN = { ...behindNginx("payments.php"), file: "front-controller.php", place: "payments.php" };
const MODULES = "/usr/lib/apache2/modules";
const APACHE_CONF = `ServerRoot <project>
ServerName localhost
PidFile <project>/apache.pid
ErrorLog <project>/apache.log
Listen 127.0.0.1:<port>
LoadModule mpm_event_module ${MODULES}/mod_mpm_event.so
LoadModule authz_core_module ${MODULES}/mod_authz_core.so
LoadModule alias_module ${MODULES}/mod_alias.so
LoadModule proxy_module ${MODULES}/mod_proxy.so
LoadModule proxy_fcgi_module ${MODULES}/mod_proxy_fcgi.so
User nobody
Group nogroup
AliasMatch ^/ <project>/payments.php
<FilesMatch \\.php$>
SetHandler proxy:fcgi://127.0.0.1:<port2>
</FilesMatch>
`;
const HAPROXY = `export SOCKET=<project>/fcgi.sock APP_PORT=<port2> APP_ROOT=<project>
  sed s/receiver.php/payments.php/ <package>/deploy/fastcgi.cfg > fastcgi.cfg
  haproxy -db -f fastcgi.cfg &
  until [ -S "$SOCKET" ]; do sleep 0.05; done
  exec haproxy -db -f <package>/deploy/haproxy.cfg`;

/** Laravel behind FPM and nginx, with the routes of a recipe. */
const laravel = (id: string, name: string, more: Readonly<Record<string, string>> = {}) => ({
  ...behindNginx("public/index.php", { "public/index.php": LARAVEL, "tables.php": TABLES, ...LARAVEL_CONFIG, ...more }),
  ...{ id, name, file: `${id}.php`, place: "routes/api.php", path: "/api/hooks/payments" },
  env: { PGPORT: "<pg>", PGDATABASE: "<name>" },
});

const debian = (name: string): CommandLine => [
  "sh",
  "-c",
  `dpkg-query --show ${name} | grep -o "[0-9]*\\.[0-9.]*[0-9]" | head -1`,
];

export const PHP: readonly Framework[] = [
  {
    ...PLAIN,
    id: "php-nginx",
    name: "PHP-FPM behind nginx",
    needs: [["sh", "-c", "nginx -v 2>&1 | grep -o '[0-9.]*$'"]],
    isShort: true,
  },
  {
    ...PLAIN,
    id: "php-apache",
    name: "PHP-FPM behind Apache",
    needs: [["sh", "-c", "apache2 -v | grep -o '[0-9.]\\{5,\\}'"]],
    files: { ...PLAIN.files, "apache.conf": APACHE_CONF },
    start: before("rm -f apache.pid; exec apache2 -f <project>/apache.conf -DFOREGROUND"),
  },
  {
    ...PLAIN,
    id: "php-haproxy",
    name: "PHP-FPM behind HAProxy",
    needs: [["sh", "-c", "haproxy -v | grep -o '[0-9.]\\{5,\\}' | head -1"]],
    start: before(HAPROXY),
    differs: { "300 kB": "answer: 413" },
    note: ["The files of `deploy/` let 100,000 bytes through."],
  },
  {
    ...behindNginx("public/index.php", { "public/index.php": SYMFONY, "tables.php": TABLES, "composer.json": "{}" }),
    id: "symfony",
    name: "Symfony",
    file: "symfony.php",
    place: "src/Controller/PaymentController.php",
    needs: [debian("php-symfony-framework-bundle")],
    build: [["php", "tables.php"]],
    note: ["Run with the kernel and the bundle of Debian."],
  },
  {
    ...laravel("laravel", "Laravel"),
    needs: [debian("php-laravel-framework")],
    build: [["php", "tables.php"]],
    note: ["Run with Debian's version of its kernel."],
  },
  {
    ...laravel("laravel-queue", "Laravel's queue", {
      "jobs.php": JOBS,
      "worker.php": LARAVEL_WORKER,
      "config/cache.php": "<?php return ['default' => 'array', 'stores' => ['array' => ['driver' => 'array']]];\n",
      "config/queue.php": `<?php return ['default' => 'database', 'failed' => [], 'connections' => ['database' => [
    'driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 5]]];\n`,
    }),
    isQueue: true,
    needs: [debian("php-illuminate-queue")],
    build: [
      ["php", "tables.php"],
      ["php", "jobs.php"],
    ],
    start: before("php worker.php & exec nginx -p <project> -c <project>/nginx.conf"),
    note: ["What a killed worker held is handed out again after `retry_after`."],
  },
];
