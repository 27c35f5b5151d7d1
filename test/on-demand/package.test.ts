/** The package as its users get it: packed, looked at, installed into an empty project, compiled there by TypeScript, and run. */

import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, describe, expect, test } from "vitest";
import { npm, npmInstall, oldestNode, onDemand, skipped } from "../../scripts/on-demand.ts";
import { importsOf, root, trackedFiles } from "../support/repository.ts";

const MINUTE = 60_000;
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const run = promisify(execFile);
const temp = mkdtempSync(join(tmpdir(), "package-"));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

/** What a commit would hold, copied: building and packing must not disturb who works in the tree. */
const checkout = join(temp, "checkout");
const tracked = trackedFiles().filter((file) => existsSync(join(root, file)));
for (const file of tracked) {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  copyFileSync(join(root, file), join(checkout, file));
}
symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));

/** `.npmrc` forbids scripts, `prepack` among them, which builds what is packed. */
async function pack(name: string): Promise<string> {
  const folder = join(temp, name);
  mkdirSync(folder);
  const args = ["pack", "--ignore-scripts=false", "--no-update-notifier", "--pack-destination", folder];
  await run(npm, args, { cwd: checkout, timeout: MINUTE });
  return join(folder, readdirSync(folder)[0] as string);
}

const tarball = await pack("first");
await run("tar", ["-xzf", tarball, "-C", temp]);
const unpacked = join(temp, "package");
const packed = readdirSync(unpacked, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(unpacked.length + 1)
      .replaceAll("\\", "/"),
  );
const sizes = packed.map((file) => readFileSync(join(unpacked, file)).length);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
process.stdout.write(
  `package: ${kilobytes(readFileSync(tarball).length)} packed, ${kilobytes(sizes.reduce((a, b) => a + b))} in ${packed.length} files\n`,
);

