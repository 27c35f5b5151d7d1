/**
 * The packed package installed into an empty project, compiled there by every TypeScript that people have, and run by
 * every runtime.
 */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { announceSkip, installNode, npmInstall, oldestNode, onDemand } from "../../scripts/on-demand.ts";
import { read } from "../support/repository.ts";
import { packed, run, temp } from "./package/packed.ts";

const manifest = JSON.parse(read("package.json"));
const { platform, arch } = process;
const exe = platform === "win32" ? ".exe" : "";

/** The last of each minor version. The newest brings a compiler of its own for each platform. */
const COMPILERS = ["5.5.4", "5.6.3", "5.7.3", "5.8.3", "6.0.3", "7.0.2"];
/** Those between the oldest and the newest of a major version: the settings that read most of our declarations. */
const BETWEEN = ["5.6.3", "5.7.3", "5.8.3"];

/** An empty project with the tarball in it, its dependencies from the registry, and the types of Node. */
const project = join(temp, "project");
mkdirSync(project);
writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
const tarball = await packed();
const failure = await npmInstall(project, tarball, `@types/node@${manifest.devDependencies["@types/node"]}`);
const noProject = failure ? announceSkip("the package in a project", failure) : "";

const bunPackage = `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`;
const denoPackage = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
const [old, oldest, newest, bun, deno] = await Promise.all([
  installNode("20.20.2"),
  oldestNode(),
  installNode("26.10.0"),
  onDemand("bun", { [bunPackage]: "1.4.5" }),
  onDemand("deno", { [denoPackage]: "2.9.6" }),
]);
const installedFile = (folder: string | undefined, name: string, file: string) =>
  join(folder ?? "", "node_modules", name, file);
const own = { version: process.version, binary: process.execPath, skip: "" };

const RUNTIMES: { name: string; skip: string; binary: string; args: string[] }[] = [
  ...[oldest, own, newest].map(({ version, binary, skip }) => ({
    name: `Node ${version}`,
    skip,
    binary,
    args: ["--no-warnings"],
  })),
  {
    name: "Bun",
    skip: bun.skip,
    binary: installedFile(bun.folder, bunPackage, `bin/bun${exe}`),
    args: ["--no-install"],
  },
  {
    name: "Deno",
    skip: deno.skip,
    binary: installedFile(deno.folder, denoPackage, `deno${exe}`),
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-remote",
      "--node-modules-dir=manual",
      "--allow-read",
      "--allow-env",
      "--allow-net=127.0.0.1",
    ],
  },
];

/** How projects are set up. */
const SETTINGS: [name: string, options: Record<string, unknown>, file: string][] = [
  ["nodenext", { module: "nodenext", lib: ["esnext", "dom"], types: ["node"] }, "use.ts"],
  ["bundler", { module: "esnext", moduleResolution: "bundler", lib: ["esnext", "dom"], types: ["node"] }, "use.ts"],
  ["nodenext, no Node", { module: "nodenext", lib: ["esnext", "webworker"], types: [] }, "use-edge.ts"],
  [
    "bundler, no Node",
    { module: "esnext", moduleResolution: "bundler", lib: ["esnext", "dom"], types: [] },
    "use-edge.ts",
  ],
];

/** Compiles one file in the project. @returns the exit code, and what the compiler says */
async function compile(tsc: string, folder: string, options: Record<string, unknown>, file: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, "package", file), join(folder, file));
  const compilerOptions = {
    ...options,
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    resolveJsonModule: true,
  };
  // Our declarations are checked as well, and what they import; not those of the language, a quarter of the time.
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipDefaultLibCheck: true }, files: [file] }),
  );
  const { stdout, stderr, code = 0 } = await run(process.execPath, [tsc, "-p", folder]).catch((error) => error);
  return `${code} ${stdout}${stderr}`;
}

