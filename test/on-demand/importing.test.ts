/** docs/guides/importing.md: CommonJS, Jest, TypeScript, bundlers and Workers, as the guide says. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject } from "../../scripts/hosts/project.ts";
import { onDemand } from "../../scripts/on-demand.ts";
import { read, root } from "../support/repository.ts";

const run = promisify(execFile);
const PACKAGES = {
  jest: "30.5.2",
  "@babel/plugin-transform-modules-commonjs": "7.27.1",
  "ts-jest": "29.4.15",
  typescript: "5.9.3",
  esbuild: "0.28.2",
  webpack: "5.112.2",
  rollup: "4.68.8",
  "@rollup/plugin-node-resolve": "16.0.3",
};
const tools = await onDemand("importing", PACKAGES);
const miniflare = await onDemand("miniflare", { miniflare: "4.20260730.0" });

const GUIDE = read("docs/guides/importing.md");
/** The blocks of JSON in the guide: the script, then the configuration. */
const [script, configuration] = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
  JSON.parse(text ?? ""),
);
const entries = Object.entries<Record<string, string> | string>(JSON.parse(read("package.json")).exports).flatMap(
  ([entry, target]) => (typeof target === "string" ? [] : [`collections-contract${entry.slice(1)}`]),
);
/** Those that import nothing of others, which Babel need not turn into CommonJS. */
const ALONE = /(contract|edge|stores|webhook-url|validators)$/;

/** Receives a delivery that it signed; `LOAD` stands for how it gets the package. */
const PROGRAM = `
const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 7 });
const receive = async ({ createReceiver, signBody }) => {
  const receiver = createReceiver({ secrets: "s", on: { "case_file.payment.confirmed": () => undefined } });
  const headers = { "content-type": "application/json", "x-service-signature": await signBody(body, "s") };
  return (await receiver.bytes({ method: "POST", headers, body })).status;
};
`;
const PRINT = 'receive({ createReceiver, signBody }).then((status) => console.log("answered", status));\n';
const NAMES = "{ createReceiver, signBody }";

let project = "";
beforeAll(async () => {
  const place = { id: "importing", file: "receivers/node.ts", place: "unused.ts", start: [] };
  project = await makeProject(place, {});
  // Its own dependencies, as an installation brings them.
  const { dependencies } = JSON.parse(read("package.json"));
  for (const name of Object.keys(dependencies))
    cpSync(join(root, "node_modules", name), join(project, "node_modules", name), { recursive: true });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function write(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, folder, name)), { recursive: true });
    writeFileSync(join(project, folder, name), text);
  }
  return join(project, folder);
}

const COMMON_JS = { "package.json": '{ "private": true }' };

it("CommonJS requires every entry", async () => {
  const code = `for (const name of ${JSON.stringify(entries)}) if (Object.keys(require(name)).length < 2) throw name;
const ${NAMES} = require("collections-contract");${PROGRAM}${PRINT}`;
  const folder = write("required", { ...COMMON_JS, "main.js": code });
  expect((await run(process.execPath, [join(folder, "main.js")])).stdout).toBe("answered 204\n");
});

describe("TypeScript", () => {
  const source = `import { createReceiver } from "collections-contract";
import { signBody } from "collections-contract/edge";
import { openInbox } from "collections-contract/inbox";
import { redisStore } from "collections-contract/stores";
export const all = [openInbox, redisStore];
export const receiver = createReceiver({
  secrets: "s",
  on: { "case_file.payment.confirmed": ({ payload }) => payload.id.toFixed() },
});
export const signed: Promise<string> = signBody("{}", "s");
console.log("compiled", typeof receiver.bytes);
`;

  async function compile(options: object): Promise<string> {
    const compilerOptions = { target: "es2022", strict: true, types: ["node"], skipLibCheck: true, ...options };
    const tsconfig = JSON.stringify({ compilerOptions, files: ["main.ts"] });
    const folder = write(`ts-${Object.values(options).join("-")}`, {
      ...COMMON_JS,
      "main.ts": source,
      "tsconfig.json": tsconfig,
    });
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout, code = 0 } = await run(process.execPath, [tsc, "-p", folder]).catch((error) => error);
    return code === 0 ? (await run(process.execPath, [join(folder, "main.js")])).stdout : stdout;
  }

  it.each<object>([
    { module: "nodenext" },
    { module: "node20" },
    { module: "commonjs" },
    { module: "esnext", moduleResolution: "bundler" },
  ])("compiles with %o, and runs", async (options) => {
    expect(await compile(options)).toBe("compiled function\n");
  });

  it("is refused with node16 in CommonJS, as the guide says", async () => {
    expect(await compile({ module: "node16" })).toContain("TS1479");
    expect(GUIDE).toContain("`module` `node16`");
  });
});

