/** What operators see of an inbox: metrics, health, spans and prints, none of which tells about a debtor. */

import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { describe, expect, it, vi } from "vitest";
import { InboxError, openInbox } from "../../src/inbox/index.ts";
import { Meters, openMetrics } from "../../src/inbox/meters.ts";
import { findTracing } from "../../src/inbox/spans.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import type { Claimed } from "../../src/inbox/store.ts";
import { EVENT, snapshot } from "../support/receiver.ts";
import { stopping } from "../support/stopping.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { inboxWith, openTestInbox, sender, statesIn, temporary, until } from "./support.ts";

const FAST = { backoffMinMs: 1, backoffMaxMs: 5, maxAttempts: 2 };
const LINE = /^[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [\d.e+-]+$/;

describe("metrics", () => {
  it("are OpenMetrics of what happened", async () => {
    await using it = await inboxWith(4711, 4711, 815);
    await it.deliver(4711, { amount: 1 });
    await it.handle(({ payload }) => {
      if (payload.id === 815) throw new Error("secret of a debtor");
    }, FAST);
    await until(() => statesIn(it.file).filter((state) => state !== "pending").length === 3);
    await until(async () => (await it.inbox.stats()).attempts.dead === 1);
    const text = await it.inbox.metrics();
    const lines = text.trimEnd().split("\n");
    expect(lines.at(-1)).toBe("# EOF");
    const samples = lines.filter((line) => !line.startsWith("#"));
    expect(samples.filter((line) => !LINE.test(line.replace("+Inf", "9")))).toEqual([]);
    for (const sample of [
      'inbox_rows{state="done"} 1',
      'inbox_rows{state="dead"} 1',
      'inbox_rows{state="conflict"} 1',
      'inbox_deliveries_total{program="vitest",outcome="new"} 2',
      'inbox_deliveries_total{program="vitest",outcome="duplicate"} 1',
      'inbox_attempts_total{program="vitest",outcome="retry"} 1',
      'inbox_handlers_running{program="vitest"} 0',
      'inbox_worker_paused{program="vitest"} 0',
      'inbox_latency_seconds_bucket{program="vitest",le="+Inf"} 1',
      // OpenMetrics writes bounds as floats.
      'inbox_latency_seconds_bucket{program="vitest",le="86400.0"} 1',
      'inbox_latency_seconds_count{program="vitest"} 1',
      "inbox_oldest_undone_seconds 0",
    ])
      expect(samples).toContain(sample);
    // A family is declared once, before its samples, and its unit ends its name.
    const families = lines.filter((line) => line.startsWith("# TYPE")).map((line) => line.split(" ")[2] ?? "");
    expect(new Set(families).size).toBe(families.length);
    for (const [, , name = "", unit = ""] of lines.filter((line) => line.startsWith("# UNIT")).map((l) => l.split(" ")))
      expect(name.endsWith(`_${unit}`)).toBe(true);
    expect(text).not.toMatch(/4711|815|debtor|case_file/);
  });

  it("count latencies up to each bound", () => {
    const meters = new Meters();
    for (const ms of [1, 7, 7_000, 90_000_000]) meters.attempt("done", ms);
    const { latency } = meters.stats({ rows: asWrongType({}), bytes: 0, oldest: null }, 0);
    expect(latency.counts).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
    expect([latency.count, latency.sum]).toEqual([4, 90_007.008]);
    expect(openMetrics(meters.stats({ rows: asWrongType({}), bytes: 0, oldest: 0 }, 5_000))).toContain(
      "inbox_oldest_undone_seconds 5\n",
    );
  });
});

describe("metrics of an inbox with a name", () => {
  it("say whose they are; those of nobody's process leave out what a process counts; silence can be seen", async () => {
    await using it = await openTestInbox({ name: "dunning" });
    expect(await it.inbox.metrics()).not.toContain("inbox_newest_timestamp_seconds");
    await it.deliver(1);
    const text = await it.inbox.metrics();
    const samples = text.split("\n").filter((line) => line && !line.startsWith("#"));
    expect(samples.filter((line) => !line.includes('inbox="dunning"'))).toEqual([]);
    expect(text).toContain('inbox_deliveries_total{inbox="dunning",program="vitest",outcome="new"} 1');
    const [, newest] = /inbox_newest_timestamp_seconds\{inbox="dunning"\} (\S+)/.exec(text) ?? [];
    expect(Math.abs(Number(newest) - Date.now() / 1000)).toBeLessThan(60);
    const stored = openMetrics(await it.inbox.stats(), { inbox: "dunning" });
    expect(stored).not.toMatch(/program|deliveries|latency/);
  });
});

describe("a worker without a server", () => {
  it("can be asked for metrics and health, until the inbox is closed", async () => {
    using place = temporary();
    const inbox = await openInbox({ file: place.file, onProblem: () => undefined });
    await inbox.work({ [EVENT]: () => undefined }, FAST);
    const port = await inbox.listen({ port: 0 });
    const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
    const metrics = await ask("/metrics");
    expect([metrics.status, metrics.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^application\/openmetrics-text/),
    ]);
    expect(await metrics.text()).toContain("inbox_worker_paused");
    for (const path of ["/ready", "/live"])
      expect(await (await ask(path)).json()).toMatchObject({ ready: true, live: true });
    expect([(await ask("/x")).status, (await ask("/metrics", "POST")).status]).toEqual([404, 405]);
    await expect(inbox.listen({ port })).rejects.toMatchObject({ code: "inbox_port_refused" });
    await inbox.close();
    await expect(ask("/live")).rejects.toThrow();
    await expect(inbox.listen({ port: 0 })).rejects.toMatchObject({ code: "inbox_closed" });
  });

  it("says that it is not ready when its inbox is full", async () => {
    await using it = await openTestInbox({ maxRows: 1 });
    await it.deliver(1);
    const port = await it.inbox.listen({ port: 0, host: "127.0.0.1" });
    const answer = await fetch(`http://127.0.0.1:${port}/ready`);
    expect([answer.status, (await answer.json()).because]).toEqual([503, ["inbox_full"]]);
  });

  it.each([{ port: -1 }, { port: 65_536 }, { port: "9464" }, {}, null, { port: 0, host: "" }, { port: 0, host: 7 }])(
    "is refused with %j",
    async (options) => {
      await using it = await openTestInbox();
      await expect(it.inbox.listen(asWrongType(options))).rejects.toMatchObject({ code: "inbox_option" });
    },
  );

  it("is refused at an address of another machine", async () => {
    await using it = await openTestInbox();
    await expect(it.inbox.listen({ port: 0, host: "192.0.2.1" })).rejects.toMatchObject({ code: "inbox_port_refused" });
  });
});

