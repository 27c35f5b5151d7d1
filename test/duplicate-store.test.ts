/** The store in memory: what it remembers, and that it does not grow (F-6.5-04, F-6.5-05). And the one of the guide. */

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStore } from "../src/duplicate-store.ts";
import { read } from "./support/repository.ts";

describe("the store in memory", () => {
  it("reserves a key once, until it is released", () => {
    const store = memoryStore();
    expect(store.reserve("a")).toBe("new");
    expect(store.reserve("a")).toBe("busy");
    expect(store.reserve("b")).toBe("new");
    store.release("a");
    expect(store.reserve("a")).toBe("new");
    store.done("a");
    expect(store.reserve("a")).toBe("done");
    expect(store.reserve("b")).toBe("busy");
  });

  it("forgets the oldest of its keys first", () => {
    const store = memoryStore({ max: 2 });
    for (const key of ["a", "b", "c"]) {
      store.reserve(key);
      store.done(key);
    }
    expect(store.reserve("b")).toBe("done");
    expect(store.reserve("c")).toBe("done");
    expect(store.reserve("a")).toBe("new");
  });

  it("remembers 10,000 keys if not told otherwise", () => {
    const store = memoryStore();
    for (let i = 0; i <= 10_000; i++) {
      store.reserve(`${i}`);
      store.done(`${i}`);
    }
    expect(store.reserve("1")).toBe("done");
    expect(store.reserve("10000")).toBe("done");
    expect(store.reserve("0")).toBe("new");
  });

  it("never forgets a key that is being handled, however many come after it", () => {
    const store = memoryStore({ max: 3 });
    store.reserve("busy");
    for (let i = 0; i < 1000; i++) {
      store.reserve(`${i}`);
      store.done(`${i}`);
    }
    expect(store.reserve("busy")).toBe("busy");
    store.done("busy");
    expect(store.reserve("busy")).toBe("done");
  });

  it("cannot be made to forget a signed key by unsigned ones", () => {
    const store = memoryStore({ max: 3 });
    store.reserve("verified 1");
    store.done("verified 1");
    for (let i = 0; i < 100; i++) {
      store.reserve(`unverified ${i}`);
      store.done(`unverified ${i}`);
    }
    expect(store.reserve("verified 1")).toBe("done");
    expect(store.reserve("unverified 99")).toBe("done");
    expect(store.reserve("unverified 96")).toBe("new");
  });

  it("does what a simple model does", () => {
    const step = fc.tuple(fc.constantFrom("reserve", "done", "release"), fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, max) => {
        const store = memoryStore({ max });
        const busy = new Set<string>();
        let done: string[] = [];
        for (const [action, key] of steps) {
          if (action === "reserve") {
            const expected = done.includes(key) ? "done" : busy.has(key) ? "busy" : "new";
            expect(store.reserve(key)).toBe(expected);
            if (expected === "new") busy.add(key);
          } else if (busy.has(key)) {
            // As a dispatcher does: only what was reserved is done or released.
            store[action as "done" | "release"](key);
            busy.delete(key);
            if (action === "done") done = [...done, key].slice(-max);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** Holds the lock of the database for a moment, as another process does that handles deliveries, too. */
const WRITER = `
const { DatabaseSync } = require("node:sqlite");
const { parentPort, workerData } = require("node:worker_threads");
const database = new DatabaseSync(workerData);
database.exec("begin immediate");
parentPort.postMessage("locked");
setTimeout(() => { database.exec("commit"); database.close(); }, 300);
`;

describe("the store of the guide", () => {
  it("waits while another process writes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-"));
    const [code] = /^const RESERVED_MS[\s\S]*?^}$/m.exec(read("docs/guides/duplicates-and-order.md")) ?? [];
    const module = join(folder, "store.ts");
    writeFileSync(module, `import { DatabaseSync } from "node:sqlite";\n${code}\nexport { sqliteStore };\n`);
    const { sqliteStore } = await import(pathToFileURL(module).href);
    const file = join(folder, "handled.sqlite");
    const store = sqliteStore(file);
    for (const [action, answer] of [
      ["reserve", "new"],
      ["done", undefined],
      ["reserve", "done"],
    ]) {
      const writer = new Worker(WRITER, { eval: true, workerData: file });
      const gone = once(writer, "exit");
      await once(writer, "message");
      expect(store[action as "done"]("verified 1 event")).toBe(answer);
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
