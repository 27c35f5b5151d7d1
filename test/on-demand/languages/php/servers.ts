/** The servers that people run PHP behind, each with a configuration of its own, at ports of this machine. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../../scripts/free-port.ts";
import { probe, startServer } from "../programs.ts";

/** Debian adds the version to the name. */
export const FPM_NAME = "command -v php-fpm || command -v php-fpm8.4 || command -v php-fpm8.3 || command -v php-fpm8.2";

/** Waits in a shell until the second HAProxy listens. */
export const AFTER_SOCKET = 'until [ -S "$SOCKET" ]; do sleep 0.05; done';

/** Where a server finds what it needs. */
export interface Place {
  /** Its configuration and logs are written here; every user may write it. */
  readonly folder: string;
  /** The file `site.php`. */
  readonly site: string;
  /** The package, as it was generated. */
  readonly package: string;
  /** What the scripts find in their environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

export interface PhpServer {
  readonly title: string;
  /** Why it cannot be started here, in a word; empty if it can. */
  readonly missing: string;
  start(place: Place): Promise<Running>;
}

const MODULES = "/usr/lib/apache2/modules";
const APACHE = "apache2";
const hasModPhp = existsSync(`${MODULES}/libphp8.2.so`);
const missing = (name: string, ...args: string[]) => (probe([name, ...args]) === undefined ? `${name} is missing` : "");
const noFpm = probe(["sh", "-c", `$(${FPM_NAME}) -v`]) === undefined ? "php-fpm is missing" : "";

/** Without buffers, and with errors shown: as images of PHP without a php.ini are. */
const CARELESS = { output_buffering: "0", display_errors: "1" };

export const SERVERS: readonly PhpServer[] = [
  {
    title: "php -S",
    missing: missing("php", "-v"),
    start: async ({ folder, site, env }) => {
      const port = await freePort();
      const flags = ["-n", "-d", "display_errors=1", "-d", "output_buffering=1"];
      const stop = await startServer(["php", ...flags, "-S", `127.0.0.1:${port}`, site], folder, env, port);
      return { port, stop };
    },
  },
  { title: "FPM behind nginx", missing: noFpm || missing("nginx", "-v"), start: (place) => behind(place, nginx) },
  {
    title: "FPM behind Apache",
    missing: noFpm || missing(APACHE, "-v"),
    start: (place) => behind(place, (own, at, port) => apache(own, port, proxied(at))),
  },
  { title: "FPM behind HAProxy", missing: noFpm || missing("haproxy", "-v"), start: (place) => behind(place, haproxy) },
  {
    title: "Apache with mod_php",
    missing: missing(APACHE, "-v") || (hasModPhp ? "" : "mod_php is missing"),
    start: async (place) => apache(place, await freePort(), MOD_PHP),
  },
];

/** Starts FPM, and a server in front of it. */
async function behind(
  place: Place,
  front: (place: Place, fpmPort: number, port: number) => Promise<Running>,
): Promise<Running> {
  const [fpmPort, port] = [await freePort(), await freePort()];
  const values = Object.entries(CARELESS).map(([name, value]) => `php_value[${name}] = ${value}`);
  const file = write(place, "fpm.conf", [
    "[global]",
    "error_log = /dev/null",
    "[site]",
    "user = nobody",
    `listen = 127.0.0.1:${fpmPort}`,
    "pm = static",
    "pm.max_children = 2",
    "clear_env = no",
    ...values,
  ]);
  const fpm = ["sh", "-c", `exec $(${FPM_NAME}) --nodaemonize --force-stderr --fpm-config ${file}`] as const;
  const stopFpm = await startServer(fpm, place.folder, place.env, fpmPort);
  const running = await front(place, fpmPort, port);
  const stop = async () => void (await Promise.all([running.stop(), stopFpm()]));
  return { port, stop };
}

async function nginx(place: Place, fpmPort: number, port: number): Promise<Running> {
  const temporary = ["client_body", "fastcgi", "proxy", "uwsgi", "scgi"];
  const params = Object.entries({
    REQUEST_METHOD: "$request_method",
    CONTENT_TYPE: "$content_type",
    CONTENT_LENGTH: "$content_length",
    QUERY_STRING: "$query_string",
    SERVER_PROTOCOL: "$server_protocol",
    SCRIPT_FILENAME: place.site,
  });
  const file = write(place, "nginx.conf", [
    `daemon off; pid ${place.folder}/nginx.pid; error_log ${place.folder}/nginx.log; events {}`,
    "http { access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${place.folder}/${name};`),
    `server { listen 127.0.0.1:${port};`,
    ...params.map(([name, value]) => `fastcgi_param ${name} ${value};`),
    `location / { fastcgi_pass 127.0.0.1:${fpmPort}; }`,
    `location /unbuffered { fastcgi_pass 127.0.0.1:${fpmPort}; fastcgi_request_buffering off; }`,
    "} }",
  ]);
  return { port, stop: await startServer(["nginx", "-c", file], place.folder, place.env, port) };
}

const proxied = (fpmPort: number) => [
  `LoadModule mpm_event_module ${MODULES}/mod_mpm_event.so`,
  `LoadModule proxy_module ${MODULES}/mod_proxy.so`,
  `LoadModule proxy_fcgi_module ${MODULES}/mod_proxy_fcgi.so`,
  `<FilesMatch \\.php$>\nSetHandler proxy:fcgi://127.0.0.1:${fpmPort}\n</FilesMatch>`,
];

const MOD_PHP = [
  `LoadModule mpm_prefork_module ${MODULES}/mod_mpm_prefork.so`,
  `LoadModule php_module ${MODULES}/libphp8.2.so`,
  ...Object.entries(CARELESS).map(([name, value]) => `php_value ${name} ${value}`),
  "<FilesMatch \\.php$>\nSetHandler application/x-httpd-php\n</FilesMatch>",
];

async function apache(place: Place, port: number, php: readonly string[]): Promise<Running> {
  const folder = place.site.slice(0, place.site.lastIndexOf("/"));
  const file = write(place, `apache-${port}.conf`, [
    `ServerRoot ${place.folder}`,
    "ServerName localhost",
    `PidFile ${place.folder}/apache-${port}.pid`,
    `ErrorLog ${place.folder}/apache.log`,
    `Listen 127.0.0.1:${port}`,
    `LoadModule authz_core_module ${MODULES}/mod_authz_core.so`,
    `LoadModule alias_module ${MODULES}/mod_alias.so`,
    "User nobody\nGroup nogroup",
    `AliasMatch ^/ ${place.site}`,
    `<Directory ${folder}>\nRequire all granted\n</Directory>`,
    ...php,
  ]);
  const stop = await startServer([APACHE, "-f", file, "-DFOREGROUND"], place.folder, place.env, port);
  return { port, stop };
}

/** As the package ships it, but for the name of the script. */
async function haproxy(place: Place, fpmPort: number, port: number): Promise<Running> {
  const variables = { PORT: `${port}`, SOCKET: join(place.folder, `${port}.sock`), APP_PORT: `${fpmPort}` };
  const env = { ...variables, APP_ROOT: place.site.replace("/site.php", "") };
  const own = `sed s/receiver.php/site.php/ ${place.package}/deploy/fastcgi.cfg > fastcgi.cfg`;
  const shipped = `${place.package}/deploy/haproxy.cfg`;
  const both = `${own}; haproxy -db -f fastcgi.cfg & ${AFTER_SOCKET}; exec haproxy -db -f ${shipped}`;
  return { port, stop: await startServer(["sh", "-c", both], place.folder, env, port) };
}

function write({ folder }: Place, name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}