describe("health", () => {
  const READY = { ready: true, live: true, because: [] };
  const FULL = { ready: false, live: true, because: ["inbox_full"] };

  it("says whether there is room, also to a process that nobody has sent to", async () => {
    using place = temporary();
    await using inbox = stopping(await openInbox({ file: place.file, maxRows: 1 }));
    await using other = stopping(await openInbox({ file: place.file, maxRows: 1 }));
    expect(await inbox.health()).toMatchObject(READY);
    await sender(inbox)(1);
    for (const one of [inbox, other]) expect(await one.health()).toMatchObject(FULL);
  });

  it("is ready again once there is room, without a delivery", async () => {
    await using it = await openTestInbox({ maxBytes: snapshot({ id: 1 }).length });
    const now = vi.spyOn(performance, "now");
    expect([await it.deliver(1), await it.deliver(2)]).toEqual([204, 503]);
    await it.inbox.erase(1);
    expect(await it.inbox.health()).toMatchObject(FULL);
    const later = performance.now() + 10_000;
    now.mockImplementation(() => later);
    expect(await it.inbox.health()).toMatchObject(READY);
    now.mockRestore();
    expect(await it.deliver(2)).toBe(204);
  });

  it("is not ready if the store does not answer", async () => {
    using place = temporary();
    const store = { ...openSqlite({ file: place.file, maxRows: 9, maxBytes: 9 }), totals: () => new Promise(() => {}) };
    await using inbox = stopping(await openInbox({ store: asWrongType(store) }));
    expect(await inbox.health()).toMatchObject({ ready: false, live: true, because: ["inbox_failed"] });
  });
});

