/**
 * Behind every server of PHP: a failed or forged delivery is never answered 2xx, whatever the site around the receiver
 * does to status line, headers and output; and a body that does not arrive is told as that.
 */

import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClient } from "../../../src/languages/index.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { type Place, type Running, SERVERS } from "./php/servers.ts";
import { delivery, exchange, inChunks } from "./slow-requests.ts";

const SECRET = "s3cret";
const scratch = scratchFolder("php-servers-");
const place: Place = {
  folder: join(scratch, "run"),
  site: join(scratch, "site/site.php"),
  package: join(scratch, "package"),
  env: { PACKAGE: join(scratch, "package"), HANDLED: join(scratch, "run/handled.txt"), TMPDIR: join(scratch, "run") },
};

/** What the site may do before the receiver, within its handler and after it. */
const ANYWHERE = "status status-in-headers code redirect callback print print-much buffer compress".split(" ");
/** What ends a script or sends its answer, so that the handler, or what follows, never returns. */
const ENDS = "exit die fatal memory time user-error shutdown throw".split(" ");
const EARLY = ANYWHERE.map((act) => `early=${act}`);
const LATE = [...ANYWHERE, ...ENDS.filter((act) => act !== "time"), "flush", "clean", "finish"].map(
  (act) => `late=${act}`,
);
/** The handler fails, or never ends, or its work is still to be done. */
const FAILING = [
  ...[...ANYWHERE, "flush", "send", "clean", "finish"].map((act) => `${act}&fail`),
  ...[...ENDS, "false", "generator"],
]
  .flatMap((act) => ["", "framework&", "framework&early=end-flush&"].map((how) => `${how}handler=${act}`))
  // It has the last word where a framework answers.
  .filter((query) => !/framework.*callback/.test(query));

let id = 0;

/** The status of the answer to a fresh payment; 0 where the connection ended without one, or within it. */
async function post(port: number, query: string, secret = SECRET, change = (raw: string) => raw): Promise<number> {
  const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: ++id });
  const raw = delivery(body, secret, "Connection: close").replace("/hooks", `/hooks?${query}`);
  const signed = secret === SECRET ? raw : raw.replace(/.$/, " ");
  return (await exchange(port, change(signed))).statuses[0] ?? 0;
}

/** Queries, one after the other, with what was answered to them. */
async function answers(port: number, queries: readonly string[], secret?: string): Promise<[string, number][]> {
  const all: [string, number][] = [];
  for (const query of queries) all.push([query, await post(port, query, secret)]);
  return all;
}

const isSuccess = ([, status]: [string, number]) => status >= 200 && status < 300;

beforeAll(async () => {
  for (const name of ["run", "site"]) mkdirSync(join(scratch, name));
  copyFileSync(join(import.meta.dirname, "php/site.php"), place.site);
  await generateClient({ language: "php", out: place.package });
  writeFileSync(place.env["HANDLED"] ?? "", "");
  for (const path of ["", "run", "site", "package", "run/handled.txt"]) chmodSync(join(scratch, path), 0o777);
});

describe.each(SERVERS)("$title", ({ title, missing, start }) => {
  if (missing) process.stderr.write(`skipped: PHP in ${title}: ${missing}\n`);
  let running: Running;
  beforeAll(async () => {
    if (!missing) running = await start(place);
  });
  afterAll(() => running?.stop());
  const test = it.skipIf(missing);

  test("acknowledges what was handled, also in chunks, whatever stands around it", async () => {
    const plain = ["", ...EARLY, ...LATE.filter((query) => query !== "late=clean")];
    plain.push(..."print print-much buffer compress status code".split(" ").map((act) => `framework&handler=${act}`));
    expect((await answers(running.port, plain)).filter((one) => one[1] !== 204)).toEqual([]);
    expect(await post(running.port, "", SECRET, inChunks)).toBe(204);
  });

  test("never acknowledges what failed", async () => {
    const around = [...EARLY, ...LATE].map((query) => `${query}&fail`);
    expect((await answers(running.port, ["fail", ...around, ...FAILING])).filter(isSuccess)).toEqual([]);
  });

  test("never acknowledges a forgery", async () => {
    expect((await answers(running.port, ["", ...EARLY, ...LATE], "another")).filter(isSuccess)).toEqual([]);
  });

  test("breaks the connection if a success was sent before the receiver", async () => {
    const before = ["before=output&fail", "early=clean&fail"];
    const sent = title === "php -S" ? before.slice(0, 1) : before;
    expect((await answers(running.port, sent)).filter(isSuccess)).toEqual([]);
    expect((await answers(running.port, ["before=output"], "another")).filter(isSuccess)).toEqual([]);
    expect(await post(running.port, "")).toBe(204);
  });

  it.skipIf(missing || title !== "FPM behind nginx")("says so if a body does not arrive", async () => {
    // nginx knows the length of chunks that it has read with the head.
    const unbuffered = (raw: string) => inChunks(`${raw}${" ".repeat(300_000)}`).replace("/hooks", "/unbuffered");
    expect(await post(running.port, "", SECRET, unbuffered)).toBe(400);
    const log = readFileSync(join(place.folder, "nginx.log"), "utf8");
    expect(log).toMatch(/body_not_received.*fastcgi_request_buffering/);
  });
});
