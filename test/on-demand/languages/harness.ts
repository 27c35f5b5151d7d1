/**
 * Every package of `generate --language` is judged alike: written, built, its own tests run (and made to fail), its
 * receiver judged by the contract, its client tried against Prism, the sandbox and a service that answers in every way
 * that is not described.
 *
 * What a package has to offer stands at `LanguagePackage`.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { startPrism } from "../../../scripts/prism.ts";
import { testReceiver } from "../../../src/judge/index.ts";
import { generateClient, LANGUAGES, type LanguageName } from "../../../src/languages/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { signBody } from "../../../src/signature/node.ts";
import { root } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { stopping } from "../../support/stopping.ts";
import { DRIVER_TOKEN, faultsOfEmpty, faultsOfFilled } from "./drivers/cases.ts";
import { framingFaults, HIDDEN_ID, headerFaults, silentCloses } from "./framing.ts";
import { onboardingAt } from "./onboarding.ts";
import { openFilesLimit } from "./open-files.ts";
import {
  clear,
  type Finished,
  paymentsIn,
  probe,
  runProgram,
  startDeployed,
  startReceiver,
  startServer,
} from "./programs.ts";
import { record } from "./record.ts";
import { holdSlowRequests, deliver as post } from "./slow-requests.ts";
import { FAILURES, startUndescribedService } from "./undescribed-service.ts";

const VECTORS = ["signature", "payloads", "webhook-urls", "json", "receiver", "client"] as const;
/** The files of vectors/, without `.json`. */
export type Vectors = (typeof VECTORS)[number];

/** A command line; run inside the package. */
export type Command = readonly [program: string, ...args: string[]];

export interface LanguagePackage {
  readonly language: LanguageName;
  /** Each prints its version and ends with 0; else the tests are skipped with a word. */
  readonly toolchain: readonly Command[];
  /** What else cannot be had here, in a word, such as the packages of others; then the tests are skipped, too. */
  readonly unavailable?: string | undefined;
  /** For every command. Caches of package managers may be named here. */
  readonly env?: Readonly<Record<string, string>>;
  /** Brings what the package depends on into its folder. */
  readonly install?: (folder: string) => Promise<void>;
  /** Compiles whatever needs it. Nothing global is installed. */
  readonly build?: readonly Command[];
  /**
   * The tests of the package: they read the files of vectors/ when they run, and end with 0 if all hold.
   */
  readonly test: Command;
  /** The vectors that its tests read. Default: all. */
  readonly vectors?: readonly Vectors[];
  /** The test file for some vectors, and what runs it alone, where all tests take long. Default: `test`. */
  readonly testOf?: (vectors: Vectors) => readonly [file: string, command: Command];
  /**
   * Listens on 127.0.0.1:PORT for deliveries signed with WEBHOOK_SECRET. Keeps each payment in the table `payment` of
   * the SQLite database PROCESSED before it answers 2xx, which is its memory as well. A delivery that it cannot hand
   * over is not answered 2xx.
   */
  readonly receiver: Command;
  /**
   * The receiver as its README deploys it: `command` is a reverse proxy that listens on PORT, and `behind` the receiver
   * at APP_PORT. Both take the same variables. Default: `receiver` alone. Without the programs in `needs`, slow
   * requests and framing are not tried.
   */
  readonly deployment?: { readonly command: Command; readonly behind: Command; readonly needs: readonly Command[] };
  /**
   * The onboarding: exchanges CODE (with CLIENT_ID, CLIENT_SECRET, REDIRECT_URI) at AUTH_URL, then at BASE_URL
   * registers a client webhook (CLIENT_IRI, WEBHOOK_URL) and an app webhook (APP_IRI, WEBHOOK_URL) and lists those of
   * APP_ID. Writes the secret of the client webhook into the file SECRET_FILE, mode 600. Prints one JSON document:
   * tokens {token_type, expires_in}, clientWebhook without its secret, appWebhook, appWebhooks as it came, all with
   * unknown members. On a failure it ends with 1 and one line on standard error that begins with the code. Plain http
   * is taken only with ALLOW_INSECURE_LOOPBACK=1.
   */
  readonly client?: Command;
  /** Confirms a payment of 12550 over the control of the sandbox at SANDBOX_URL, and prints what it answers. */
  readonly pay: Command;
  /**
   * Drivers of the judge over HTTP, one for each framework. Both programs listen on 127.0.0.1:PORT and want
   * DRIVER_TOKEN. `example` is the one of the package, without members. `filled` has them all: the file `from` of
   * drivers/ goes to `to` in the package.
   */
  readonly drivers?: readonly {
    readonly framework: string;
    readonly example: Command;
    readonly filled: { readonly from: string; readonly to: string; readonly command: Command };
  }[];
}

