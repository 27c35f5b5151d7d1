/** The example for many customers, run as several processes against the sandbox and a database of its own. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../scripts/free-port.ts";
import { endProcess } from "../../scripts/running.ts";
import { type Pool, type PostgresServer, pgFolder, startPostgres } from "../../scripts/servers/postgres.ts";
import { DEMO_APP, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { buildPackage } from "./built.ts";
import { root } from "./repository.ts";

const run = promisify(execFile);
const STAFF = "staff-token-of-the-test";

/** One process of the example, which has a host of its own for deliveries. */
export type App = {
  readonly url: string;
  start(): Promise<void>;
  /** `SIGKILL`: as if it lost its power. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** What it printed on standard error since its last start. */
  said(): string;
  /** Asks as staff. */
  ask(method: string, path: string, body?: object): Promise<Response>;
};

/** A place for the example: `customers` creditor profiles at the sandbox, a database, and two processes. */
export type Place = {
  readonly sandbox: Sandbox;
  readonly server: PostgresServer;
  readonly pool: Pool;
  readonly apps: readonly [App, App];
  /** The environment of both processes, without their port and hosts. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a program in the folder of the example. */
  spawn(file: string, env: Record<string, string>): ChildProcess;
  remove(): Promise<void>;
};

/** Starts everything but the two processes. `profile`: settings of the sandbox. */
export async function customersPlace(customers: number, profile: object = {}): Promise<Place> {
  const folder = join(root, `.cache/customers-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(pgFolder ?? "", "node_modules"), join(folder, "node_modules"));
  for (const name of ["customers", "alarms"]) cpSync(join(root, "examples", name), folder, { recursive: true });
  await buildPackage();
  const ports = [await freePort(), await freePort()] as const;
  const hosts = ["https://hooks-a.example.com", "https://hooks-b.example.com"] as const;
  const server = await startPostgres();
  const ids = Array.from({ length: customers }, (_, index) => index + 1);
  const sandbox = await startSandbox({
    forward: { [hosts[0]]: `http://127.0.0.1:${ports[0]}`, [hosts[1]]: `http://127.0.0.1:${ports[1]}` },
    seed: {
      clients: ids.map((id) => ({ id, name: `Client ${id}` })),
      customers: ids.map((id) => ({ id, name: `Customer ${id}`, clients: [id] })),
    },
    overrides: { retryScheduleSeconds: [0.2, 0.5, 1], maxAttempts: 100, retryJitter: 0, ...profile },
  });
  const env = {
    DATABASE_URL: `postgres://inbox@127.0.0.1:${server.port}/postgres`,
    AUTH_URL: sandbox.authUrl,
    AUTHORIZE_URL: (await sandbox.control.state()).authorizationUrl,
    BASE_URL: sandbox.baseUrl,
    CLIENT_ID: DEMO_APP.id,
    CLIENT_SECRET: DEMO_APP.secret,
    // Where browsers come back to: a balancer would choose the process.
    OWN_URL: `http://127.0.0.1:${ports[0]}`,
    ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    STAFF_TOKEN: STAFF,
  };
  const start = (file: string, more: Record<string, string>, ...args: string[]) =>
    spawn(process.execPath, [join(folder, file), ...args], {
      env: { ...process.env, ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
  await run(process.execPath, [join(folder, "app.ts"), "migrate"], { env: { ...process.env, ...env } });
  const appOn = (at: 0 | 1) => app(ports[at], (more) => start("app.ts", { HOOKS_URL: hosts[at], ...more }));
  const apps = [appOn(0), appOn(1)] as const;
  const pool = server.pool();
  return {
    ...{ sandbox, server, pool, apps, env },
    spawn: (file, more) => start(file, more),
    async remove() {
      await Promise.all(apps.map((one) => one.stop("SIGKILL")));
      await pool.end();
      await sandbox.stop();
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function app(port: number, begin: (env: Record<string, string>) => ChildProcess): App {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let said = "";
  const ask = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${STAFF}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    ...{ url, ask },
    said: () => said,
    async start() {
      said = "";
      child = begin({ PORT: String(port) });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
      for (let left = 200; ; left--) {
        if ((await ask("GET", "/metrics").catch(() => undefined))?.ok) return;
        if (left === 0 || child.exitCode !== null) throw new Error(`the example did not start: ${said}`);
        await sleep(100);
      }
    },
    async stop(signal = "SIGTERM") {
      if (child) await endProcess(child, signal);
    },
  };
}

/**
 * Connects a customer as a browser would: `from` begins, `to` is where the browser comes back to. Returns the callback
 * and the cookie of the app as well.
 */
export async function connectCustomer(customer: string, id: number, from: App, to: App) {
  const begun = await from.ask("GET", `/customers/${encodeURIComponent(customer)}/connect`);
  const cookie = readCookie(begun);
  const page = await fetch(begun.headers.get("location") ?? "");
  const [, request = ""] = /name="request" value="([^"]+)"/.exec(await page.text()) ?? [];
  const approved = await fetch(page.url.split("?")[0] as string, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: readCookie(page) },
    body: new URLSearchParams({ request, customer: String(id), decision: "approve" }),
  });
  const back = new URL(approved.headers.get("location") ?? "");
  const callback = `${to.url}${back.pathname}${back.search}`;
  return { callback, cookie, answer: await fetch(callback, { headers: { cookie }, redirect: "manual" }) };
}

const readCookie = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Registers a webhook of a customer whose deliveries go to this process. Returns the label of its secret. */
export async function registerWebhook(app: App, customer: string, id: number): Promise<string> {
  const path = `/customers/${encodeURIComponent(customer)}/webhooks`;
  const ask = () => app.ask("POST", path, { client: `/api/clients/${id}` });
  let answer = await ask();
  // A token that lives a second ends on a busy machine; nothing was created, and no client repeats a POST by itself.
  if (answer.status === 400 && /token_renewed/.test(await answer.clone().text())) answer = await ask();
  if (!answer.ok) throw new Error(`registering failed: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { label: string }).label;
}

/** The payments that were booked, each as `customer/payment`. */
export async function bookingsIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query("SELECT customer || '/' || payment AS booked FROM bookings ORDER BY 1");
  return rows.map((row) => String(row["booked"]));
}
