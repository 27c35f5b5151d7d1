/** A sandbox in an environment that names proxies, and starts that fail: it asks itself nothing over the network. */

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createServer as createTcp, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listening } from "../../scripts/listen.ts";
import { spawnGroup } from "../../scripts/running.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { failureOf } from "../support/leaks.ts";
import { root } from "../support/repository.ts";
import { testFolder } from "../support/scratch.ts";
import { stopping } from "../support/stopping.ts";

const cli = join(import.meta.dirname, "../../src/cli.ts");

describe("proxies of the environment", () => {
  let proxy: Awaited<ReturnType<typeof listening>>;
  let asked: string[];
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    asked = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      response.writeHead(502).end();
    });
    server.on("connect", ({ url = "" }, socket) => {
      asked.push(url);
      socket.destroy();
    });
    proxy = await listening(server);
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const proxies = Object.fromEntries(names.map((name) => [name, proxy.url]));
    env = { ...process.env, ...proxies, NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "", NODE_NO_WARNINGS: "1" };
  });
  afterEach(() => proxy.stop());

  const run = (...args: string[]) => spawnGroup([process.execPath, ...args], root, env);

  it("are used by Node itself, or this would show nothing", async () => {
    const { child, ended } = run("-e", "fetch('http://127.0.0.1:50001/').catch(() => undefined)");
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await ended;
  });

  it("are used neither by the command, which starts and ends", async () => {
    const { child, ended, said } = run(cli, "sandbox", "--port", "0", "--json");
    child.stdout?.once("data", () => child.kill("SIGTERM"));
    expect(await ended, said()).toBe(0);
    expect(asked).toEqual([]);
  });

  it("nor by the control, the client of the API, the driver and deliveries", async () => {
    const { ended, said } = run(join(import.meta.dirname, "proxied-child.ts"));
    expect(await ended, said()).toBe(0);
    const one = ["delivered", true, true, expect.stringContaining("refused"), "string", "control_unreachable"];
    expect(JSON.parse(said())).toEqual([...one, ...one]);
    expect(asked).toEqual([]);
  });
});

describe("a start that fails", () => {
  const held: Server[] = [];
  afterEach(() => void held.splice(0).map((server) => server.close()));

  /** Listens on that port; undefined: it is taken. */
  function hold(port: number): Promise<number | undefined> {
    const server = createTcp();
    held.push(server);
    return new Promise((resolve) => {
      server.once("error", () => resolve(undefined));
      server.listen(port, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });
  }

  /** Returns a free port whose next one is taken. */
  async function portBefore(): Promise<number> {
    for (;;) {
      const next = (await hold(0)) ?? 0;
      if ((await hold(next - 1)) === undefined) continue;
      const free = held.pop();
      await new Promise((resolve) => free?.close(resolve));
      return next - 1;
    }
  }

  it("closes the port that it opened, and the folder", async () => {
    const port = await portBefore();
    const dataDir = testFolder("sandbox-");
    const strict = { profile: "strict", port, dataDir };
    const refused = { code: "port_taken", detail: `port ${port + 1}` };
    expect(await failureOf(startSandbox(strict))).toMatchObject(refused);
    await Promise.all(held.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    await using sandbox = stopping(await startSandbox(strict));
    expect([sandbox.baseUrl, sandbox.authUrl]).toEqual([port, port + 1].map((at) => `http://127.0.0.1:${at}`));
  });

  it("ends the command", async () => {
    const port = await portBefore();
    const child = spawn(process.execPath, [cli, "sandbox", "--profile", "strict", "--port", `${port}`]);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    expect(await Promise.race([ended, sleep(15_000)])).toBe(2);
  });
});
