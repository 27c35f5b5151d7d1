/**
 * What is acknowledged survives the death of the process, and takes effect once. The long forms are in `npm run
 * prove`.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import { type Delivery, signed, snapshot } from "../support/receiver.ts";
import { age, statesIn, temporary, until } from "./support.ts";

const CHILD = new URL("./crash-child.ts", import.meta.url).pathname;

/** Starts the receiver, under a limit of the shell where one is given. */
async function start(
  file: string,
  { mode = "receive", limit = "", key = "" } = {},
): Promise<{ child: ChildProcess; port: number }> {
  const command = `${limit} exec "${process.execPath}" "${CHILD}" "${file}" "${mode}" ${key}`;
  const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { child, port: Number(port) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = await ended;
  return code;
}

/** The status of one delivery; 0 if there was no answer. */
function post(port: number, { headers, body }: Delivery, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const req = request({ host: "127.0.0.1", port, method: "POST", headers, agent }, (res) => {
      res
        .resume()
        .once("end", () => resolve(res.statusCode ?? 0))
        .once("error", () => resolve(0));
    });
    req.once("error", () => resolve(0)).end(body as Uint8Array);
  });
}

/**
 * Delivers payments over `connections` until it is told to stop. Gives the ids that were acknowledged, in the order of
 * the answers.
 */
