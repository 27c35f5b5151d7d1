import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createClock } from "../../src/sandbox/clock.ts";
import { Deliveries } from "../../src/sandbox/delivery/deliveries.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { Forwards } from "../../src/sandbox/outbound/forward.ts";
import { createSender } from "../../src/sandbox/outbound/sender.ts";
import { loadProfile } from "../../src/sandbox/profile.ts";
import { Journal } from "../../src/sandbox/store/journal.ts";
import { MemoryStore } from "../../src/sandbox/store/memory.ts";
import { checkEngine } from "../../src/sandbox/store/open.ts";
import { SqliteStore } from "../../src/sandbox/store/sqlite.ts";
import { StorageFailure } from "../../src/sandbox/store/store.ts";
import { testFolder } from "../support/scratch.ts";
import { execIn } from "../support/sqlite.ts";
import { stopping } from "../support/stopping.ts";
import { EVENT, ORIGIN, startBench, startReceiver, status } from "./support.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder("sandbox-");
  file = join(folder, "sandbox.db");
});

/** A database with something in it, closed. */
function fillStore(records = 200): void {
  const store = new SqliteStore(folder);
  for (let i = 1; i <= records; i++) store.put("client", { id: i, name: "x".repeat(200) });
  store.close();
}
const refusal = (code: string) => expect.objectContaining({ code });

