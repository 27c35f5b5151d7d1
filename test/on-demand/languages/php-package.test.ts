/** The package for PHP as its README says: the files of deploy/ at their limits, the recipe for Symfony, the store. */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { generateClient } from "../../../src/languages/index.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { stopping } from "../../support/stopping.ts";
import { PHP } from "./php/package.ts";
import { paymentsIn, probe, runProgram, startDeployed, startServer } from "./programs.ts";
import { delivery, exchange, inChunks } from "./slow-requests.ts";
import { startUndescribedService } from "./undescribed-service.ts";

const scratch = scratchFolder("php-package-");
const folder = join(scratch, "package");
const env = { PACKAGE: folder };
const scripts = join(import.meta.dirname, "php");

beforeAll(async () => {
  await generateClient({ language: "php", out: folder });
  chmodSync(scratch, 0o777);
});

/** A payment whose body has so many bytes. */
function payment(id: number, bytes: number): string {
  const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id, pad: "" });
  return body.replace('""', `"${"x".repeat(bytes - body.length)}"`);
}

const lacking = PHP.deployment?.needs.find((command) => probe(command) === undefined);
if (lacking) process.stderr.write(`skipped: the deployment of PHP: ${lacking[0]} is missing\n`);

it.skipIf(lacking)("deploy/ passes on bodies up to its limit, whole or in chunks", async () => {
  await using running = await startDeployed(PHP, folder, join(scratch, "processed.db"));
  const port = Number(new URL(running.url).port);
  const sizes = [65_535, 65_536, 99_999, 100_000, 100_001];
  const answers = [];
  for (const [i, size] of sizes.entries()) {
    const whole = delivery(payment(2 * i, size), running.secret, "Connection: close");
    const chunked = inChunks(delivery(payment(2 * i + 1, size), running.secret, "Connection: close"));
    for (const raw of [whole, chunked]) answers.push((await exchange(port, raw)).statuses[0]);
  }
  expect(answers).toEqual([204, 204, 204, 204, 204, 204, 204, 204, 413, 413]);
  expect(paymentsIn(running.file)).toHaveLength(8);
});

const noGuzzle = existsSync("/usr/share/php/GuzzleHttp/autoload.php") ? "" : "Guzzle of Debian is missing";
if (noGuzzle) process.stderr.write(`skipped: a client of PSR-18 in PHP: ${noGuzzle}\n`);

it.skipIf(noGuzzle)("the client calls over an HTTP client of PSR-18, and follows no redirect", async () => {
  const path = "/api/apps/7/app_webhooks";
  const called = async (failure?: Parameters<typeof startUndescribedService>[0], ...how: string[]) => {
    await using service = stopping(await startUndescribedService(failure));
    const command = ["php", join(scripts, "psr18.php"), folder, service.url, ...how] as const;
    const { stdout, stderr } = await runProgram(command, { cwd: scratch, env: {} });
    return {
      stdout: stdout.replace(service.url, ""),
      stderr,
      requests: service.requests.length,
      expected: service.expected["appWebhooks"],
    };
  };
  const listed = await called();
  expect(JSON.parse(listed.stdout)).toEqual(listed.expected);
  const cases = [
    [302, `redirect_refused: listAppWebhooks, GET ${path} was answered 302`],
    [503, `service_failed: listAppWebhooks, GET ${path} was answered 503`],
    [0, `unreachable: listAppWebhooks, GET ${path} (GuzzleHttp\\Exception\\ConnectException)`],
  ] as const;
  for (const [status, stdout] of cases)
    expect(await called({ path, status, body: "hidden" })).toMatchObject({ stdout, stderr: "", requests: 1 });
  const brokenOff = { stdout: `unreachable: listAppWebhooks, GET ${path} (RuntimeException)`, stderr: "", requests: 1 };
  expect(await called(undefined, "breaks")).toMatchObject(brokenOff);
});

const noPhp = probe(["php", "--version"]) === undefined ? "PHP is missing" : "";
if (noPhp) process.stderr.write(`skipped: the receiver of the README of PHP: ${noPhp}\n`);

it.skipIf(noPhp)("the receiver of the README runs as it stands, and writes a payment once", async () => {
  const [, code = ""] = /^```php\n(<\?php\n[\s\S]*?)^```$/m.exec(readFileSync(join(folder, "README.md"), "utf8")) ?? [];
  const script = join(folder, "index.php");
  writeFileSync(script, code);
  const port = await freePort();
  const database = `sqlite:${join(scratch, "books.db")}`;
  const stop = await startServer(
    ["php", "-S", `127.0.0.1:${port}`, script],
    scratch,
    { DATABASE: database, WEBHOOK_SECRET: "s3cret" },
    port,
  );
  try {
    const right = delivery(payment(4711, 100), "s3cret", "Connection: close");
    for (const raw of [right, right]) expect((await exchange(port, raw)).statuses).toEqual([204]);
    const rows = `$rows = (new PDO('${database}'))->query('SELECT id FROM payment');
        echo json_encode($rows->fetchAll(PDO::FETCH_COLUMN));`;
    expect(execFileSync("php", ["-r", rows], { encoding: "utf8" })).toBe("[4711]");
  } finally {
    await stop();
  }
});

const noPsrLog = existsSync("/usr/share/php/Psr/Log/autoload.php") ? "" : "PSR-3 of Debian is missing";
if (noPsrLog) process.stderr.write(`skipped: a log of PSR-3 in PHP: ${noPsrLog}\n`);

it.skipIf(noPsrLog)("a log of PSR-3 is told failures with their cause, and refusals as warnings", async () => {
  const command = ["php", join(scripts, "psr3.php"), folder] as const;
  const { stdout, stderr } = await runProgram(command, { cwd: scratch, env: { TMPDIR: scratch } });
  expect([stdout.trim().split("\n"), stderr]).toEqual([
    [
      "error handler_failed case_file.payment.confirmed shop acme RuntimeException: away",
      "warning signature_mismatch none",
      "error listener_failed LogicException: no",
    ],
    "",
  ]);
});

const noSymfony = existsSync("/usr/share/php/Symfony/Component/HttpFoundation/autoload.php")
  ? ""
  : "Symfony of Debian is missing";
if (noSymfony) process.stderr.write(`skipped: the recipe of PHP: ${noSymfony}\n`);

it.skipIf(noSymfony)("the recipe for Symfony answers as the receiver says", async () => {
  const port = await freePort();
  const command = ["php", "-S", `127.0.0.1:${port}`, join(scripts, "symfony.php")] as const;
  const stop = await startServer(command, scratch, env, port);
  try {
    const right = delivery(payment(1, 100), "s3cret", "Connection: close");
    const signature = /X-Service-Signature: .*\r\n/.exec(right)?.[0] ?? "";
    const cases = [
      right,
      inChunks(right),
      delivery(payment(1, 100), "another", "Connection: close"),
      right.replace(signature, signature + signature),
      right.replace("POST", "PUT"),
      right.replace("application/json", "text/plain"),
    ];
    const answers = [];
    for (const raw of cases) answers.push((await exchange(port, raw)).statuses[0]);
    expect(answers).toEqual([204, 204, 401, 401, 405, 415]);
  } finally {
    await stop();
  }
});
