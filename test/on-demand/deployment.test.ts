/** Everything that is built from the folder of a deployment: code, types, a package of its own, the site. */

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { exampleOverlays } from "../overlays/example.ts";
import { read, root, writeTsconfig } from "../support/repository.ts";
import { CACHE, scratchFolder } from "../support/scratch.ts";
import { manifestIn, offlineProject, packAsItIs } from "./package/offline-project.ts";
import { temp } from "./package/packed.ts";

const run = promisify(execFile);
const folder = scratchFolder("deployment-", CACHE);
const out = join(folder, "acme");
/** After the folder `acme`: the example states no name. */
const NAME = "collections-contract-acme";
const USE = `import { createReceiver, signBody } from "${NAME}";
import type { Deployment } from "${NAME}/overlays";
import deployment from "${NAME}/deployment.json" with { type: "json" };

const known: Pick<Deployment, "title"> = deployment;
const seen: number[] = [];
const receiver = createReceiver({
  secrets: "s3cret",
  on: {
    "case_file.payment.confirmed": ({ payload }) => void seen.push(payload.id),
    // @ts-expect-error no such event
    "case_file.unknown": () => {},
  },
});
const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 7 });
const deliver = async (header: string) => {
  const headers = { "content-type": "application/json", [header]: signBody(body, "s3cret") };
  return (await receiver.fetch(new Request("http://x/", { method: "POST", headers, body }))).status;
};
const [own, ours] = [await deliver("X-Acme-Signature"), await deliver("X-Service-Signature")];
console.log(JSON.stringify(known.title ? { own, ours, seen } : {}));
`;
const script = (...args: string[]) => run(process.execPath, [join(root, "scripts/run.mjs"), ...args], { cwd: root });

beforeAll(async () => {
  await writeFolder(out, applyOverlays(exampleOverlays()));
  await script("generate", "--deployment", out);
});

describe("generate --deployment", () => {
  it("says that all is fresh, and what is stale", async () => {
    expect((await script("generate", "--deployment", out, "--check")).stdout).toBe("");
    writeFileSync(join(out, "constants.ts"), "");
    const stale = await script("generate", "--deployment", out, "--check").catch((error) => error);
    expect([stale.code, stale.stdout]).toEqual([1, `stale    ${join(out, "constants.ts")}\n`]);
    await script("generate", "--deployment", out);
  });

  it("makes types with what the deployment states", async () => {
    const code = `import type { components, paths } from "./acme/types.ts";
      import { ASSUMPTIONS } from "./acme/assumptions.ts";
      import { SIGNATURE_HEADER } from "./acme/constants.ts";
      import { DEFAULT_PROFILE } from "./acme/profile.ts";
      import { validateAppWebhookList } from "./acme/validators.ts";
      export const list: components["schemas"]["AppWebhookList"] = { webhooks: [] };
      // @ts-expect-error a bare array is not a list of this deployment
      export const bare: components["schemas"]["AppWebhookList"] = [];
      type Answers = paths["/api/client_webhooks"]["post"]["responses"];
      export type Created = Answers[200]["content"]["application/vnd.acme+json"];
      // @ts-expect-error the gap is closed
      export type Closed = (typeof ASSUMPTIONS)["N-5-03"];
      export const facts = [SIGNATURE_HEADER, DEFAULT_PROFILE.tokenHeader];
      export const verdicts = [validateAppWebhookList({}).ok, validateAppWebhookList(list).ok];`;
    writeFileSync(join(folder, "use.ts"), code);
    writeTsconfig(folder);
    const { stdout } = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder]).catch(
      (error) => error,
    );
    expect(stdout).toBe("");
    const facts = await run(process.execPath, [
      "--input-type=module",
      "-e",
      `const use = await import(${JSON.stringify(join(folder, "use.ts"))});
        console.log(JSON.stringify([...use.facts, ...use.verdicts]))`,
    ]);
    expect(JSON.parse(facts.stdout)).toEqual(["X-Acme-Signature", "X-Acme-Token", false, true]);
  });
});

/** The facts of the guide: with update and delete of app webhooks, which the interface description does not have. */
const factsOfTheGuide = () =>
  /```yaml\n(title: Acme Collections\n[\s\S]*?)```/.exec(read("docs/guides/overlays.md"))?.[1] ?? "";

it("a facts file, as the guide shows it, becomes a package with its name, its header and its own operations", async () => {
  const own = join(folder, "facts");
  const file = "acme.deployment.yaml";
  await writeFolder(own, applyOverlays([{ file, data: parse(factsOfTheGuide()) }]));
  await script("generate", "--deployment", own);
  await script("build", "--deployment", own);
  const { name, version } = JSON.parse(readFileSync(join(own, "package/package.json"), "utf8"));
  expect([name, version]).toEqual(["@acme-example/collections", "1.0.0"]);
  const constants = await import(join(own, "package/dist/generated/constants.js"));
  expect(constants.OPERATIONS.updateAppWebhook).toEqual({ method: "PATCH", path: "/api/app_webhooks/{id}" });
  expect(constants.SIGNATURE_HEADER).toBe("X-Acme-Signature");
});