describe.skipIf(noProject)(`in a project${noProject}`, () => {
  it("installs with nothing but what package.json names", () => {
    const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
    const { dependencies, hasInstallScript } = packages[`node_modules/${manifest.name}`];
    expect(dependencies).toEqual(manifest.dependencies);
    expect(hasInstallScript).toBeUndefined();
    // No peer that is optional comes by itself.
    expect(Object.keys(packages).filter((name) => /prism|commander-js/.test(name))).toEqual([]);
  });

  it("writes a package that binds it to a deployment, by the commands that it names", async () => {
    const cli = join(project, "node_modules/.bin/collections-contract");
    const args = ["generate", "--language", "typescript", "--out", "bound", "--json"];
    const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
    const env = { ...process.env, PATH: path, npm_config_audit: "false", npm_config_fund: "false" };
    const { next } = JSON.parse((await run(cli, args, { cwd: project, env })).stdout);
    expect(next.slice(0, 4)).toEqual(["cd bound", expect.stringMatching(/^npm pack /), "npm install", "npm test"]);
    const done = await run("sh", ["-c", next.slice(0, 4).join(" && ")], { cwd: project, env }).catch((error) => error);
    expect([done.code ?? 0, done.stdout]).toEqual([0, expect.stringMatching(/pass [1-9]\d*\b[\s\S]*fail 0\b/)]);
  });

  it.each(SETTINGS)("compiles: %s", async (name, options, file) => {
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    expect(await compile(tsc, join(project, name.replaceAll(/\W+/g, "-")), options, file)).toBe("0 ");
  });

  describe.each(COMPILERS)("with TypeScript %s", async (version) => {
    const { folder, skip } = await onDemand(`typescript-${version}`, { typescript: version });
    const settings = BETWEEN.includes(version) ? SETTINGS.slice(0, 1) : SETTINGS;
    it.skipIf(skip).each(settings)(`compiles: %s${skip}`, async (name, options, file) => {
      const tsc = join(folder ?? "", "node_modules/typescript/bin/tsc");
      const place = join(project, `${version}-${name}`.replaceAll(/\W+/g, "-"));
      expect(await compile(tsc, place, options, file)).toBe("0 ");
    });
  });

  for (const { name, skip, binary, args } of RUNTIMES) {
    it.skipIf(skip)(`works under ${name}${skip}`, async () => {
      const { stdout } = await run(binary, [...args, join(project, "nodenext/use.js")], { cwd: project });
      expect(stdout).toBe("used\n");
    });

    it.skipIf(skip)(`signs on the command line under ${name}${skip}`, async () => {
      const command = join(project, "node_modules", manifest.name, manifest.bin[manifest.name]);
      const body = join(project, "package.json");
      const env = { ...process.env, WEBHOOK_SECRET: "secret", NO_COLOR: "1" };
      const sign = await run(binary, [...args, command, "sign", body], { cwd: project, env });
      expect(sign.stdout).toMatch(/^sha256=[0-9a-f]{64}\n$/);
      const verify = await run(binary, [...args, command, "verify", "--signature", sign.stdout.trim(), body], {
        cwd: project,
        env,
      });
      expect(verify.stdout).toMatch(/^valid: /);
    });
  }

  it.skipIf(old.skip)(
    `needs a newer Node than 20, except ./edge, ./stores and ./validators, and says so${old.skip}`,
    async () => {
      const entries = Object.keys(manifest.exports).filter((entry) => manifest.exports[entry].default);
      const outcomes = entries.map(async (entry) => {
        const name = JSON.stringify(join(manifest.name, entry).replaceAll("\\", "/"));
        const script = `import(${name}).then(() => "imported", String).then(console.log)`;
        return (await run(old.binary, ["-e", script], { cwd: project })).stdout.trim();
      });
      const refused = "MisuseError: This is Node 20.20.2; collections-contract needs 22.19.0 or newer.";
      expect(await Promise.all(outcomes)).toEqual(
        entries.map((entry) => (/^\.\/(edge|stores|validators)$/.test(entry) ? "imported" : refused)),
      );
      const receives = `
      import { createReceiver } from "collections-contract/edge";
      import { createHmac } from "node:crypto";
      const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id: 7 });
      const signature = "sha256=" + createHmac("sha256", "secret").update(body).digest("hex");
      const headers = { "content-type": "application/json", "X-Service-Signature": signature };
      const on = { "case_file.payment.confirmed": ({ payload }) => console.log(payload.id) };
      const receiver = createReceiver({ secrets: "secret", on });
      const request = new Request("http://receiver.invalid/", { method: "POST", headers, body });
      console.log((await receiver.fetch(request)).status);`;
      const { stdout } = await run(old.binary, ["--input-type=module", "-e", receives], { cwd: project });
      expect(stdout).toBe("7\n204\n");
    },
  );

  it("says what to install for the mock", async () => {
    const command = join(project, "node_modules", manifest.name, manifest.bin[manifest.name]);
    const { code, stderr } = await run(process.execPath, [command, "mock"], { cwd: project }).catch((error) => error);
    expect([code, stderr]).toEqual([2, expect.stringContaining("npm install --save-dev @stoplight/prism-cli")]);
  });
});