const HOOKS = "https://hooks.example.com";
const EVENT = "case_file.payment.confirmed";
/** None of these may be printed. */
const HIDDEN = ["client-secret-1", "access-1", "refresh-1", "webhook-secret-1"];

/** Declares the tests of one language. */
export function judgeLanguage(given: LanguagePackage): void {
  const { language, client } = given;
  const { title } = LANGUAGES[language];
  const scratch = scratchFolder(`language-${language}-`);
  const folder = join(scratch, "package");
  const versions = given.toolchain.map((command) => probe(command));
  const absent = given.toolchain[versions.indexOf(undefined)];
  const missing = absent ? `${absent[0]} is not installed` : given.unavailable;
  if (missing) process.stderr.write(`skipped: ${title}: ${missing}\n`);
  const proven: Record<string, unknown> = { toolchain: versions.join(", ") };
  const run = (command: Command, env: Record<string, string> = {}): Promise<Finished> =>
    runProgram(command, { cwd: folder, env: { ...given.env, ...env } });

  describe.skipIf(missing)(`${title}${missing ? ` (skipped: ${missing})` : ""}`, () => {
    it("is written and built", async () => {
      const { files } = await generateClient({ language, out: folder, force: true });
      expect(files).toContain("README.md");
      await given.install?.(folder);
      for (const command of given.build ?? []) succeeded(await run(command));
    });

    it("passes its own tests", async () => succeeded(await run(given.test)));

    // Otherwise its tests would prove nothing.
    const { vectors = VECTORS } = given;
    it.each([
      ...vectors.map((name) => [name, "says the opposite", flipped] as const),
      ...vectors.slice(-2).map((name) => [name, "is empty", emptied] as const),
    ])("fails its own tests when %s.json %s", async (name, _, changed) => {
      const file = join(folder, "vectors", `${name}.json`);
      const text = readFileSync(file, "utf8");
      const [test, command] = given.testOf?.(name) ?? ["vectors", given.test];
      expect(existsSync(join(folder, test)), test).toBe(true);
      try {
        writeFileSync(file, changed(text));
        const { code, stderr } = await run(command);
        expect(code, stderr).not.toBe(0);
      } finally {
        writeFileSync(file, text);
      }
    });

    it("receives by the contract", async () => {
      await using receiver = await startReceiver(given, folder, join(scratch, "processed.db"));
      const driver = {
        processed: async () => paymentsIn(receiver.file),
        reset: async () => clear(receiver.file),
      };
      const { checks, summary } = await testReceiver({ url: receiver.url, secret: receiver.secret, driver });
      const wrong = checks.filter(({ status }) => status !== "passed");
      expect(wrong.map(({ id, status, actual, reason }) => ({ id, status, actual, reason }))).toEqual([]);
      proven["receiverChecks"] = summary.passed;
    });

    it("knows after a restart what it handed over", async () => {
      const file = join(scratch, "restart.db");
      const body = JSON.stringify({ "@event": EVENT, id: 7, later: { unknown: [1] } });
      const answers: number[] = [];
      for (let i = 0; i < 2; i++) {
        await using receiver = await startReceiver(given, folder, file, "restart-secret");
        answers.push(await deliver(receiver.url, body, "restart-secret"));
      }
      expect(answers.map((status) => Math.floor(status / 100))).toEqual([2, 2]);
      expect(paymentsIn(file)).toEqual([{ id: 7, event: EVENT }]);
    });

    it("never acknowledges what it could not hand over", async () => {
      const notWritable = join(scratch, "no-file");
      mkdirSync(notWritable);
      try {
        await using receiver = await startReceiver(given, folder, notWritable);
        const body = JSON.stringify({ "@event": EVENT, id: 8 });
        const status = await deliver(receiver.url, body, receiver.secret);
        expect(status, "it may refuse to start, or answer 5xx").toBeGreaterThanOrEqual(500);
      } catch (error) {
        expect((error as Error).message).toContain("does not listen");
      }
    });

    const lacking = given.deployment?.needs.find((command) => probe(command) === undefined);
    if (lacking) process.stderr.write(`skipped: ${title} under slow requests: ${lacking[0]} is not installed\n`);

    it.skipIf(lacking)(
      "answers under thousands of slow requests without waiting for them, and closes them",
      async () => {
        await using receiver = await startDeployed(given, folder, join(scratch, "slow.db"));
        const each = Math.min(400, Math.floor((openFilesLimit() - 500) / 7));
        const port = Number(new URL(receiver.url).port);
        const slow = await holdSlowRequests({ port, secret: receiver.secret, each, patienceMs: 20_000 });
        expect(slow.statuses.filter((status) => status < 200 || status > 299)).toEqual([]);
        const late = Object.entries(slow.longestMs).filter(([, ms]) => ms > 15_000);
        expect(late, JSON.stringify(slow.longestMs)).toEqual([]);
        expect(paymentsIn(receiver.file)).toHaveLength(slow.statuses.length);
        // A slow request is open for longer than this, and a full machine alone makes an answer late by a second.
        expect(slow.slowestMs).toBeLessThan(5000);
        proven["slowRequests"] = { connections: slow.opened, slowestAnswerMs: slow.slowestMs };
      },
    );

    it.skipIf(lacking)("refuses requests whose end is ambiguous, and says when it closes a connection", async () => {
      await using receiver = await startDeployed(given, folder, join(scratch, "framing.db"));
      const port = Number(new URL(receiver.url).port);
      const body = JSON.stringify({ "@event": EVENT, id: 1 });
      expect(Math.floor((await post(port, body, receiver.secret)) / 100)).toBe(2);
      expect(await framingFaults(port, receiver.secret)).toEqual([]);
      expect(paymentsIn(receiver.file).map(({ id }) => id)).not.toContain(HIDDEN_ID);
      expect(await headerFaults(port, receiver.secret)).toEqual([]);
      expect(await silentCloses(port, receiver.secret)).toEqual([]);
    });

    it("confirms a payment over the control of the sandbox", async () => {
      const token = "control-token-0001";
      await using sandbox = stopping(await startSandbox({ clock: "virtual", token }));
      const { stdout } = succeeded(await run(given.pay, { SANDBOX_URL: sandbox.baseUrl, SANDBOX_TOKEN: token }));
      const { payment } = JSON.parse(stdout);
      const { payments } = await sandbox.control.state();
      expect(payments.map(({ id, amount }) => ({ id, amount }))).toEqual([{ id: payment.id, amount: 12_550 }]);
      expect((await run(given.pay, { SANDBOX_URL: sandbox.baseUrl, SANDBOX_TOKEN: "another" })).code).not.toBe(0);
    });

    if (client) clientTests(client);

    describe.each(given.drivers ?? [])("its driver for $framework", ({ framework, example, filled }) => {
      const start = async (command: Command, env: Record<string, string>) => {
        const port = await freePort();
        const stop = await startServer(command, folder, { ...given.env, PORT: `${port}`, ...env }, port);
        return { url: `http://127.0.0.1:${port}/test-support`, [Symbol.asyncDispose]: stop };
      };

      it("lists nothing as it comes", async () => {
        await using driver = await start(example, { DRIVER_TOKEN });
        expect(await faultsOfEmpty(driver.url)).toEqual([]);
      });

      it("does not start without a token", async () => {
        const { code, stdout, stderr } = await run(example, { PORT: `${await freePort()}`, DRIVER_TOKEN: "" });
        expect({ code, says: /DRIVER_TOKEN/.test(stdout + stderr) }, stderr).toEqual({ code: 1, says: true });
      });

      it("answers by driver.yaml with every member", async () => {
        copyFileSync(join(import.meta.dirname, "drivers", filled.from), join(folder, filled.to));
        await using driver = await start(filled.command, { DRIVER_TOKEN });
        expect(await faultsOfFilled(driver.url)).toEqual([]);
        rmSync(join(folder, filled.to));
      });

      it("is named in the README", () => {
        expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(framework);
      });
    });

    it("is recorded", () => {
      const all = ["toolchain", "receiverChecks", ...(client ? ["client"] : []), ...(lacking ? [] : ["slowRequests"])];
      expect(Object.keys(proven).sort()).toEqual(all.sort());
      record(language, { title, ...proven });
    });
  });

  function clientTests(command: Command): void {
    const secretFile = join(scratch, "secret.txt");
    const onboard = (env: Record<string, string>) =>
      run(command, { ALLOW_INSECURE_LOOPBACK: "1", SECRET_FILE: secretFile, ...env });
    const demo = {
      CLIENT_ID: "client-1",
      CLIENT_SECRET: "client-secret-1",
      REDIRECT_URI: "https://app.example.com/callback",
      CODE: "code-1",
      CLIENT_IRI: "/api/clients/1",
      APP_IRI: "/api/apps/7",
      APP_ID: "7",
      WEBHOOK_URL: `${HOOKS}/payments`,
    };

    it("calls Prism, which takes every request", async () => {
      await using prism = stopping(await startPrism(join(root, "generated/openapi.json")));
      const { stdout } = succeeded(await onboard({ ...demo, BASE_URL: prism.url, AUTH_URL: prism.url }));
      expect(JSON.parse(stdout)).toMatchObject({
        tokens: { token_type: "Bearer", expires_in: 3600 },
        clientWebhook: { client: "/api/clients/1", events: [EVENT] },
        appWebhook: { app: "/api/apps/7", responseHandlingType: 2, active: true },
        appWebhooks: [{ app: "/api/apps/7" }],
      });
      expect(readFileSync(secretFile, "utf8")).toBe("<WEBHOOK_SECRET>");
      if (process.platform !== "win32") expect(statSync(secretFile).mode & 0o077).toBe(0);
    });

    it("registers with the sandbox, and its receiver gets the payment", async () => {
      const port = await freePort();
      await using sandbox = stopping(await startSandbox({ forward: { [HOOKS]: `http://127.0.0.1:${port}` } }));
      const env = await onboardingAt(sandbox, `${HOOKS}/payments`);
      const iri = env.CLIENT_IRI;
      const { stdout } = succeeded(await onboard(env));
      const told = JSON.parse(stdout);
      expect([told.clientWebhook.client, told.appWebhook.app]).toEqual([iri, env.APP_IRI]);
      const secret = readFileSync(secretFile, "utf8");
      expect(stdout).not.toContain(secret);
      await using receiver = await startReceiver(given, folder, join(scratch, "sandbox.db"), secret, port);
      const paid = await sandbox.driver.confirmPayment?.({ paidTo: "client", client: iri });
      await sandbox.driver.settle?.();
      expect(paymentsIn(receiver.file)).toEqual([{ id: paid?.id, event: EVENT }]);
    });

    it("takes unknown members, statuses and forms, and loses none", async () => {
      await using odd = stopping(await startUndescribedService());
      const { stdout, stderr } = succeeded(await onboard({ ...demo, BASE_URL: odd.url, AUTH_URL: odd.url }));
      const { tokens: _, ...answers } = JSON.parse(stdout);
      expect(answers).toEqual(odd.expected);
      for (const hidden of HIDDEN) expect(stdout + stderr).not.toContain(hidden);
      expect(odd.requests).toEqual(odd.expectedRequests(demo));
    });

    it.each(FAILURES)("says $code when $title", async ({ code, failure }) => {
      await using odd = stopping(await startUndescribedService(failure));
      rmSync(secretFile, { force: true });
      const { code: exit, stdout, stderr } = await onboard({ ...demo, BASE_URL: odd.url, AUTH_URL: odd.url });
      expect({ exit, stdout, lines: stderr.trim().split("\n").length }, stderr).toEqual({
        exit: 1,
        stdout: "",
        lines: 1,
      });
      expect(stderr).toMatch(new RegExp(`^${code}\\b`));
      for (const hidden of [...HIDDEN, "hidden"]) expect(stderr).not.toContain(hidden);
      expect(odd.requests.filter(({ path }) => path === "/elsewhere")).toEqual([]);
      expect(existsSync(secretFile)).toBe(
        failure.path !== "/api/client_webhooks" && failure.path !== "/oauth/v2/token",
      );
    });

    it("sends nothing over plain http unless that is allowed", async () => {
      await using odd = stopping(await startUndescribedService());
      const env = { ...demo, BASE_URL: odd.url, AUTH_URL: odd.url, ALLOW_INSECURE_LOOPBACK: "0" };
      const { code, stderr } = await onboard(env);
      expect({ code, requests: odd.requests }).toEqual({ code: 1, requests: [] });
      expect(stderr).toMatch(/^insecure_url\b/);
      proven["client"] = true;
    });
  }
}