describe("build --deployment", () => {
  it("makes a package whose every part knows the facts by itself", async () => {
    await script("build", "--deployment", out);
    const dist = join(out, "package/dist/src");
    const code = `
      import { createServer } from "node:http";
      import { createReceiver, SIGNATURE_HEADER, signBody } from ${JSON.stringify(join(dist, "index.js"))};
      import { createClient } from ${JSON.stringify(join(dist, "client/index.js"))};
      import { startSandbox } from ${JSON.stringify(join(dist, "sandbox/index.js"))};
      import { testService } from ${JSON.stringify(join(dist, "judge/index.js"))};
      const { readFileSync } = await import("node:fs");
      const deployment = JSON.parse(readFileSync(${JSON.stringify(join(out, "deployment.json"))}, "utf8"));
      const sandbox = await startSandbox();
      const accessToken = await sandbox.driver.accessToken();
      const client = createClient({ baseUrl: sandbox.baseUrl, accessToken, allowInsecureLoopback: true });
      const listed = await client.listAppWebhooks(7);
      const report = await testService(sandbox.driver, { deployment, seed: 1 });
      const receiver = createReceiver({ secrets: "s", on: { "case_file.payment.confirmed": () => {} } });
      const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 1 });
      const headers = { "content-type": "application/json", "x-acme-signature": signBody(body, "s") };
      const answer = await receiver.fetch(new Request("http://x/", { method: "POST", headers, body }));
      console.log(JSON.stringify({ SIGNATURE_HEADER, listed, summary: report.summary, status: answer.status }));
      process.exit();`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
    expect(JSON.parse(stdout)).toMatchObject({
      SIGNATURE_HEADER: "X-Acme-Signature",
      listed: { webhooks: [] },
      summary: { failed: 0, notObserved: 0 },
      status: 204,
    });
    const cli = join(dist, "cli.js");
    const closed = await run(process.execPath, [cli, "explain", "N-5-03"]).catch((error) => error);
    expect(closed.code).toBe(2);
    expect((await run(process.execPath, [cli, "explain", "U-14"])).stdout).toContain("U-14");
  });

  it("packs and installs under its own name, is typed, and verifies deliveries under the deployment's header", async () => {
    const tarball = await packAsItIs(join(out, "package"), temp);
    const project = await offlineProject(tarball, Object.keys(JSON.parse(read("package.json")).dependencies), temp);
    const manifest = manifestIn(project, NAME);
    expect([manifest.version, manifest.scripts, manifest.devDependencies]).toEqual(["0.1.0", undefined, undefined]);
    const { messages } = await publint({ pkgDir: join(project, "node_modules", NAME), pack: false, strict: true });
    expect(messages.filter(({ args }) => !/templates/.test(JSON.stringify(args)))).toEqual([]);
    writeFileSync(join(project, "use.ts"), USE);
    const compilerOptions = {
      ...{ strict: true, target: "esnext", module: "nodenext", lib: ["esnext", "dom"], types: ["node"] },
      typeRoots: [join(root, "node_modules/@types")],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["use.ts"] }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const compiled = await run(process.execPath, [tsc, "-p", project]).catch((error) => error);
    expect(compiled.stdout).toBe("");
    const used = await run(process.execPath, [join(project, "use.js")], { cwd: project });
    expect(JSON.parse(used.stdout)).toEqual({ own: 204, ours: 401, seen: [7] });
    const cli = join(project, "node_modules/.bin/collections-contract");
    const env = { ...process.env, WEBHOOK_SECRET: "s" };
    const signed = await run(process.execPath, [cli, "sign", "--json", "use.ts"], { cwd: project, env });
    expect(JSON.parse(signed.stdout)).toMatchObject({ header: "X-Acme-Signature" });
  });

  it("fails if what it built cannot be imported under its own name, and leaves the package that is there", async () => {
    const validators = join(out, "validators.ts");
    const before = [validators, join(out, "package/package.json")].map((file) => readFileSync(file, "utf8"));
    // The compiler does not look into what Ajv wrote.
    writeFileSync(validators, `${before[0]}\nvalidateWhatIsNotThere;\n`);
    const { code, stderr } = await script("build", "--deployment", out).catch((error) => error);
    writeFileSync(validators, before[0] ?? "");
    expect([code, stderr]).toEqual([
      1,
      `${NAME} was built and cannot be imported: ReferenceError: validateWhatIsNotThere is not defined\n`,
    ]);
    expect(readFileSync(join(out, "package/package.json"), "utf8")).toBe(before[1]);
  });

  it("says what is missing in a folder that was not completed", async () => {
    const half = join(folder, "half");
    await writeFolder(half, applyOverlays(exampleOverlays()));
    const { code, stderr } = await script("build", "--deployment", half).catch((error) => error);
    expect(stderr).toContain(`npm run generate -- --deployment ${half}`);
    expect(code).not.toBe(0);
  });
});
