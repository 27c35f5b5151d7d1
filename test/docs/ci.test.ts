/**
 * The recipe of the guide for pipelines, as far as it can be checked without the services that run it: the script with
 * an npm and a command that only say how they were called. test/on-demand/package/ runs it whole, and lets actionlint
 * judge the workflow.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/program.ts";
import { files, read, root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const FOLDER = "examples/ci";
const script = read(`${FOLDER}/contract.sh`);
const gitlab = parse(read(`${FOLDER}/gitlab.yml`)).contract;
const jenkins = read(`${FOLDER}/Jenkinsfile`);
const temp = scratchFolder("recipe-");

/** Verbs and options of a command line that the command does not have. */
function unknownIn(words: readonly string[]): string[] {
  let command: { commands: readonly unknown[]; options: readonly { long?: string | undefined }[] } = createProgram();
  return words.filter((word) => {
    if (word.startsWith("--")) return !command.options.some(({ long }) => long === word);
    const next = (command.commands as readonly (typeof command & { name(): string })[]).find(
      (one) => one.name() === word,
    );
    if (next) command = next;
    return !next && command.commands.length > 0;
  });
}

let runs = 0;
/** Runs the script in a project with these files. `calls`: what npm and the command were called with. */
function run(env: Record<string, string>, { project = [] as string[], args = [] as string[], exit = 0 } = {}) {
  const folder = join(temp, String(runs++));
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const file of project) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  const log = (name: string, code: number) =>
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\necho ${name} "$@" >> "${folder}/calls"\nexit ${code}\n`, {
      mode: 0o755,
    });
  log("npm", 0);
  log("node", 0);
  log("collections-contract", exit);
  const path = `${join(folder, "bin")}:/usr/bin:/bin`;
  const { status, stderr } = spawnSync("sh", [join(root, FOLDER, "contract.sh"), ...args], {
    cwd: folder,
    env: { PATH: path, ...env },
    encoding: "utf8",
  });
  const calls = status === 2 ? "" : readFileSync(join(folder, "calls"), "utf8");
  return { status, stderr, folder, calls: calls.trim().split("\n") };
}

describe("the script", () => {
  const RECEIVER = { RECEIVER: "http://127.0.0.1:3000/hook" };
  const SERVICE = { DRIVER: "driver.mjs" };
  const CONTRACT = "https://files.example.com/contract.tgz";
  const judged = (calls: readonly string[]) => calls.filter((call) => call.startsWith("collections-contract"));

  it.each([
    ["a receiver", RECEIVER, ["test receiver --url http://127.0.0.1:3000/hook"]],
    ["a service", SERVICE, ["test api --driver driver.mjs"]],
    [
      "both",
      { ...RECEIVER, ...SERVICE, RECEIVER_DRIVER: "a b.mjs" },
      ["test receiver --url http://127.0.0.1:3000/hook --driver a b.mjs", "test api --driver driver.mjs"],
    ],
  ])("judges %s, each with a report of its own", (_, env, commands) => {
    const { status, calls } = run({ CONTRACT, ...env }, { args: ["--seed", "1"] });
    expect(status).toBe(0);
    expect(judged(calls)).toEqual(
      commands.map((command) => {
        const subject = command.split(" ")[1];
        const reports = `--report junit=reports/${subject}.xml --report html=reports/${subject}.html`;
        return `collections-contract ${command} --seed 1 ${reports}`;
      }),
    );
    const words = judged(calls).map((call) =>
      call.split(" ").filter((word) => /^(--.*|test|api|receiver)$/.test(word)),
    );
    expect(words.flatMap(unknownIn)).toEqual([]);
  });

  it("judges both if the first fails, and fails", () => {
    const { status, calls } = run({ CONTRACT, ...RECEIVER, ...SERVICE }, { exit: 3 });
    expect(status).toBe(3);
    expect(judged(calls)).toHaveLength(2);
  });

  it.each(["contract.tgz", "tools/contract.tgz", "./tools/contract.tgz", "tools/a b.tgz"])(
    "gives npm the whole path of %s, which it would look for on the internet",
    (file) => {
      const { calls, folder } = run({ CONTRACT: file, ...SERVICE }, { project: [file] });
      expect(calls[0]).toBe(`npm install --prefix .contract --no-audit --no-fund ${join(folder, file)}`);
    },
  );

  it("compares the documents, and knows failures, where there are some", () => {
    const project = ["contract/openapi.json", "known-failures-api.json"];
    const { calls } = run({ CONTRACT, ...RECEIVER, ...SERVICE }, { project });
    const [diff, receiver, api] = judged(calls);
    expect(diff).toMatch(/^collections-contract diff contract .*\/generated$/);
    expect(receiver).not.toContain("--baseline");
    expect(api).toContain("--baseline known-failures-api.json");
    expect(unknownIn(["test", "api", "--baseline"])).toEqual([]);
  });

  it.each([
    ["a tarball that is not there", { CONTRACT: "tools/none.tgz", ...SERVICE }, "tools/none.tgz"],
    ["a name that npm would look up", { CONTRACT: "collections-contract", ...SERVICE }, "collections-contract"],
    ["nothing to judge", { CONTRACT }, "RECEIVER, DRIVER"],
  ])("refuses %s", (_, env, said) => {
    expect(run(env)).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
  });

  it("says in its first lines what it needs", () => {
    const used = [...new Set([...script.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name as string))];
    for (const name of used.filter((one) => !/^(PWD|PATH)$/.test(one)))
      expect(script).toMatch(new RegExp(`^# +${name} +\\S`, "m"));
  });
});

