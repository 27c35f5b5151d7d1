import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { endProcess } from "../../scripts/running.ts";
import { CLI, cliHere } from "../cli/run.ts";

describe("collections-contract sandbox", () => {
  // A process manager takes every code but 0 for a failure; a shell expects 130 after Ctrl-C.
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 0],
  ] as const)("tells once where everything is, and ends cleanly on %s", async (signal, code) => {
    const settings = ["--profile", "strict", "--set", "maxAttempts=3"];
    const child = spawn(process.execPath, [CLI, "sandbox", "--port", "0", ...settings, "--json"]);
    const said = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
    const told = JSON.parse(said);
    expect(said.indexOf("\n"), "one line").toBe(said.length - 1);
    expect((await fetch(told.consoleUrl)).ok).toBe(true);
    expect(told.demoOnly).toMatchObject({
      clientId: "demo-app",
      clients: [{ iri: `${told.baseUrl}/api/clients/1` }, {}],
    });
    expect(told.differences).toContainEqual({ key: "maxAttempts", gap: "N-6.5-01", value: 3, default: 5 });
    let more = "";
    child.stdout.on("data", (data) => {
      more += data;
    });
    expect(await endProcess(child, signal)).toBe(code);
    expect(more).toBe("");
  });

  it.each([
    [["--set", "maxAttempt=3"], /^profile_unknown_key: .*maxAttempts/],
    [["--set", "maxAttempts=none"], /^profile_invalid/],
    [["--profile", "nowhere.json"], /^profile_unreadable/],
    [["--profile", "/dev/zero"], /^profile_unreadable/],
    [["--token-file", "/dev/zero"], /^file_unreadable/],
    [["--forward", "https://localhost=http://127.0.0.1:1"], /^forward_invalid/],
    [["--data", "/dev/null/x"], /^data_unwritable/],
    [["--port", "99999"], /^wrong_use/],
    [["--nonsense"], /unknown option/],
  ])("%s ends with 2 and says what to do", async (words, message) => {
    const { code, stdout, stderr } = await cliHere(["sandbox", "--port", "0", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("    at ");
  });
});