describe.skipIf(tools.skip)(`tools${tools.skip}`, () => {
  const load = (name: string) => createRequire(join(tools.folder ?? "", "tools.js"))(name);

  async function jest(folder: string, environment: Record<string, string>): Promise<string> {
    const bin = join(tools.folder ?? "", "node_modules/jest/bin/jest.js");
    const args = [bin, "--rootDir", folder, "--ci", "--no-watchman", "--runInBand"];
    const env = { ...process.env, ...environment, NO_COLOR: "1", FORCE_COLOR: "0", VITEST: "" };
    const { stderr } = await run(process.execPath, args, { cwd: folder, env }).catch((error) => error);
    return stderr;
  }
  const receives = (loading: string) => `${loading}${PROGRAM}
test("receives", async () => expect(await receive(${NAMES})).toBe(204));
`;
  const writeTest = (names: readonly string[], loading: string) => `${receives(loading)}
test.each(${JSON.stringify(names)})("%s", (name) => expect(Object.keys(require(name)).length).toBeGreaterThan(1));
`;
  const required = `const ${NAMES} = require("collections-contract");`;

  it("Jest runs with the variable of the guide, for every entry", async () => {
    const [, options = ""] = /NODE_OPTIONS=(\S+) jest/.exec(script.scripts.test) ?? [];
    const files = {
      "required.test.js": writeTest(entries, required),
      "imported.test.js": receives(`import ${NAMES} from "collections-contract";`),
    };
    const folder = write("jest", { ...COMMON_JS, ...files });
    expect(await jest(folder, { NODE_OPTIONS: options })).toContain(`Tests:       ${entries.length + 2} passed`);
  });

  it("Jest runs with Babel and ts-jest as the guide configures them, at the versions that it names", async () => {
    const [major] = PACKAGES["@babel/plugin-transform-modules-commonjs"].split(".");
    expect(GUIDE).toContain(`npm install --save-dev @babel/plugin-transform-modules-commonjs@${major}`);
    const names = entries.filter((entry) => ALONE.test(entry));
    const files = {
      "required.test.js": writeTest(names, required),
      "typed.test.ts": `import { signBody } from "collections-contract";
declare const test: (name: string, run: () => void) => void;
test("signs", () => void signBody("{}", "s").toUpperCase());`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: { module: "commonjs", target: "es2022", skipLibCheck: true },
      }),
    };
    const folder = write("jest-babel", {
      ...files,
      "package.json": JSON.stringify({ private: true, ...configuration }),
    });
    // Presets and plugins are looked for from the folder of the project.
    cpSync(join(tools.folder ?? "", "package.json"), join(folder, "tools.json"));
    expect(await jest(folder, { NODE_PATH: join(tools.folder ?? "", "node_modules") })).toContain(
      `Tests:       ${names.length + 2} passed`,
    );
  });

  it.each(["esm", "cjs"] as const)("esbuild, webpack and Rollup bundle it (%s)", async (format) => {
    const folder = write(`bundled-${format}`, {
      "package.json": '{ "private": true, "type": "module" }',
      "main.js": `import ${NAMES} from "collections-contract";${PROGRAM}${PRINT}`,
    });
    const entry = join(folder, "main.js");
    const outs = ["esbuild", "webpack", "rollup"].map((name) =>
      join(folder, `${name}.${format === "esm" ? "mjs" : "cjs"}`),
    );
    const [esbuild, , rollup] = outs;
    await load("esbuild").build({ entryPoints: [entry], bundle: true, platform: "node", format, outfile: esbuild });
    await promisify(load("webpack"))({
      entry,
      mode: "production",
      target: "node",
      experiments: { outputModule: format === "esm" },
      output: { path: folder, filename: `webpack.${format === "esm" ? "mjs" : "cjs"}`, module: format === "esm" },
    });
    const bundle = await load("rollup").rollup({
      input: entry,
      external: /^node:/,
      plugins: [load("@rollup/plugin-node-resolve").nodeResolve({ exportConditions: ["node"] })],
    });
    await bundle.write({ file: rollup, format });
    for (const out of outs) {
      expect(readFileSync(out, "utf8")).not.toMatch(/(from|require\()\s*["']collections-contract/);
      expect((await run(process.execPath, [out])).stdout, out).toBe("answered 204\n");
    }
  });

  it.skipIf(miniflare.skip)(`a Worker is told of ./edge, and ./edge works there${miniflare.skip}`, async () => {
    const { Miniflare } = createRequire(join(miniflare.folder ?? "", "worker.js"))("miniflare");
    const answerIn = async (specifier: string): Promise<string> => {
      const code = `import ${NAMES} from "${specifier}";${PROGRAM}
export default { fetch: async () => new Response("answered " + (await receive(${NAMES}))) };`;
      const folder = write(`worker-${specifier.length}`, { "main.js": code });
      const outfile = join(folder, "worker.mjs");
      // As wrangler bundles.
      const conditions = ["workerd", "worker", "browser"];
      const build = { entryPoints: [join(folder, "main.js")], bundle: true, format: "esm", conditions, outfile };
      await load("esbuild").build(build);
      const contents = readFileSync(outfile, "utf8");
      const worker = new Miniflare({ modules: [{ type: "ESModule", path: "worker.mjs", contents }], cf: false });
      try {
        return await (await worker.dispatchFetch("http://worker.test/")).text();
      } catch (error) {
        return `${error}`;
      } finally {
        await worker.dispose().catch(() => undefined);
      }
    };
    expect(await answerIn("collections-contract/edge")).toBe("answered 204");
    expect(await answerIn("collections-contract")).toContain('import "collections-contract/edge"');
  });
});