function succeeded(finished: Finished): Finished {
  // The failed test comes first in some languages and last in others.
  const ends = [finished.stdout, finished.stderr].flatMap((text) => [
    text.slice(0, 3000),
    text.slice(3000).slice(-3000),
  ]);
  expect(finished.code, ends.join("\n")).toBe(0);
  return finished;
}

/** One verdict turned round: the first case that holds no longer does. */
function flipped(text: string): string {
  const data = JSON.parse(text);
  for (const one of data.cases) {
    if (one.ok === true) {
      Object.assign(one, { ok: false, code: "signature_mismatch" });
      delete one.secretIndex;
      break;
    }
    if (one.verdict === "taken") {
      Object.assign(one, { verdict: "refused", survives: false });
      break;
    }
    if (one.requests?.[0]?.expected[3] === "answer 204") {
      one.requests[0].expected[3] = 'answer 503 {"code":"store_failed"}';
      break;
    }
    if (one.result) {
      one.result = '{"secret":"another"}';
      break;
    }
  }
  return `${JSON.stringify(data, null, 2)}\n`;
}

const emptied = (text: string) => JSON.stringify({ ...JSON.parse(text), cases: [] });

async function deliver(url: string, body: string, secret: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-service-signature": signBody(body, secret) };
  return (await fetch(url, { method: "POST", headers, body })).status;
}