describe("the store in a folder", () => {
  it("keeps what was put, in order, with its numbers", async () => {
    fillStore();
    const store = new SqliteStore(folder);
    expect(store.list("client").map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(store.nextId("client")).toBe(201);
    store.remove("client", 3);
    await store.flushed();
    store.close();
    const again = new SqliteStore(folder);
    expect([again.count("client"), again.get("client", 3)]).toEqual([199, undefined]);
    again.clear();
    await again.flushed();
    again.close();
    expect(new SqliteStore(folder).count("client")).toBe(0);
  });

  it("writes all that one turn of the event loop put in one transaction", async () => {
    const store = new SqliteStore(folder);
    const first = store.flushed();
    for (let i = 1; i <= 50; i++) store.put("client", { id: i, name: "n" });
    expect(store.flushed()).toBe(first);
    await first;
    store.close();
  });

  it("refuses a folder that another process uses", () => {
    const store = new SqliteStore(folder);
    expect(() => new SqliteStore(folder)).toThrow(refusal("data_locked"));
    store.close();
    new SqliteStore(folder).close();
  });

  it.each([
    ["no database", () => writeFileSync(file, "This is not a database, but it is long enough to be one. ".repeat(40))],
    [
      "a database of something else",
      () => new DatabaseSync(file).exec("CREATE TABLE other (a); INSERT INTO other VALUES (1)"),
    ],
    [
      "a database with broken pages",
      () => {
        fillStore();
        const bytes = readFileSync(file);
        bytes.fill(0xab, 4096);
        writeFileSync(file, bytes);
      },
    ],
    [
      "a database that was cut off",
      () => {
        fillStore();
        writeFileSync(file, readFileSync(file).subarray(0, 8192));
      },
    ],
  ])("refuses %s and leaves it as it is", (_name, make) => {
    make();
    const before = readFileSync(file);
    expect(() => new SqliteStore(folder)).toThrow(refusal("data_damaged"));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("refuses a newer database and leaves it as it is", () => {
    fillStore();
    execIn(file, "PRAGMA user_version = 99");
    const before = readFileSync(file);
    expect(() => new SqliteStore(folder)).toThrow(refusal("data_newer"));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(["/proc/nowhere", "/dev/null/folder"])("refuses %s, where nothing can be written", (path) => {
    expect(() => new SqliteStore(path)).toThrow(refusal("data_unwritable"));
  });

  it.each([
    ["3.51.2", false],
    ["3.50.9", false],
    ["2.99.99", false],
    ["3.51.3", true],
    ["3.52.0", true],
    ["4.0.0", true],
    [undefined, false],
  ])("judges SQLite %s", (version, good) => {
    if (good) expect(() => checkEngine(version)).not.toThrow();
    else expect(() => checkEngine(version)).toThrow(refusal("data_engine_old"));
  });

  it("undoes what it cannot write: changes, removals, a reset, and the order of records", async () => {
    const store = new SqliteStore(folder);
    const restored = vi.fn();
    store.onRestore(restored);
    for (const id of [1, 2, 3]) store.put("client", { id, name: `before ${id}` });
    await store.flushed();
    const before = store.list("client");
    const unwritable = { id: 9, name: 9n as unknown as string };
    const changes = [
      () => store.put("client", { id: 2, name: "after" }),
      () => store.remove("client", 1),
      () => store.clear(),
    ];
    for (const [i, change] of changes.entries()) {
      change();
      store.put("client", unwritable);
      await expect(store.flushed()).rejects.toMatchObject({ cause: expect.any(TypeError) });
      expect([store.list("client"), restored.mock.calls.length]).toEqual([before, i + 1]);
    }
    expect(store.nextId("client"), "a number is not given out twice").toBe(10);
    store.put("client", { id: 4, name: "later" });
    await store.flushed();
    store.close();
    expect(new SqliteStore(folder).list("client").map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});

describe("a folder that was deleted or replaced while it was open", () => {
  const store = async () => {
    const store = new SqliteStore(folder);
    store.put("client", { id: 1, name: "before" });
    await store.flushed();
    return store;
  };

  it.each<[string, () => void]>([
    ["the folder is gone", () => rmSync(folder, { recursive: true })],
    ["the database is gone", () => rmSync(file)],
    ["the log is gone", () => rmSync(`${file}-wal`)],
    [
      "another file has its name",
      () => {
        renameSync(file, `${file}.old`);
        copyFileSync(`${file}.old`, file);
      },
    ],
  ])("stores nothing that the next start would not find: %s", async (_name, spoil) => {
    const opened = await store();
    spoil();
    opened.put("client", { id: 2, name: "after" });
    await expect(opened.flushed()).rejects.toBeInstanceOf(StorageFailure);
    expect(opened.list("client").map(({ id }) => id)).toEqual([1]);
    opened.close();
  });
});

it("a sandbox with a folder goes on where it stopped: resources, tokens, clock and pending retries", async () => {
  await using receiver = stopping(await startReceiver());
  const options = { dataDir: folder, forward: { [ORIGIN]: receiver.url } };
  const first = await startBench("default", options);
  const { secret } = await first.clientWebhook("/a");
  const token = await first.token();
  receiver.answer(status(500));
  const payment = await first.pay();
  await first.sandbox.control.settle();
  const { clock } = await first.sandbox.control.state();
  await first.stop();

  receiver.answer(status(204));
  await using second = stopping(await startBench("default", options));
  expect((await second.sandbox.control.state()).clock.now).toBe(clock.now);
  expect((await second.sandbox.control.state()).clientWebhooks[0]?.secret).toBe(secret);
  const headers = second.sandbox.driver.requestHeaders?.(token) ?? {};
  expect((await fetch(`${second.sandbox.baseUrl}/api/apps/7/app_webhooks`, { headers })).status).toBe(200);
  await second.sandbox.driver.settle?.();
  const [delivery] = (await second.sandbox.control.deliveries({ payment })).deliveries;
  expect(delivery).toMatchObject({ state: "delivered", attempts: 2 });
  expect(receiver.at("/a")).toHaveLength(2);
  expect(await second.pay()).toBeGreaterThan(payment);
});

describe("a start with the same folder", () => {
  it("has the profile as it was changed, and what the start asks for on top", async () => {
    const first = await startSandbox({ dataDir: folder });
    await first.control.setProfile({ maxAttempts: 9, listEnvelope: "items" });
    await first.control.reset();
    await first.stop();
    const second = await startSandbox({ dataDir: folder, overrides: { listEnvelope: "data" } });
    const { profile } = await second.control.profile();
    await second.stop();
    expect([profile.maxAttempts, profile.listEnvelope]).toEqual([9, "data"]);
  });

  it("gives out no number twice, not even after a reset", async () => {
    const pay = async (sandbox: Sandbox) => (await sandbox.control.createPayment({})).payment.id;
    const first = await startSandbox({ dataDir: folder });
    const ids = [await pay(first), await pay(first)];
    await first.control.reset();
    await first.stop();
    const second = await startSandbox({ dataDir: folder });
    ids.push(await pay(second));
    await second.stop();
    expect(new Set(ids).size).toBe(3);
  });
});

it("a reset while the disk is busy ends a delivery whose first attempt was just being written", async () => {
  let written = (): void => undefined;
  class BusyStore extends MemoryStore {
    override flushed = () => new Promise<void>((resolve) => (written = resolve));
  }
  const store = new BusyStore();
  await using sender = stopping(createSender({ forwards: new Forwards() }));
  const parts = { clock: createClock("virtual"), journal: new Journal("start"), profile: loadProfile(), sender };
  const deliveries = new Deliveries({ ...parts, store, random: randomBytes, signatureHeader: "X-Signature" });
  const names = { name: "n", url: `${ORIGIN}/`, secret: "s", events: [EVENT] };
  const webhook = { id: 1, client: 1, ...names, active: true, createdAt: 0 };
  store.put("clientWebhook", webhook);
  deliveries.create({ target: { system: "client", webhook }, event: EVENT, body: "{}", payment: null });
  await setImmediate();
  expect(store.list("delivery").map(({ state }) => state)).toEqual(["sending"]);
  deliveries.clear();
  store.clear();
  written();
  await deliveries.idle();
  expect(store.list("delivery")).toEqual([]);
  deliveries.stop();
});

it("a sandbox that is full refuses more with a code on both sides, and takes them again after a reset", async () => {
  await using bench = stopping(await startBench("default", { mostRecords: 3 }));
  const outcomes: (string | number)[] = [];
  for (let i = 0; i < 4; i++) {
    const body = { client: bench.clientIri, name: `n${i}`, events: [EVENT], url: `${ORIGIN}/${i}` };
    const response = await bench.post("/api/client_webhooks", body);
    outcomes.push(response.ok ? "ok" : `${response.status} ${await response.text()}`);
  }
  expect(outcomes.slice(0, 3)).toEqual(["ok", "ok", "ok"]);
  expect(outcomes[3]).toMatch(/^507 .*limit_reached/);
  const pay = () => bench.sandbox.control.createPayment({});
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) ids.push((await pay()).payment.id);
  await expect(pay()).rejects.toThrow(/limit of its own/);
  // A part of a scenario would be delivered although it was refused.
  await bench.sandbox.control.reset();
  await expect(bench.sandbox.control.run("burst", { count: 4 })).rejects.toMatchObject({ status: 507 });
  const { payments, caseFiles } = await bench.sandbox.control.state();
  expect([payments, caseFiles]).toEqual([[], 0]);
  await bench.sandbox.control.reset();
  expect((await pay()).payment.id).toBeGreaterThan(ids[2] ?? 0);
});
