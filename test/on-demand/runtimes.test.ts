/**
 * Every runtime that can be had gives the same verdicts, codes and answers as Node, on the same bundle of the library:
 * Bun, Deno, workerd (through Miniflare) and Chromium. Rests on F-6.3-05 to F-6.3-08, F-6.5-01, F-6.5-05, F-2.2-07 to
 * F-2.2-09.
 */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { afterAll, describe, expect, it } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { type OnDemand, oldestNode, onDemand } from "../../scripts/on-demand.ts";
import signatures from "../../spec/vectors/signature.json" with { type: "json" };
import urls from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { CASES, expectedLines } from "../receive/receiver-vectors.ts";
import { launchChromium, SKIP } from "../support/chromium.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type Answers, type Group, HEADER, payment, RECEIVED, sign } from "./runtimes/cases.ts";

const GROUPS: Group[] = [
  "verify",
  "createVerifier",
  "misuse",
  "receive",
  "receiver",
  "checkWebhookUrl",
  "checkAddress",
];

/** Where a runtime may differ, and why. */
const DIFFERENCES: { where: RegExp; id: string; why: string }[] = [
  {
    where: /Chromium/,
    id: "::ffff:127.0.0.01",
    why: "its URL parser reads leading zeros in the IPv4 end of an IPv6 address; refused all the same",
  },
];

/** `url`: where it serves. A browser serves nothing. */
type Running = { answers: Answers; url?: string; stop(): Promise<unknown> | unknown };
/** `is`: how it calls itself. */
type Runtime = { name: string; is: string; skip: string; start(): Promise<Running> };

const temp = scratchFolder("runtimes-");
const [edge, main] = await Promise.all([bundle("edge", "browser"), bundle("main", "node")]);
const SERVE = join(import.meta.dirname, "runtimes/serve.ts");

/** Installed directly, the packages that `bun` and `deno` fetch their binaries from: so no code of theirs runs. */
const { platform, arch } = process;
const bunPlatform = `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`;
const denoPlatform = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
const exe = platform === "win32" ? ".exe" : "";
const [bun, deno, miniflare, older] = await Promise.all([
  onDemand("bun", { [bunPlatform]: "1.4.5" }),
  onDemand("deno", { [denoPlatform]: "2.9.6" }),
  onDemand("miniflare", { miniflare: "4.20260730.0" }),
  oldestNode(),
]);

/** May listen and read the bundle, and nothing else; asks nobody for anything. */
const DENO = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-config",
  "--no-remote",
  "--no-npm",
  `--allow-read=${temp}`,
  "--allow-net=127.0.0.1",
];
const bunBinary = binary(bun, bunPlatform, `bin/bun${exe}`);
const denoBinary = binary(deno, denoPlatform, `deno${exe}`);
const major = (version: string) => `Node.js/${/\d+/.exec(version)?.[0]}`;

const runtimes: Runtime[] = [
  ...[main, edge].flatMap(({ name, file }) => [
    {
      name: `Node, ${name} entry`,
      is: major(process.version),
      skip: "",
      start: () => serve(process.execPath, [SERVE, file]),
    },
    {
      name: `Node ${older.version}, ${name} entry`,
      is: major(older.version),
      skip: older.skip,
      start: () => serve(older.binary, ["--no-warnings", SERVE, file]),
    },
    {
      name: `Bun, ${name} entry`,
      is: "Bun/",
      skip: bun.skip,
      start: () => serve(bunBinary, ["--no-install", SERVE, file]),
    },
    {
      name: `Deno, ${name} entry`,
      is: "Deno/",
      skip: deno.skip,
      start: () => serve(denoBinary, [...DENO, SERVE, file]),
    },
  ]),
  { name: "workerd, edge entry", is: "Cloudflare-Workers", skip: miniflare.skip, start: startWorkerd },
  { name: "Chromium, edge entry", is: "Chrome/", skip: SKIP, start: startChromium },
];

const { answers: node, stop } = await serve(process.execPath, [SERVE, main.file]);
await stop();

