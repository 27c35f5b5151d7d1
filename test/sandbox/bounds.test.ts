import { connect, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { startBench } from "./support.ts";

describe("bad clients", async () => {
  const bench = await startBench("default");
  const sockets: Socket[] = [];
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await bench.stop();
  });
  const dial = () => {
    const { hostname, port } = new URL(bench.sandbox.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    sockets.push(socket);
    // Otherwise it would not notice that the other side has ended it.
    socket.resume();
    return socket;
  };
  const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

  it("a body without end is cut off while it arrives", async () => {
    const headers = await bench.auth();
    const socket = dial();
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    const lines = Object.entries({
      ...headers,
      host: "127.0.0.1",
      "content-type": "application/json",
      "transfer-encoding": "chunked",
    });
    socket.write(
      `POST /api/client_webhooks HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
    const chunk = `4000\r\n${" ".repeat(0x4000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 1);
    await closed(socket);
    clearInterval(timer);
    expect(answer).toContain("413");
  });

  it("a request that does not end is dropped", async () => {
    const socket = dial();
    socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
    const started = performance.now();
    await closed(socket);
    expect(performance.now() - started).toBeLessThan(40_000);
  });

  it("garbage gets an answer and no more", async () => {
    const socket = dial();
    socket.write("\x16\x03\x01 hello\r\n\r\n");
    await closed(socket);
    expect((await fetch(`${bench.sandbox.baseUrl}/_control/state`)).ok).toBe(true);
  });

  it("thousands of connections are refused beyond a limit, and the sandbox lives on", async () => {
    const many = Array.from({ length: 3000 }, dial);
    await Promise.all(
      many.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve).once("close", resolve))),
    );
    // Those that the sandbox refuses are closed; some more only believe to be connected, because the system holds them
    // in its queue.
    await expect.poll(() => many.filter((socket) => socket.closed).length).toBeGreaterThan(500);
    for (const socket of many) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await fetch(`${bench.sandbox.baseUrl}/_control/state`)).ok).toBe(true);
  });

  it("a port that is taken is named", async () => {
    const port = Number(new URL(bench.sandbox.baseUrl).port);
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: "port_taken", detail: `port ${port}` });
  });

  it.each([-1, 1.5, 65_536, Number.NaN, "here"])("%s is no port", async (port) => {
    await expect(startSandbox({ port: port as number })).rejects.toMatchObject({ code: "port_refused" });
  });
});
