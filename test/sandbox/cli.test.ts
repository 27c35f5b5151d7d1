import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { CLI, cliHere } from "../cli/run.ts";

describe("collections-contract sandbox", () => {
  it("tells once where everything is, and ends cleanly on Ctrl-C", async () => {
    const child = spawn(process.execPath, [
      CLI,
      "sandbox",
      "--port",
      "0",
      "--profile",
      "strict",
      "--set",
      "maxAttempts=3",
      "--json",
    ]);
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
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(130);
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