describe("the tarball", () => {
  test("holds what was built, the documents and spec/, and nothing else", () => {
    const built = tracked
      .filter((file) => /^(?:src|generated)\/.*\.ts$/.test(file))
      .map((file) => `dist/${file.slice(0, -".ts".length)}`)
      .flatMap((file) => [`${file}.js`, `${file}.d.ts`]);
    // What the code reads beside itself: the page of the console, and JSON that it imports.
    const beside = [
      ...tracked.filter((file) => /^src\/.*\.(?:html|css|js)$/.test(file)),
      ...new Set(
        tracked
          .filter((file) => /^src\/.*\.ts$/.test(file))
          .flatMap(importsOf)
          .map(({ to }) => to)
          .filter((to) => to.endsWith(".json")),
      ),
    ].map((file) => `dist/${file}`);
    const copied =
      /^(?:generated\/[^/]+\.(?:json|yaml)|generated\/schemas\/.+|spec\/.+|(?:CHANGELOG|LICENSE|README)(?:\.md)?|package\.json)$/;
    const expected = [...built, ...beside, ...tracked.filter((file) => copied.test(file))];
    expect(packed.sort()).toEqual(expected.sort());
  });

  test("is the same when packed again, byte for byte", { timeout: MINUTE }, async () => {
    expect(readFileSync(await pack("second")).equals(readFileSync(tarball))).toBe(true);
  });

  test("has no complaint from publint", async () => {
    const { messages } = await publint({ pkgDir: unpacked, pack: false, level: "suggestion", strict: true });
    expect(messages).toEqual([]);
  });

  test("names no wildcard in its exports, and only files that are there", () => {
    const targets = Object.values<string | Record<string, string>>(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(targets.filter((target) => target.includes("*") || !packed.includes(target.slice("./".length)))).toEqual([]);
  });

  test("has a main entry of one file, beside the error classes that it shares with the other entries", () => {
    const code = readFileSync(join(unpacked, manifest.exports["."].default), "utf8");
    expect(
      [...code.matchAll(/\bfrom\s*"([^"]+)"|\bimport\s*\(?"([^"]+)"/g)].map(([, from, bare]) => from ?? bare),
    ).toEqual(["./errors.js"]);
  });

  test("runs nothing when it is installed", () => {
    expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  });
});

const attw = await onDemand("attw", { "@arethetypeswrong/cli": "0.18.5" });
test.skipIf(attw.skip)(`@arethetypeswrong/cli has no complaint${attw.skip}`, { timeout: MINUTE }, async () => {
  const cli = join(attw.folder ?? "", "node_modules/@arethetypeswrong/cli/dist/index.js");
  const { stdout } = await run(process.execPath, [
    cli,
    tarball,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
    "--no-color",
  ]);
  expect(stdout).toContain(`${manifest.name} v${manifest.version}`);
});

/** An empty project with the tarball in it, its dependencies from the registry. */
const project = join(temp, "project");
mkdirSync(project);
writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
const failure = await npmInstall(project, tarball);
const noProject = failure ? skipped("the package in a project", failure) : "";
const older = await oldestNode();

/** Compiled and run: every line is a promise to users. */
const USE = `
import assert from "node:assert/strict";
import { createServer } from "node:http";
import {
  ApiError as MainApiError, ContractError, createAppReceiver, createReceiver, createVerifier, type DuplicateStore, EVENT_NAMES,
  memoryStore, OAuthError as MainOAuthError, type ReceiverCode, SIGNATURE_HEADER, signBody, type SignatureCode, type UnverifiedEvent,
  type Verdict, type VerifiedEvent, verify, verifySignature,
} from "${manifest.name}";
import { ApiError, createClient } from "${manifest.name}/client";
import * as edge from "${manifest.name}/edge";
import { OAuthError, readCallback } from "${manifest.name}/oauth";
import { isPaymentSnapshot, validatePaymentSnapshot } from "${manifest.name}/validators";
import { checkAddress, checkWebhookUrl } from "${manifest.name}/webhook-url";
import asyncapi from "${manifest.name}/asyncapi.json" with { type: "json" };
import openapi from "${manifest.name}/openapi.json" with { type: "json" };
import manifest from "${manifest.name}/package.json" with { type: "json" };
import vectors from "${manifest.name}/vectors/signature.json" with { type: "json" };
import urls from "${manifest.name}/vectors/webhook-urls.json" with { type: "json" };

const payment = { "@event": EVENT_NAMES[0], id: 4711, amount: 12550, paidTo: "client" };
const body = new TextEncoder().encode(JSON.stringify(payment));
const signature = signBody(body, "secret");
assert.equal(verifySignature(body, signature, ["other", "secret"]), true);
const verdicts: Verdict[] = [
  await verify(body, signature, "secret"),
  await edge.verify(body, signature, "secret"),
  await createVerifier("secret").verify(body, signature),
  await edge.createVerifier("secret").verify(body, signature),
];
for (const verdict of verdicts) assert.deepEqual(verdict, { ok: true, secretIndex: 0 });
const refused = await verify(body, null, "secret");
const code: SignatureCode | undefined = refused.ok ? undefined : refused.code;
assert.equal(code, "signature_missing");
// @ts-expect-error text is refused for verification
await assert.rejects(verify("text", signature, "secret"), ContractError);
// @ts-expect-error the edge entry does not sign
assert.equal(edge.signBody, undefined);

const store: DuplicateStore = memoryStore();
const seen: number[] = [];
const on = { "case_file.payment.confirmed": ({ payload }: VerifiedEvent<{ "@event": string; id: number }>) => void seen.push(payload.id) };
const request = () =>
  new Request("https://receiver.example/", { method: "POST", body, headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature } });
for (const receiver of [createReceiver({ secrets: "secret", store, on }), edge.createReceiver({ secrets: ["secret"], on })])
  assert.equal((await receiver.fetch(request())).status, 204);
const forged = await createReceiver({ secrets: "other", on, onProblem: () => undefined }).fetch(request());
const mismatch: ReceiverCode = "signature_mismatch";
assert.deepEqual([forged.status, await forged.json()], [401, { code: mismatch }]);
createReceiver({
  secrets: "secret",
  on: {
    "case_file.payment.confirmed": (event) => {
      const id: number = event.payload.id;
      // @ts-expect-error amount may be missing
      const amount: number = event.payload.amount;
      return [id, amount];
    },
    // @ts-expect-error no such event
    "case_file.payment.confirmd": () => undefined,
  },
});
const takesProven = (event: VerifiedEvent) => event;
// @ts-expect-error nothing proves an app delivery
createAppReceiver({ on: { x: (event: UnverifiedEvent) => takesProven(event) } });

const server = createServer(createReceiver({ secrets: "secret", on }).node);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
assert.equal((await fetch(\`http://127.0.0.1:\${port}/\`, request())).status, 204);
server.close();
assert.deepEqual(seen, [4711, 4711, 4711]);

assert.equal(checkWebhookUrl("https://hooks.example.com/").ok, true);
assert.deepEqual(checkWebhookUrl("https://localhost/"), { ok: false, code: "url_host_loopback" });
assert.equal(checkAddress("10.0.0.1").ok, false);
const validation = validatePaymentSnapshot(payment);
assert.equal(validation.ok, false);
const errors: { path: string; message: string }[] = validation.ok ? [] : validation.errors;
assert.ok(errors.length > 0 && !isPaymentSnapshot(payment));

assert.throws(() => createClient({ baseUrl: "http://service.example", accessToken: "token" }), ApiError);
const client = createClient({ baseUrl: "https://service.example", accessToken: "token", fetch: async () => Response.json([]) });
assert.deepEqual(await client.listAppWebhooks(1), []);
assert.throws(() => readCallback("https://app.example/callback", { state: "state" }), OAuthError);

// One class each, whatever entry throws it and whatever entry it was imported from.
assert.deepEqual([MainApiError, MainOAuthError, edge.ContractError], [ApiError, OAuthError, ContractError]);
assert.throws(() => createClient({ baseUrl: "http://service.example", accessToken: "token" }), MainApiError);
assert.throws(() => readCallback("https://app.example/callback", { state: "state" }), MainOAuthError);
assert.throws(() => edge.createVerifier(""), ContractError);
assert.throws(() => createVerifier(""), edge.ContractError);

assert.match(openapi.openapi, /^3\\.1/);
assert.match(asyncapi.asyncapi, /^3\\./);
assert.equal(manifest.name, "${manifest.name}");
assert.ok(vectors.cases.length > 100 && urls.cases.length > 100);
for (const entry of Object.keys(manifest.exports)) {
  const options = entry.endsWith(".json") ? { with: { type: "json" } } : {};
  assert.ok(await import(entry.replace(".", manifest.name), options), entry);
}
console.log("used");
`;

/** Without any type of Node in sight. */
const USE_EDGE = `
import { createReceiver, createVerifier, type Verdict, verify, type VerifiedEvent } from "${manifest.name}/edge";
import { validatePaymentSnapshot } from "${manifest.name}/validators";
import { checkWebhookUrl } from "${manifest.name}/webhook-url";

const receiver = createReceiver({ secrets: ["secret"], on: { "case_file.payment.confirmed": (event: VerifiedEvent) => event.key } });
export default { fetch: (request: Request): Promise<Response> => receiver.fetch(request) };
export const verdict: Promise<Verdict> = verify(new Uint8Array(), null, "secret");
export const others = [createVerifier, validatePaymentSnapshot, checkWebhookUrl];
`;

describe.skipIf(noProject)(`in a project${noProject}`, () => {
  test("installs with nothing but what package.json names", () => {
    const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
    const { dependencies, hasInstallScript } = packages[`node_modules/${manifest.name}`];
    expect(dependencies).toEqual(manifest.dependencies);
    expect(hasInstallScript).toBeUndefined();
  });

  test.each([
    ["nodenext", { module: "nodenext", lib: ["es2024", "dom"], types: ["node"] }, "use.ts", USE],
    [
      "bundler",
      { module: "esnext", moduleResolution: "bundler", lib: ["es2024", "dom"], types: ["node"] },
      "use.ts",
      USE,
    ],
    ["nodenext, no Node", { module: "nodenext", lib: ["es2024", "webworker"], types: [] }, "edge.ts", USE_EDGE],
    [
      "bundler, no Node",
      { module: "esnext", moduleResolution: "bundler", lib: ["es2024", "dom"], types: [] },
      "edge.ts",
      USE_EDGE,
    ],
  ])("compiles: %s", { timeout: MINUTE }, async (name, options, file, code) => {
    const folder = join(project, name.replace(/\W+/g, "-"));
    mkdirSync(folder);
    writeFileSync(join(folder, file), code);
    const compilerOptions = {
      ...options,
      target: "es2024",
      strict: true,
      exactOptionalPropertyTypes: true,
      typeRoots: [join(root, "node_modules/@types")],
    };
    // Our declarations are checked as well, and what they import.
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false } }),
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  });

  const nodes = [{ version: process.version, binary: process.execPath, skip: "" }, older];
  for (const { version, binary, skip } of nodes) {
    test.skipIf(skip)(`works under Node ${version}${skip}`, async () => {
      const { stdout } = await run(binary, ["--no-warnings", join(project, "nodenext/use.js")]);
      expect(stdout).toBe("used\n");
    });
  }
});
