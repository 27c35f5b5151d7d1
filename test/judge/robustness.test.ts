/**
 * Subjects that are none: unreachable, garbled, endless, half-dead; drivers that throw, hang or lie. A code each time,
 * and never a hang.
 */

import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { exitCodeOf, type Report, type ServiceDriver, testReceiver, testService } from "../../src/judge/index.ts";
import { startService } from "../services/service.ts";

const open: (() => void)[] = [];
afterEach(() => {
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
    expect(codesOf(report)).toEqual([code]);
    expect(exitCodeOf(report)).toBe(3);
    expect(new Set(report.checks.map(({ status }) => status))).toEqual(new Set(["not observed"]));
  });

  it("nothing, because nobody listens", async () => {
    const report = await testService(driverOf("http://127.0.0.1:9"), quick);
    expect([codesOf(report), exitCodeOf(report)]).toEqual([["target_unreachable"], 3]);
    const receiver = await testReceiver({ url: "http://127.0.0.1:9/hooks", secret: "a secret of a test" });
    expect([codesOf(receiver), exitCodeOf(receiver)]).toEqual([["target_unreachable"], 3]);
  });

  it("no TLS, or with a certificate that nobody knows", async () => {
    const url = await serve((socket) => socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const report = await testReceiver({ url: url.replace("http:", "https:"), secret: "a secret of a test" });
    expect([codesOf(report), exitCodeOf(report)]).toEqual([["target_unreachable"], 3]);
    expect(report.problems[0]?.message).toMatch(/TLS with .* failed .* NODE_EXTRA_CA_CERTS/);
  });

  it("100 MB only once it is at work", async () => {
    const isFirst = { value: true };
    const url = await serve((socket) =>
      socket.on("data", () => {
        if (isFirst.value) socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        else pour(socket);
        isFirst.value = false;
      }),
    );
    const before = process.memoryUsage().rss;
    const report = await testService(
      { ...driverOf(url), accessToken: async () => "token-of-a-test" },
      { ...quick, only: ["client.secret", "list.answers"] },
    );
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
  const broken: [about: string, change: Partial<Record<keyof ServiceDriver, unknown>>, code: string][] = [
    ["throws at the start", { start: () => Promise.reject(new Error("no database")) }, "driver_threw"],
    ["hangs at the start", { start: never }, "driver_timeout"],
    ["wants a port that is none", { receiver: noPort }, "driver_invalid"],
    ["throws when it should confirm", { confirmPayment: thrower }, "driver_threw"],
    ["hangs when it should confirm", { confirmPayment: never }, "driver_timeout"],
    ["hangs when it should settle", { settle: never }, "driver_timeout"],
    ["throws at every reset", { reset: () => Promise.reject(new Error("no")) }, "driver_threw"],
  ];
  it.each(broken)(
    "that %s is told so",
    async (_, change, code) => {
      const driver = await startService();
      let isStopped = false;
      const stop = () => {
        isStopped = true;
        return driver.stop();
      };
      const own = { ...driver, ...change, stop };
      const report = await testService(own as unknown as ServiceDriver, { driverTimeoutMs: 800, only: SOME });
      expect(codesOf(report)).toContain(code);
      expect([exitCodeOf(report), report.summary.failed, isStopped]).toEqual([2, 0, true]);
    },
    120_000,
  );

  it.each([
    ["no object", null],
    ["a text", "driver"],
  ])("that is %s is refused", async (_, driver) => {
    const report = await testService(driver as unknown as ServiceDriver);
    expect([codesOf(report), exitCodeOf(report)]).toEqual([["driver_invalid"], 2]);
  });

  it("that lies about its values never makes the judge fall over", async () => {
    const driver = await startService();
    const lies = {
      accessToken: async () => 42,
      credentials: async () => ({}),
      confirmPayment: async () => "done",
      requestHeaders: () => "none",
    };
    const report = await testService({ ...driver, ...lies } as unknown as ServiceDriver, { skip: ["history", "walk"] });
    expect(report.checks.filter(({ reason }) => reason?.startsWith("judge_error"))).toEqual([]);
    expect(exitCodeOf(report)).not.toBe(0);
  }, 120_000);

  it("that makes a check fall over accuses nobody and does not pass", async () => {
    const driver = await startService();
    const trap = Object.defineProperty({ ...driver }, "appIri", {
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

  it("that says too early that all is settled accuses nobody of missing retries", async () => {
    const driver = await startService();
    const report = await testService(
      { ...driver, settle: async () => {} },
      { only: ["client deliveries", "client retries"] },
    );
    expect(
      report.checks
        .filter(({ status, group }) => status === "failed" && /retries|deliveries/.test(group))
        .map(({ id }) => id),
    ).toEqual([]);
  }, 200_000);

  it("that can do nothing leaves unobserved what it cannot show", async () => {
    const { baseUrl, authUrl, clientIri, accessToken, stop } = await startService();
    const report = await testService({ baseUrl, authUrl, clientIri, accessToken, stop }, { skip: ["history", "walk"] });
    expect(report.summary.failed).toBe(0);
    expect(report.summary.passed).toBeGreaterThan(0);
    expect(report.checks.find(({ id }) => id === "deliver.receives")?.reason).toContain("confirmPayment()");
    expect(exitCodeOf(report)).toBe(0);
  });

  it("without settle() is judged by quiet", async () => {
    const { settle: _, ...driver } = await startService({ retryWindowMs: 120 });
    const report = await testService(driver as ServiceDriver, { only: ["deliver.receives", "retry.client.500"] });
    expect(
      report.checks.filter(({ status, severity }) => status === "failed" && severity === "demand").map(({ id }) => id),
    ).toEqual([]);
    expect(report.checks.find(({ id }) => id === "retry.client.500")?.status).toBe("passed");
  }, 200_000);

  it("whose port is taken is told so", async () => {
    const driver = await startService();
    const taken = createServer();
    await new Promise<void>((resolve) =>
      taken.listen(driver.receiver.listen.port, driver.receiver.listen.host, resolve),
    );
    const report = await testService(driver);
    taken.close();
    expect(codesOf(report)).toEqual(["receiver_port"]);
    expect(report.setup?.message).toMatch(/\(EADDRINUSE\), so no delivery is observed: free the port/);
    expect(exitCodeOf(report)).toBe(2);
  });

  it("whose address is another machine's is told so", async () => {
    const { receiver, ...driver } = await startService();
    const elsewhere = { ...receiver, listen: { ...receiver.listen, host: "203.0.113.5" } };
    const report = await testService({ ...driver, receiver: elsewhere }, { only: ["client.create"] });
    expect(report.setup?.message).toMatch(
      /\(EADDRNOTAVAIL\).*: give an address of this machine in receiver\.listen\.host/,
    );
  });
});

it("a run that is interrupted before the first answer says so, and accuses nobody of silence", async () => {
  const report = await testService(await startService({}), { signal: AbortSignal.abort() });
  expect([codesOf(report), exitCodeOf(report)]).toEqual([["interrupted"], 130]);
});

it("an interrupted run stops the driver and says so", async () => {
  const driver = await startService();
  const controller = new AbortController();
  const report = await testService(driver, {
    signal: controller.signal,
    onProgress: ({ done }) => done === 20 && controller.abort(),
  });
  expect(codesOf(report)).toContain("interrupted");
  expect(exitCodeOf(report)).toBe(130);
  await expect(fetch(driver.baseUrl)).rejects.toThrow();
});