describe("Node is right", () => {
  it.each(["verify", "createVerifier"] as const)("%s agrees with the vectors", (group) => {
    // A verifier is refused its empty secrets when it is made, not with the first delivery.
    const atOnce = (code: string | undefined) => group === "createVerifier" && code === "secret_empty";
    const expected = signatures.cases.map(({ id, ok, code, secretIndex }) => [
      id,
      ok ? { ok, secretIndex } : atOnce(code) ? { throws: code } : { ok, code },
    ]);
    expect(node[group]).toEqual(Object.fromEntries(expected));
  });

  it("signBody makes the headers of the vectors", () => {
    for (const { id, header, ok, secretIndex } of signatures.cases) {
      const { signed, verified } = node.signBody[id] as { signed: string; verified: boolean };
      expect(verified, id).toBe(ok);
      if (secretIndex === 0) expect(signed, id).toBe(header?.toLowerCase());
    }
  });

  it.each(CASES)("the receiver agrees with the vector $id", ({ id, refusedWhenMade, requests }) => {
    if (refusedWhenMade) return expect(node.receiver[id]).toHaveProperty("throws");
    const given = node.receiver[id] as string[][];
    expect(given).toEqual(requests.map((request, i) => expectedLines(request, given[i] ?? [])));
  });

  it.each(RECEIVED)("the receiver: $name", ({ name, expect: expected }) => {
    const given = node.receive[name] as {
      throws?: string;
      polluted?: boolean;
      answers: { status: number; body: string }[];
    };
    const said = given.throws
      ? [`throws ${given.throws}`]
      : given.answers.map(({ status, body }) => (body ? `${status} ${JSON.parse(body).code}` : `${status}`));
    expect(said).toEqual(expected);
    expect(given.polluted ?? false).toBe(false);
  });

  it("the URL rule agrees with the vectors", () => {
    const verdict = ({ ok, code }: { ok: boolean; code?: string }) => (ok ? { ok } : { ok, code });
    expect(node.checkWebhookUrl).toEqual(Object.fromEntries(urls.cases.map((given) => [given.url, verdict(given)])));
    expect(node.checkAddress).toEqual(Object.fromEntries(urls.addresses.map((given) => [given.ip, verdict(given)])));
  });

  it("the edge entry needs nothing but Web APIs", () => {
    expect([...edge.chunk.imports, ...edge.chunk.dynamicImports]).toEqual([]);
  });
});

for (const { name, is, skip, start } of runtimes) {
  describe.skipIf(skip)(`${name}${skip}`, () => {
    let running: Running | undefined;
    afterAll(() => running?.stop());

    // No hook: a runtime that does not start is a failed test.
    it("starts, and is what it is called", async () => {
      running = await start();
      expect(running.answers.runtime).toContain(is);
    });

    it.each(name.includes("main") ? [...GROUPS, "signBody" as const] : GROUPS)("%s as in Node", (group) => {
      const given = running?.answers[group] ?? {};
      expect(Object.keys(given)).toEqual(Object.keys(node[group]));
      const different = Object.keys(given).filter(
        (id) => JSON.stringify(given[id]) !== JSON.stringify(node[group][id]),
      );
      const foreseen = DIFFERENCES.filter(({ where, id }) => where.test(name) && id in given).map(({ id }) => id);
      const unforeseen = different.filter((id) => !foreseen.includes(id));
      expect(pick(given, unforeseen)).toEqual(pick(node[group], unforeseen));
      expect(
        foreseen.filter((id) => !different.includes(id)),
        "no longer different: delete the row",
      ).toEqual([]);
    });

    it("serves deliveries over HTTP", async ({ skip: skipTest }) => {
      if (!running?.url) return skipTest("a browser serves nothing");
      expect(await deliveries(running.url)).toEqual({
        "a signed delivery": ["204"],
        "the same thrice at once": ["204", "204", "204"],
        "once more": ["204"],
        forged: ["401 signature_mismatch"],
        unsigned: ["401 signature_missing"],
        "signed twice": ["401 signature_repeated"],
        "another media type": ["415 media_type_unsupported"],
        "too large": ["413 body_too_large"],
        "too large, in chunks": ["413 body_too_large"],
        "in chunks, many times": ["204"],
        "broken JSON": ["400 body_not_json"],
        "a GET": ["405 method_not_allowed, allow: POST"],
        "a body that does not end": ["408 body_timeout"],
        "and still there": ["204"],
        handled: ["4711", "1", "2"],
      });
    });
  });
}

