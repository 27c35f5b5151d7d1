import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { files, read } from "../support/repository.ts";

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> };
type Job = {
  permissions?: Record<string, string>;
  needs?: string;
  outputs?: Record<string, string>;
  steps: Step[];
  "timeout-minutes"?: number;
};
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> };

const workflows = files(".github/workflows", /\.yml$/).map((file) => [file, parse(read(file)) as Workflow] as const);
const { scripts } = JSON.parse(read("package.json"));

describe.each(workflows)("%s", (file, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("names every action by its commit, with the version beside it, and none of third parties", () => {
    const uses = read(file).match(/^.*\buses:.*$/gm) ?? [];
    expect(uses.length).toBe(steps.filter((step) => step.uses).length);
    for (const line of uses)
      expect(line).toMatch(
        / uses: actions\/(checkout|setup-node|(upload|download)-artifact)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  it("may read the contents and nothing else, but for the one job that publishes", () => {
    expect(permissions).toEqual({ contents: "read" });
    const more = Object.entries(jobs).flatMap(([name, job]) => (job.permissions ? [[name, job.permissions]] : []));
    expect(more).toEqual(file.endsWith("release.yml") ? [["publish", { contents: "read", "id-token": "write" }]] : []);
  });

  it("keeps no credentials in the checkout, and ends by itself", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeLessThanOrEqual(90);
  });

  it("runs scripts that exist, and no text of anyone else in a shell", () => {
    const commands = steps.flatMap(({ run }) => run ?? []).join("\n");
    for (const [, name] of commands.matchAll(/npm run (?:--silent )?([a-z:]+)/g))
      expect(scripts).toHaveProperty(name as string);
    // What GitHub fills into a script before the shell reads it can be a command.
    expect(commands).not.toContain("${{");
    expect(read(file)).not.toMatch(/pull_request_target|secrets\./);
  });
});

describe("the release", () => {
  const { build, publish } = workflows.find(([file]) => file.endsWith("release.yml"))?.[1].jobs ?? {};

  it("builds and tests in a job without an identity at the registry", () => {
    expect(build?.permissions).toBeUndefined();
    const commands = build?.steps.flatMap(({ run }) => run ?? []).join("\n") ?? "";
    for (const command of ["npm ci", "npm test", "npm run test:all", "npm pack"]) expect(commands).toContain(command);
    expect(commands).not.toContain("npm publish");
  });

  it("publishes in a job that has no code but npm: no checkout, no installation, no script of a package", () => {
    expect(publish?.needs).toBe("build");
    const uses = publish?.steps.flatMap((step) => step.uses?.split("@")[0] ?? []);
    expect(uses).toEqual(["actions/setup-node", "actions/download-artifact"]);
    const commands = publish?.steps.flatMap(({ run }) => run ?? []).join("\n") ?? "";
    expect(commands.match(/\b(?:npm|npx|node)\b.*/g)).toEqual([
      'npm publish --ignore-scripts --provenance --access public "./out/$TARBALL"',
    ]);
  });

  it("publishes nothing but the tarball whose hash the first job told", () => {
    expect(Object.keys(build?.outputs ?? {})).toEqual(["tarball", "sha256"]);
    const check = publish?.steps.findIndex(({ run }) => run?.includes("sha256sum --check --strict")) ?? -1;
    expect(publish?.steps[check]?.env).toMatchObject({
      SHA256: expect.stringMatching(/^\$\{\{ needs\.build\.outputs\.sha256 \}\}$/),
    });
    expect(publish?.steps.findIndex(({ run }) => run?.startsWith("npm publish"))).toBeGreaterThan(check);
  });
});

it("a version of an action is one commit in all workflows", () => {
  const pins = workflows.flatMap(([file]) => [...read(file).matchAll(/uses: (\S+)@(\S+) # (\S+)/g)]);
  const commits = Map.groupBy(pins, ([, name]) => name);
  for (const [name, all] of commits)
    expect(new Set(all.map(([, , commit, version]) => `${commit} ${version}`)).size, name).toBe(1);
});
