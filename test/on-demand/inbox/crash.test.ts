/** A process with an inbox that is killed in each of its modes. How it ends by SIGTERM: proofs/inbox.test.ts. */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { endProcess } from "../../../scripts/running.ts";
import { openInbox } from "../../../src/inbox/index.ts";
import { killUnderLoad, Load, paidIn, startChild, storedIn } from "../../inbox/crash.ts";
import { age, statesIn, temporary, until } from "../../inbox/support.ts";

describe("a process that is killed", () => {
  it("while it works in lanes has each effect once, in the order of its lane", async () => {
    using place = temporary();
    // One connection, so that what is acknowledged is in order.
    await killUnderLoad(["sqlite", place.file, "lanes"], { kills: 3, connections: 1, flowing: 20 });
    const { process: child } = await startChild(["sqlite", place.file, "lanes"]);
    await until(() => statesIn(place.file).every((state) => state === "done"));
    expect(await endProcess(child, "SIGTERM")).toBe(0);
    const paid = paidIn(place.file);
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
      const { process: child, port } = await startChild(["sqlite", place.file, mode]);
      const load = new Load(port, 1, 4);
      await load.isFlowing(20);
      const putOff = "SELECT count(*) AS n FROM inbox WHERE due = put_off AND attempts = 0";
      const db = new DatabaseSync(place.file);
      if (mode === "put off") await until(() => Number(db.prepare(putOff).get()?.["n"]) > 10);
      await endProcess(child, "SIGKILL");
      await load.stop();
      expect(new Set(statesIn(place.file))).toEqual(new Set(["pending"]));
      if (mode === "put off") expect(Number(db.prepare(putOff).get()?.["n"])).toBeGreaterThan(10);
      db.close();
      age(place.file, 3_600_000);
      const next = await startChild(["sqlite", place.file, "slow"]);
      await until(() => statesIn(place.file).every((state) => state === "done"));
      expect(await endProcess(next.process, "SIGTERM")).toBe(0);
      const stored = storedIn(place.file);
      expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    },
  );

  it("while it encrypts has stored whatever it acknowledged, and all of it encrypted", async () => {
    using place = temporary();
    const key = randomBytes(32).toString("hex");
    const load = { connections: 8, flowing: 50 };
    const acknowledged = await killUnderLoad(["sqlite", place.file, "idle", key], load);
    for (const part of ["", "-wal"]) expect(readFileSync(place.file + part).includes("confirmedAt")).toBe(false);
    const inbox = await openInbox({ file: place.file, encryptionKeys: key, onProblem: () => undefined });
    const seen = new Set<number>();
    await inbox.work({ "case_file.payment.confirmed": ({ payload }) => void seen.add(payload.id) });
    await until(() => statesIn(place.file).every((state) => state === "done"));
    await inbox.close();
    expect(acknowledged.filter((id) => !seen.has(id))).toEqual([]);
  });
});
