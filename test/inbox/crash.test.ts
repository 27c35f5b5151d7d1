/**
 * What is acknowledged survives the death of the process, and takes effect once. Other modes of the process are in
 * test/on-demand/inbox/crash.test.ts, the long forms in `npm run prove`.
 */

import { spawn } from "node:child_process";
import { Agent } from "node:http";
import { describe, expect, it } from "vitest";
import { endProcess } from "../../scripts/running.ts";
import { rowsIn } from "../support/sqlite.ts";
import { deliver, killUnderLoad, paidIn, startChild, storedIn } from "./crash.ts";
import { statesIn, temporary, until } from "./support.ts";

describe("a process that is killed", () => {
  it("while it receives has stored whatever it acknowledged", async () => {
    using place = temporary();
    const load = { kills: 2, connections: 16, flowing: 50, pauseMs: 50 };
    const acknowledged = await killUnderLoad(["sqlite", place.file, "idle"], load);
    const stored = storedIn(place.file);
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(statesIn(place.file)).toHaveLength(stored.size);
  });

  it("while it works has each effect once, and every row ends", async () => {
    using place = temporary();
    const acknowledged = await killUnderLoad(["sqlite", place.file, "slow"], { kills: 2, connections: 4, flowing: 30 });
    const { process: child } = await startChild(["sqlite", place.file, "slow"]);
    await until(() => statesIn(place.file).every((state) => state === "done"));
    expect(await endProcess(child, "SIGTERM")).toBe(0);
    const [repeated] = rowsIn(place.file, "SELECT count(*) AS n FROM inbox WHERE attempts > 1");
    const paid = paidIn(place.file).sort((a, b) => a - b);
    expect(new Set(paid).size).toBe(paid.length);
    expect(paid).toEqual([...storedIn(place.file)].sort((a, b) => a - b));
    expect(acknowledged.every((id) => paid.includes(id))).toBe(true);
    // Otherwise no kill met a running handler, and nothing was proven.
    expect(Number(repeated?.["n"])).toBeGreaterThan(0);
  });
});

it("a disk that is full means 503, never 2xx, and later deliveries are stored without a restart", async () => {
  using place = temporary();
  // Writing beyond 512 KiB fails; the limit is lifted while the process runs.
  const { process: child, port } = await startChild(["sqlite", place.file, "idle"], { limit: "ulimit -S -f 512;" });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const acknowledged: number[] = [];
  let last = 0;
  const deliverNext = async () => {
    const id = ++last;
    const status = await deliver(port, id, agent, { note: "x".repeat(2_000) });
    if (status === 204) acknowledged.push(id);
    return status;
  };
  let refused = 0;
  while (refused < 20) {
    const statuses = await Promise.all(Array.from({ length: 8 }, deliverNext));
    expect(statuses.every((status) => status === 204 || status === 503)).toBe(true);
    refused += statuses.filter((status) => status === 503).length;
  }
  spawn("prlimit", ["--pid", String(child.pid), "--fsize=unlimited:unlimited"]);
  await until(async () => (await deliverNext()) === 204);
  agent.destroy();
  await endProcess(child, "SIGTERM");
  const stored = storedIn(place.file);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});