/** Real requests to the receiver of `app.ts`, which handles each delivery for 50 ms. */
async function deliveries(base: string): Promise<Record<string, string[]>> {
  const url = new URL("/hook", base);
  const post = async (body: string, headers: Record<string, string> = {}, init: object = {}): Promise<string> => {
    const signed = { "content-type": "application/json", [HEADER]: await sign(body), ...headers };
    const response = await fetch(url, { method: "POST", body, headers: signed, ...init });
    const text = await response.text();
    const allow = response.headers.get("allow");
    return `${response.status}${text && ` ${JSON.parse(text).code}`}${allow ? `, allow: ${allow}` : ""}`;
  };
  const large = payment({ pad: "x".repeat(2000) });
  const all = { "a signed delivery": [await post(payment())] } as Record<string, string[]>;
  const thrice = Array.from({ length: 3 }, () => post(payment({ id: 1 })));
  all["the same thrice at once"] = await Promise.all(thrice);
  all["once more"] = [await post(payment())];
  all["forged"] = [await post(payment({ id: 3 }), { [HEADER]: await sign("") })];
  all["unsigned"] = [await post(payment({ id: 3 }), { [HEADER]: "" })];
  all["signed twice"] = [await post(payment({ id: 3 }), { [HEADER]: `${await sign("")}, ${await sign("")}` })];
  all["another media type"] = [await post(payment({ id: 3 }), { "content-type": "text/plain" })];
  all["too large"] = [await post(large)];
  all["too large, in chunks"] = [await post(large, {}, inChunks(large))];
  // Often, since what is there when the body is first looked at is a matter of luck.
  const unheard = payment({ "@event": "case_file.closed", pad: "x".repeat(800) });
  const many: string[] = [];
  for (let i = 0; i < 40; i++) many.push(await post(unheard, {}, inChunks(unheard)));
  all["in chunks, many times"] = [...new Set(many)];
  all["broken JSON"] = [await post("{")];
  all["a GET"] = [await post("", {}, { method: "GET", body: undefined })];
  all["a body that does not end"] = [await post("{", {}, inChunks("{", false))];
  all["and still there"] = [await post(payment({ id: 2 }))];
  all["handled"] = ((await (await fetch(new URL("/handled", base))).json()) as number[]).map(String);
  return all;
}

/** A body that comes in pieces, and ends or does not. */
function inChunks(body: string, ends = true): { body: ReadableStream; duplex: "half" } {
  let rest = Buffer.from(body);
  const stream = new ReadableStream({
    pull(controller) {
      if (rest.length > 0) controller.enqueue(rest.subarray(0, 100));
      else if (ends) controller.close();
      else return new Promise<never>(() => {});
      rest = rest.subarray(100);
      return undefined;
    },
  });
  return { body: stream, duplex: "half" };
}

async function bundle(
  name: "edge" | "main",
  kind: "browser" | "node",
): Promise<{ name: string; file: string; chunk: OutputChunk }> {
  const build = await rolldown({
    input: join(import.meta.dirname, `runtimes/${name}.ts`),
    platform: kind,
    logLevel: "silent",
  });
  const file = join(temp, `${name}.mjs`);
  const { output } = await build.write({ file, format: "esm", codeSplitting: false });
  return { name, file, chunk: output[0] };
}

/** Starts `serve.ts` under a runtime and asks it for its answers. */
async function serve(command: string, args: string[]): Promise<Running> {
  const env = {
    ...process.env,
    DENO_DIR: join(temp, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
  };
  const child = spawn(command, args, { cwd: temp, env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (line: string) => resolve(line.trim()));
    child.once("error", reject).once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, answers: await answersAt(url), stop: () => child.kill("SIGKILL") };
}

async function answersAt(url: string): Promise<Answers> {
  const response = await fetch(new URL("/answers", url));
  const text = await response.text();
  if (!response.ok || !text.startsWith("{")) throw new Error(`no answers: ${response.status} ${text.slice(0, 2000)}`);
  return JSON.parse(text);
}

async function startWorkerd(): Promise<Running> {
  const { Miniflare } = createRequire(join(miniflare.folder ?? "", "package.json"))("miniflare");
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "edge.mjs", contents: readFileSync(edge.file, "utf8") }],
    compatibilityDate: "2026-07-01",
    host: "127.0.0.1",
    port: 0,
    // Otherwise it asks Cloudflare where in the world this is.
    cf: false,
  });
  const url = (await worker.ready).href;
  return { url, answers: await answersAt(url), stop: () => worker.dispose() };
}

async function startChromium(): Promise<Running> {
  const server = await listen((req, res) => {
    res.setHeader("content-type", req.url === "/edge.mjs" ? "text/javascript" : "text/html");
    res.end(req.url === "/edge.mjs" ? readFileSync(edge.file) : "<!doctype html><title>edge</title>");
  });
  const instance = await launchChromium();
  const page = await instance.newPage();
  await page.goto(`${server.url}/`);
  const answers = await page.evaluate<Answers>('import("/edge.mjs").then(({ default: app }) => app.answers())');
  const stop = async () => {
    await instance.close();
    await server.stop();
  };
  return { answers, stop };
}

function binary({ folder = "" }: OnDemand, name: string, file: string): string {
  return join(folder, "node_modules", name, file);
}

function pick(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}
