import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/repository.ts";
import { cli, scratch, start } from "./run.ts";

const folder = scratch();
type Told = { ok: boolean; version: string; checks: { name: string; status: string; found: string; todo: string }[] };

/**
 * A copy of the package, from which something can be missing. Node strips no types below node_modules, so the sources
 * stand beside.
 */
function copy(...missing: string[]): string {
  const place = join(folder, missing.join("-").replaceAll(/\W/g, "-"));
  mkdirSync(join(place, "node_modules"), { recursive: true });
  for (const part of ["src", "generated", "spec", "package.json"])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, "node_modules/commander"), join(place, "node_modules/commander"));
  for (const file of missing) rmSync(join(place, file), { recursive: true });
  return place;
}

const doctor = async (
  place: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; told: Told }> => {
  const { code, stdout } = await start(process.execPath, ["src/cli.ts", "doctor", "--json"], { cwd: place, env });
  return { code, told: JSON.parse(stdout) };
};
const find = ({ checks }: Told, name: string) => checks.find((check) => check.name === name);

describe("doctor", () => {
  it("finds everything in the repository, and says so in words", async () => {
    const { code, stdout, stderr } = await cli(["doctor"], { cwd: root });
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of ["node", "documents", "loopback", "sqlite", "prism", "top-level domains"])
      expect(stdout).toMatch(new RegExp(`^pass  ${name}: `, "m"));
  });

  it("warns of what is optional, and fails for what is needed, each time with what to do", async () => {
    const place = copy("generated/openapi.json");
    // The judge is not loaded here, so that a package that lost a file can still say so.
    const { code, told } = await doctor(place, { WEBHOOK_SECRET: "secret\n" });
    expect([code, told.ok]).toEqual([1, false]);
    expect(find(told, "documents")).toMatchObject({ status: "fail", found: "missing: generated/openapi.json" });
    expect(find(told, "prism")).toMatchObject({ status: "warn", todo: expect.stringContaining("npm install") });
    expect(find(told, "WEBHOOK_SECRET")).toMatchObject({
      status: "warn",
      found: expect.stringContaining("white space"),
    });
    for (const { status, todo } of told.checks) expect(todo === "").toBe(status === "pass");
    expect(JSON.stringify(told)).not.toContain("secret\\n");
  });
});

it("doctor under a Node with an old SQLite says what needs a newer one", async () => {
  const versions = 'Object.defineProperty(process, "versions", { value: { ...process.versions, sqlite: "3.50.4" } })';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(versions)}` };
  const { code, stdout } = await cli(["doctor", "--json"], { cwd: root, env });
  expect(code).toBe(0);
  expect(find(JSON.parse(stdout), "sqlite")).toEqual({
    name: "sqlite",
    status: "warn",
    found: "SQLite 3.50.4",
    todo: "Only sandbox --data and an inbox in a file need it: install Node 24.",
  });
});

it("mock without Prism says what to install", async () => {
  const { code, stdout, stderr } = await start(process.execPath, ["src/cli.ts", "mock"], {
    cwd: copy("spec/workflows"),
  });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^prism_missing: .*npm install --save-dev @stoplight\/prism-cli/);
});
