/** The verb `mock`: Prism over the document of the package, as a command. */

import { join } from "node:path";
import { expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { freePort } from "../../scripts/free-port.ts";
import { listen } from "../../scripts/listen.ts";
import { spawnGroup } from "../../scripts/running.ts";
import { root } from "../support/repository.ts";

const start = (...args: string[]) =>
  spawnGroup([process.execPath, join(root, "src/cli.ts"), "mock", ...args], root, process.env);

it("answers with the examples, refuses what the contract refuses, and ends with 130 on Ctrl-C", async () => {
  const port = await freePort();
  const mock = start("--port", String(port));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { interval: 200 }).toBe(true);
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  const post = (body: object, more = headers) =>
    fetch(`${url}/api/client_webhooks`, { method: "POST", headers: more, body: JSON.stringify(body) });
  const { example, examples } = document.paths["/api/client_webhooks"].post.requestBody.content["application/json"] as {
    example?: object;
    examples?: Record<string, { value: object }>;
  };
  const good = example ?? Object.values(examples ?? {})[0]?.value ?? {};
  const made = await post(good);
  expect(made.ok).toBe(true);
  expect(await made.json()).toHaveProperty("secret");
  const refused = [
    await post({ ...good, events: [] }),
    await post(good, { ...headers, authorization: "" }),
    await fetch(`${url}/nowhere`),
  ];
  expect(refused.every(({ status }) => status >= 400 && status < 500)).toBe(true);
  // docs/guides/sandbox.md says so: what is not JSON is never answered.
  const signal = AbortSignal.timeout(2_000);
  const broken = fetch(`${url}/api/client_webhooks`, { method: "POST", headers, body: '{"client":', signal });
  await expect(broken).rejects.toThrow(/timeout/);
  mock.child.kill("SIGINT");
  expect(await mock.ended, mock.said()).toBe(130);
  await expect(fetch(url)).rejects.toThrow();
});

it("does not start on a port that is taken, and says so", async () => {
  const { port, stop } = await listen(() => undefined);
  const mock = start("--port", String(port));
  const code = await mock.ended;
  await stop();
  expect([code, mock.said()]).toEqual([2, expect.stringMatching(/port_taken/)]);
});

it("says that the host is wrong, not the port", async () => {
  // TEST-NET-1: not an address of this machine.
  const mock = start("--host", "192.0.2.1", "--port", "0");
  expect([await mock.ended, mock.said()]).toEqual([2, expect.stringMatching(/^host_refused: .*192\.0\.2\.1/)]);
});

it("says what another host opens", async () => {
  const mock = start("--host", "0.0.0.0", "--port", "0");
  await expect.poll(mock.said).toMatch(/^note: everyone who can reach 0\.0\.0\.0 can use this mock/m);
  mock.child.kill("SIGTERM");
  expect(await mock.ended).toBe(0);
});

it.each(["no", "-1", "70000"])("refuses --port %s", async (port) => {
  const mock = start(`--port=${port}`);
  expect([await mock.ended, mock.said()]).toEqual([2, expect.stringMatching(/^wrong_use/)]);
});
