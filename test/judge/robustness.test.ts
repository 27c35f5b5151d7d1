/**
 * Subjects that are none: unreachable, garbled, endless, half-dead; drivers that throw, hang or lie. A code each time,
 * and never a hang.
 */

import { createServer, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { exitCodeOf, type Report, type ServiceDriver, testReceiver, testService } from "../../src/judge/index.ts";
import { send } from "../../src/judge/wire/http.ts";
import { startService } from "../services/service.ts";
import { endOf, judgeService } from "./judged.ts";

const open: (() => void)[] = [];
afterAll(() => {
  for (const close of open.splice(0)) close();
});

/** A server that does this with each connection. */
async function serve(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on("error", () => {}));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const driverOf = (url: string): ServiceDriver => ({
  ...{ baseUrl: url, authUrl: url },
  ...{ clientIri: "/c/1", appIri: "/a/1", appId: 1 },
});
const codesOf = (report: Report) => report.problems.map(({ code }) => code);
/** What is tried here shows in some checks of each kind; a whole run makes hundreds of deliveries. */
const SOME = ["tokens", "list", "client.create", "deliver.receives", "deliver.recorded", "app-deliver.receives"];
const quick = { requestTimeoutMs: 400, driverTimeoutMs: 300 };

const GARBAGE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\xff\xfe\xc0\x80";
const TARGETS: [about: string, handle: (socket: Socket) => void, code: string][] = [
  ["what is no HTTP", (socket) => socket.end("220 mail.example.com ESMTP\r\n"), "target_no_http"],
  ["bytes that are no text", (socket) => socket.end(GARBAGE, "latin1"), "target_garbage"],
  ["nothing at all", () => {}, "target_unreachable"],
  ["the end of the connection", (socket) => socket.on("data", () => socket.end()), "target_unreachable"],
  [
    "half an answer",
    (socket) => socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf")),
    "target_unreachable",
  ],
  ["a reset", (socket) => socket.on("data", () => socket.resetAndDestroy()), "target_unreachable"],
  ["100 MB", (socket) => socket.on("data", () => pour(socket)), "answer_too_large"],
];

function pour(socket: Socket): void {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${100 * chunk.length}\r\n\r\n`);
  let left = 100;
  const more = () => {
    while (left-- > 0 && !socket.destroyed) if (!socket.write(chunk)) return void socket.once("drain", more);
    socket.end();
  };
  more();
}

describe("a target that answers with", () => {
  it.each(TARGETS)("%s", async (_, handle, code) => {
    const report = await testService(driverOf(await serve(handle)), quick);
    expect([codesOf(report), exitCodeOf(report)]).toEqual([[code], 3]);
    expect(new Set(report.checks.map(({ status }) => status))).toEqual(new Set(["not observed"]));
  });

  it("nothing, because nobody listens", async () => {
    const unreachable = ["target_unreachable", 3];
    expect(endOf(await testService(driverOf("http://127.0.0.1:9"), quick))).toEqual(unreachable);
    const url = "http://127.0.0.1:9/hooks";
    expect(endOf(await testReceiver({ url, secret: "a secret of a test" }))).toEqual(unreachable);
  });

  it("no TLS", async () => {
    const url = await serve((socket) => socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const report = await testReceiver({ url: url.replace("http:", "https:"), secret: "a secret of a test" });
    expect(endOf(report)).toEqual(["target_unreachable", 3]);
    expect(report.problems[0]?.message).toMatch(/TLS with .* failed .* plain http/);
  });

  it.each([0, 150])("100 MB only once it is at work, after %i ms", async (ms) => {
    let isFirst = true;
    const url = await serve((socket) =>
      socket.on("data", () => {
        if (isFirst) socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        else setTimeout(pour, ms, socket);
        isFirst = false;
      }),
    );
    const before = process.memoryUsage().rss;
    const driver = { ...driverOf(url), accessToken: async () => "token-of-a-test" };
    const report = await testService(driver, { ...quick, only: ["client.secret", "list.answers"] });
    expect(report.checks.find(({ id }) => id === "client.secret")?.reason).toMatch(/^answer_too_large/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe.concurrent("a driver", () => {
  const thrower = () => {
    throw new Error("no");
  };
  const never = () => new Promise(() => {});
  const noPort = { listen: { host: "127.0.0.1", port: "x" }, origin: "https://hooks.example.com" };
  it.each<[about: string, change: Partial<Record<keyof ServiceDriver, unknown>>, code: string]>([
    ["throws at the start", { start: () => Promise.reject(new Error("no database")) }, "driver_threw"],
    ["hangs at the start", { start: never }, "driver_timeout"],
    ["wants a port that is none", { receiver: noPort }, "driver_invalid"],
    ["throws when it should confirm", { confirmPayment: thrower }, "driver_threw"],
    ["hangs when it should confirm", { confirmPayment: never }, "driver_timeout"],
    ["hangs when it should settle", { settle: never }, "driver_timeout"],
    ["throws at every reset", { reset: () => Promise.reject(new Error("no")) }, "driver_threw"],
  ])("that %s is told so", async (_, change, code) => {
    let isStopped = false;
    const report = await judgeService({}, { driverTimeoutMs: 800, only: SOME }, (driver) => ({
      ...change,
      async stop() {
        isStopped = true;
        await driver.stop();
      },
    }));
    expect(codesOf(report)).toContain(code);
    expect([exitCodeOf(report), isStopped]).toEqual([2, true]);
  });

  it.each([
    ["no object", null],
    ["a text", "driver"],
  ])("that is %s is refused", async (_, driver) => {
    expect(endOf(await testService(driver as unknown as ServiceDriver))).toEqual(["driver_invalid", 2]);
  });

  it("that lies about its values never makes the judge fall over", async () => {
    const report = await judgeService({}, { skip: ["history", "walk"] }, () => ({
      accessToken: async () => 42,
      credentials: async () => ({}),
      confirmPayment: async () => "done",
      requestHeaders: () => "none",
    }));
    expect(report.checks.filter(({ reason }) => reason?.startsWith("judge_error"))).toEqual([]);
    expect(exitCodeOf(report)).not.toBe(0);
  });

  it("that makes a check fall over accuses nobody and does not pass", async () => {
    const trap = Object.defineProperty({ ...(await startService()) }, "appIri", {
      get: () => {
        throw new TypeError("nobody foresaw this");
      },
    });
    const report = await testService(trap as ServiceDriver, { ...quick, only: ["app.create", "client.create"] });
    expect([codesOf(report), exitCodeOf(report), report.summary]).toEqual([
      ["judge_error"],
      2,
      { passed: 1, failed: 0, notObserved: 1 },
    ]);
    expect(report.problems[0]?.message).toContain("app.create");
  });

  it("that can do nothing leaves unobserved what it cannot show", async () => {
    const { baseUrl, authUrl, clientIri, accessToken, stop } = await startService();
    const report = await testService({ baseUrl, authUrl, clientIri, accessToken, stop }, { skip: ["history", "walk"] });
    expect([exitCodeOf(report), report.summary.passed > 0]).toEqual([0, true]);
    expect(report.checks.find(({ id }) => id === "deliver.receives")?.reason).toContain("confirmPayment()");
  });

  it.each([
    ["quiet, its histories too", { retryWindowMs: 120 }, "passed"],
    ["quiet, which shows a flaw in a history", { retryWindowMs: 120, keepsPending: () => true }, "failed"],
    ["quiet, but no history where its gaps are long", { retryWindowMs: 500 }, "not observed"],
  ])("without settle() is judged by %s", async (_, switches, status) => {
    const only = ["deliver.receives", "retry.client.500", "history.client.pending"];
    const report = await judgeService(switches, { only }, () => ({ settle: undefined }));
    expect(report.checks.map((one) => one.status)).toEqual(["passed", "passed", status]);
  });

  it.each([
    ["whose port is taken", "127.0.0.1", /\(EADDRINUSE\), so no delivery is observed: free the port/],
    [
      "whose address is another machine's",
      "203.0.113.5",
      /\(EADDRNOTAVAIL\).*: give an address of this machine in receiver\.listen\.host/,
    ],
  ])("%s is told so", async (_, host, sentence) => {
    const port = Number(new URL(await serve(() => {})).port);
    const report = await judgeService({}, { only: ["client.create"] }, ({ receiver }) => ({
      receiver: { ...receiver, listen: { host, port } },
    }));
    expect([endOf(report), report.setup?.message]).toEqual([["receiver_port", 2], expect.stringMatching(sentence)]);
  });
});

it("an answer that lies unread, because this process has too much to do, is no silence", async () => {
  const url = await serve((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  const busyUntil = performance.now() + 1500;
  const work = () => {
    const from = performance.now();
    while (performance.now() - from < 150);
    if (performance.now() < busyUntil) setImmediate(work);
  };
  work();
  const exchange = await send({ method: "POST", url, headers: {} }, { timeoutMs: 250 });
  expect(exchange.response?.status).toBe(204);
});

it("a run that is interrupted before the first answer says so, and accuses nobody of silence", async () => {
  expect(endOf(await judgeService({}, { signal: AbortSignal.abort() }))).toEqual(["interrupted", 130]);
});

it("an interrupted run stops the driver and says so", async () => {
  const controller = new AbortController();
  let api = "";
  const onProgress = ({ done }: { done: number }) => done === 20 && controller.abort();
  const report = await judgeService({}, { signal: controller.signal, onProgress }, ({ baseUrl }) => {
    api = baseUrl;
    return {};
  });
  expect([codesOf(report)[0], exitCodeOf(report)]).toEqual(["interrupted", 130]);
  await expect(fetch(api)).rejects.toThrow();
});