it("what is printed without onProblem names the row and the kind of error, never its message", async () => {
  using place = temporary();
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const inbox = await openInbox({ file: place.file });
  await sender(inbox)(4711);
  const cause = Object.assign(new TypeError("payment 4711 of a debtor"), { code: "25006" });
  const failing = (_: object, { attempt }: { attempt: number }) => {
    throw attempt === 1 ? new TypeError(cause.message) : new InboxError("inbox_failed", "Do this.", undefined, cause);
  };
  await inbox.work({ [EVENT]: failing }, FAST);
  await until(() => statesIn(place.file)[0] === "dead");
  await inbox.close();
  expect(print.mock.calls).toEqual([
    ["inbox: attempt_failed row 1 attempt 1 (TypeError)"],
    ["inbox: row_dead row 1 attempt 2 (25006): Do this."],
  ]);
});

describe("spans", () => {
  it("go to OpenTelemetry: one for each attempt, around what the handler does, and without its key", async () => {
    using place = temporary();
    const exporter = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    provider.register();
    try {
      const inbox = await openInbox({ file: place.file, onProblem: () => undefined });
      await sender(inbox)(471_108);
      const claims = { "@event": "debtor 471108" };
      const body = new TextEncoder().encode(JSON.stringify(claims));
      await inbox.accept({ event: "debtor 471108", verified: false, payload: claims, key: undefined, body });
      const work = trace.getTracer("test");
      await inbox.work(
        {
          [EVENT]: async (_, { attempt }) => {
            work.startSpan("book").end();
            if (attempt === 1) throw new TypeError("payment 471108 of a debtor");
          },
        },
        FAST,
      );
      await until(() => statesIn(place.file).join() === "done,unhandled");
      await inbox.close();
      const spans = exporter.getFinishedSpans();
      const isSigned = ({ attributes }: (typeof spans)[0]) => attributes["inbox.verified"] !== false;
      const [failed, succeeded] = spans.filter((span) => span.name === "inbox handle" && isSigned(span));
      const booked = spans.filter((span) => span.name === "book");
      expect(spans.filter(isSigned).map((span) => span.name)).toEqual(["book", "inbox handle", "book", "inbox handle"]);
      expect(booked.map((span) => span.parentSpanContext?.spanId)).toEqual(
        [failed, succeeded].map((span) => span?.spanContext().spanId),
      );
      const attributes = { "inbox.row": 1, "inbox.event": EVENT, "inbox.verified": true };
      expect(failed).toMatchObject({
        kind: SpanKind.CONSUMER,
        status: { code: SpanStatusCode.ERROR },
        attributes: { ...attributes, "inbox.attempt": 1 },
      });
      expect(succeeded).toMatchObject({
        status: { code: SpanStatusCode.UNSET },
        attributes: { ...attributes, "inbox.attempt": 2 },
      });
      const told = spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
      expect(JSON.stringify(told)).not.toMatch(/471108|debtor/);
    } finally {
      await provider.shutdown();
      trace.disable();
      context.disable();
    }
  });

  it("are left out where it is not", async () => {
    const tracing = await findTracing("a-package-that-is-not-there");
    expect(await tracing.around({} as Claimed, async (span) => span.failed(new Error("x")))).toBe(undefined);
  });
});
