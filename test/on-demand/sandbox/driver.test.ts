/** The driver that a sandbox serves below its control: what it takes, who may ask, and that it changes no verdict. */

import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { exitCodeOf, RemoteDriver, type Report, testService } from "../../../src/judge/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { CLI } from "../../cli/run.ts";

const TOKEN = "token-of-this-sandbox";
/** What is left has every call of the driver; the rest is in test/on-demand/judge/sandbox.test.ts. */
const SKIP = ["walk", "history", "fuzzing"];

/** Starts a sandbox as a process of its own, and resolves to its base URL once it is ready. */
async function startProcess(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, "sandbox", "--port", "0", "--json", ...args], {
    env: { ...process.env, SANDBOX_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  let told = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the sandbox ended")));
    child.stdout.on("data", (chunk) => {
      told += chunk;
      const [, base] = /"baseUrl":"([^"]+)"/.exec(told) ?? [];
      if (base !== undefined) resolve(base);
    });
  });
}

const listVerdicts = ({ checks }: Report) => checks.map(({ id, status, reason }) => [id, status, reason]);

it.each(["default", "strict"])(
  "a sandbox of another process gets the verdicts of one in this process: %s",
  async (profile) => {
    const own = await startSandbox({ clock: "virtual", profile });
    const near = await testService(own.driver, { seed: 5, skip: SKIP });
    const forward = `https://hooks.example.com=http://127.0.0.1:${await freePort()}`;
    const base = await startProcess("--virtual-clock", "--profile", profile, "--forward", forward);
    const driver = new RemoteDriver({ url: `${base}/_control/driver`, token: TOKEN });
    const far = await testService(driver, { seed: 5, skip: SKIP });
    expect(listVerdicts(far)).toEqual(listVerdicts(near));
    expect([exitCodeOf(far), far.problems, far.target]).toEqual([0, [], base]);
    expect(JSON.stringify(far)).not.toContain(TOKEN);
    // The judge is gone, and the sandbox is still there for others.
    expect((await fetch(`${base}/_control/driver/members`, { headers: { authorization: `Bearer ${TOKEN}` } })).ok).toBe(
      true,
    );
  },
);

it("keeps to the rules of the control: token, host and form", async () => {
  const sandbox = await startSandbox({ token: TOKEN });
  onTestFinished(() => sandbox.stop());
  const ask = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${sandbox.baseUrl}/_control/driver/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      body,
    });
    return [response.status, response.status === 204 ? undefined : (await response.json()).code];
  };
  expect(await ask("settle", "{}")).toEqual([204, undefined]);
  expect(await ask("settle", "{}", { authorization: "Bearer another-one-of-these" })).toEqual([401, "control_locked"]);
  expect(await ask("settle", "{}", { origin: "https://evil.example" })).toEqual([403, "control_foreign"]);
  expect(await ask("stop", "{}")).toEqual([404, "not_found"]);
  expect(await ask("confirmPayment", '{"paidTo":"nobody","client":"/api/clients/1"}')).toEqual([400, "input_invalid"]);
  expect(await ask("confirmPayment", '{"paidTo":"client","client":"/api/clients/999"}')).toEqual([
    400,
    "control_refused",
  ]);
  expect(await ask("refresh", "{")).toEqual([400, "body_malformed"]);
});