function deliverAll(port: number, next: () => number, connections: number) {
  const acknowledged: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let stopped = false;
  const lane = async () => {
    while (!stopped) {
      const id = next();
      const status = await post(port, signed(snapshot({ id })), agent);
      if (status === 204) acknowledged.push(id);
      if (status === 0) return;
    }
  };
  const ended = Promise.all(Array.from({ length: connections }, lane)).finally(() => agent.destroy());
  return {
    acknowledged,
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

const storedIn = (file: string): Set<number> => {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT payment FROM inbox").all();
  db.close();
  return new Set(rows.map(({ payment }) => Number(payment)));
};

describe("a process that is killed", () => {
  it("while it receives has stored whatever it acknowledged", async () => {
    using place = temporary();
    let last = 0;
    const acknowledged: number[] = [];
    for (let kill = 0; kill < 5; kill++) {
      const { child, port } = await start(place.file);
      const load = deliverAll(port, () => ++last, 16);
      await until(() => load.acknowledged.length > 50);
      await sleep(Math.random() * 50);
      await end(child, "SIGKILL");
      await load.stop();
      acknowledged.push(...load.acknowledged);
    }
    const stored = storedIn(place.file);
    expect(acknowledged.length).toBeGreaterThan(250);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(statesIn(place.file)).toHaveLength(stored.size);
  });

  it("while it works has each effect once, and every row ends", async () => {
    using place = temporary();
    let last = 0;
    const acknowledged: number[] = [];
    for (let kill = 0; kill < 4; kill++) {
      const { child, port } = await start(place.file, { mode: "work" });
      const load = deliverAll(port, () => ++last, 4);
      await until(() => load.acknowledged.length > 30);
      await end(child, "SIGKILL");
      await load.stop();
      acknowledged.push(...load.acknowledged);
    }
    const { child } = await start(place.file, { mode: "work" });
    await until(() => statesIn(place.file).every((state) => state === "done"));
    expect(await end(child, "SIGTERM")).toBe(0);
    const db = new DatabaseSync(place.file);
    const paid = db
      .prepare("SELECT id FROM paid ORDER BY id")
      .all()
      .map(({ id }) => Number(id));
    const repeated = db.prepare("SELECT count(*) AS n FROM inbox WHERE attempts > 1").get();
    db.close();
    expect(new Set(paid).size).toBe(paid.length);
    expect(paid).toEqual([...storedIn(place.file)].sort((a, b) => a - b));
    expect(acknowledged.every((id) => paid.includes(id))).toBe(true);
    // Otherwise no kill met a running handler, and nothing was proven.
    expect(Number(repeated?.["n"])).toBeGreaterThan(0);
  });

  it("while it works in lanes has each effect once, in the order of its lane", async () => {
    using place = temporary();
    let last = 0;
    for (let kill = 0; kill < 3; kill++) {
      const { child, port } = await start(place.file, { mode: "lanes" });
      // One connection, so that what is acknowledged is in order.
      const load = deliverAll(port, () => ++last, 1);
      await until(() => load.acknowledged.length > 20);
      await end(child, "SIGKILL");
      await load.stop();
    }
    const { child } = await start(place.file, { mode: "lanes" });
    await until(() => statesIn(place.file).every((state) => state === "done"));
    expect(await end(child, "SIGTERM")).toBe(0);
    const db = new DatabaseSync(place.file);
    const paid = db
      .prepare("SELECT id FROM paid ORDER BY rowid")
      .all()
      .map(({ id }) => Number(id));
    db.close();
    expect(paid.toSorted((a, b) => a - b)).toEqual([...storedIn(place.file)].sort((a, b) => a - b));
    for (const rest of [0, 1, 2]) {
      const lane = paid.filter((id) => id % 3 === rest);
      expect(lane).toEqual(lane.toSorted((a, b) => a - b));
    }
  });

  it.each(["put off", "pause"])(
    "after a %s leaves rows that lost nothing, and that the next process handles",
    async (mode) => {
      using place = temporary();
      const { child, port } = await start(place.file, { mode });
      let last = 0;
      const load = deliverAll(port, () => ++last, 4);
      await until(() => load.acknowledged.length > 20);
      const putOff = "SELECT count(*) AS n FROM inbox WHERE due = put_off AND attempts = 0";
      const db = new DatabaseSync(place.file);
      if (mode === "put off") await until(() => Number(db.prepare(putOff).get()?.["n"]) > 10);
      await end(child, "SIGKILL");
      await load.stop();
      expect(new Set(statesIn(place.file))).toEqual(new Set(["pending"]));
      if (mode === "put off") expect(Number(db.prepare(putOff).get()?.["n"])).toBeGreaterThan(10);
      db.close();
      age(place.file, 3_600_000);
      const next = await start(place.file, { mode: "work" });
      await until(() => statesIn(place.file).every((state) => state === "done"));
      expect(await end(next.child, "SIGTERM")).toBe(0);
      const stored = storedIn(place.file);
      expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    },
  );

  it("while it encrypts has stored whatever it acknowledged, and all of it encrypted", async () => {
    using place = temporary();
    const key = randomBytes(32).toString("hex");
    const { child, port } = await start(place.file, { key });
    let last = 0;
    const load = deliverAll(port, () => ++last, 8);
    await until(() => load.acknowledged.length > 50);
    await end(child, "SIGKILL");
    await load.stop();
    for (const part of ["", "-wal"]) expect(readFileSync(place.file + part).includes("confirmedAt")).toBe(false);
    const inbox = await openInbox({ file: place.file, encryptionKeys: key, onProblem: () => undefined });
    const seen = new Set<number>();
    await inbox.work({ "case_file.payment.confirmed": ({ payload }) => void seen.add(payload.id) });
    await until(() => statesIn(place.file).every((state) => state === "done"));
    await inbox.close();
    expect(load.acknowledged.filter((id) => !seen.has(id))).toEqual([]);
  });

  it("by SIGTERM finishes what runs, and leaves no lease", async () => {
    using place = temporary();
    const { child, port } = await start(place.file, { mode: "work" });
    let last = 0;
    const load = deliverAll(port, () => ++last, 4);
    await until(() => load.acknowledged.length > 20);
    expect(await end(child, "SIGTERM")).toBe(0);
    await load.stop();
    const db = new DatabaseSync(place.file);
    expect(db.prepare("SELECT count(*) AS n FROM inbox WHERE owner IS NOT NULL").get()).toEqual({ n: 0 });
    db.close();
    const stored = storedIn(place.file);
    expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});

describe("two processes on one file", () => {
  it("store one of 200 deliveries of a payment at the same time, and acknowledge all", async () => {
    using place = temporary();
    const both = await Promise.all([start(place.file), start(place.file)]);
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const delivery = signed(snapshot());
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => post((both[i % 2] as { port: number }).port, delivery, agent)),
    );
    agent.destroy();
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(statesIn(place.file)).toEqual(["pending"]);
    expect(await Promise.all(both.map(({ child }) => end(child, "SIGTERM")))).toEqual([0, 0]);
  });
});

describe("a disk that is full", () => {
  it("means 503, never 2xx, and later deliveries are stored without a restart", async () => {
    using place = temporary();
    // Writing beyond 512 KiB fails; the limit is lifted while the process runs.
    const { child, port } = await start(place.file, { limit: "ulimit -S -f 512;" });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const acknowledged: number[] = [];
    let last = 0;
    const deliver = async () => {
      const id = ++last;
      const status = await post(port, signed(snapshot({ id, note: "x".repeat(2_000) })), agent);
      if (status === 204) acknowledged.push(id);
      return status;
    };
    let refused = 0;
    while (refused < 20) {
      const statuses = await Promise.all(Array.from({ length: 8 }, deliver));
      expect(statuses.every((status) => status === 204 || status === 503)).toBe(true);
      refused += statuses.filter((status) => status === 503).length;
    }
    spawn("prlimit", ["--pid", String(child.pid), "--fsize=unlimited:unlimited"]);
    await until(async () => (await deliver()) === 204);
    agent.destroy();
    await end(child, "SIGTERM");
    const stored = storedIn(place.file);
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});