describe("the pipelines", () => {
  const KNOWN = /^(?:CONTRACT|RECEIVER|RECEIVER_DRIVER|DRIVER|DRIVER_TOKEN|WEBHOOK_SECRET|npm_config_cache)$/;
  const workflows = files(FOLDER, /\.yml$/).flatMap((file) => {
    const data = parse(read(file));
    return "jobs" in data || !file.includes("gitlab") ? [[file, data] as const] : [];
  });

  it.each(workflows)("%s starts on something, runs somewhere, and keeps the reports", (_, { on, jobs }) => {
    expect(on).toEqual(["push", "pull_request"]);
    for (const job of Object.values<Record<string, unknown>>(jobs)) {
      const steps = job["steps"] as { run?: string; uses?: string; with?: object; if?: string }[];
      expect(job["runs-on"]).toBe("ubuntu-latest");
      expect(steps.filter(({ run, uses }) => (run === undefined) === (uses === undefined))).toEqual([]);
      expect(steps.map((step) => step.run)).toContain("sh contract.sh");
      expect(steps.at(-1)).toMatchObject({ if: "always()", with: { path: "reports" } });
      expect(Object.keys(job["env"] as object).filter((name) => !KNOWN.test(name))).toEqual([]);
    }
  });

  it("call the script, and keep its reports", () => {
    expect(workflows).toHaveLength(1);
    expect(gitlab.script).toBe("sh contract.sh");
    expect(gitlab.artifacts).toMatchObject({ when: "always", reports: { junit: "reports/*.xml" } });
    expect(jenkins.match(/\bsh '[^']*'/g)).toEqual(["sh 'sh contract.sh'"]);
    expect(jenkins).toContain("always { junit 'reports/*.xml' }");
    const named = [
      ...Object.keys(gitlab.variables),
      ...[...jenkins.matchAll(/^ {4}(\w+) = /gm)].map(([, name]) => name),
    ];
    expect(named.filter((name) => !KNOWN.test(name ?? ""))).toEqual([]);
  });

  it("close every brace in the file for Jenkins", () => {
    const text = jenkins.replaceAll(/'[^']*'|"[^"]*"/g, "");
    expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
  });

  it("are shown in the guide, or linked", () => {
    const guide = read("docs/guides/ci.md");
    for (const file of files(FOLDER, /./))
      expect(guide.includes(read(file)) || guide.includes(`](../../${file})`), file).toBe(true);
  });
});
