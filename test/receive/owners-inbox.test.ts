/** Whose payment it is, from a signed delivery into the file of an inbox: what is stored, and what is a duplicate. */

import { describe, expect, it } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import type { Accepted } from "../../src/receive/accepted.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { temporary } from "../inbox/support.ts";
import { bytesOf, DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";

const ACME = { label: "acme", secret: "of acme" };
const BETA = { label: "beta", secret: "of beta" };
const payload = JSON.parse(snapshot());

/** An inbox that holds what the version before stored of these secrets, and a receiver that stores into it. */
async function receiveAll(
  door: (typeof DOORS)[number],
  secrets: ReceiverOptions["secrets"],
  earlier: (string | undefined)[] = [],
) {
  const place = temporary();
  const inbox = await openInbox({ file: place.file });
  const key = `verified 4711 ${EVENT}`;
  for (const label of earlier)
    await inbox.accept({ event: EVENT, verified: true, payload, key, label, body: bytesOf(snapshot()) });
  const told: Accepted[] = [];
  const deliver = door.client({ secrets, inbox, onAccepted: (accepted) => void told.push(accepted) });
  return {
    async outcomes(...given: string[]) {
      for (const secret of given) expect((await deliver(signed(snapshot(), secret))).status).toBe(204);
      await expect.poll(() => told).toHaveLength(given.length);
      return told.map(({ as }) => as);
    },
    async handled() {
      const seen: unknown[] = [];
      await inbox.work({ [EVENT]: ({ owner, label }) => void seen.push([owner, label]) });
      await expect.poll(async () => (await inbox.stats()).rows.done).toBe((await inbox.list()).length);
      return seen.sort();
    },
    async [Symbol.asyncDispose]() {
      await inbox.close({ drainMs: 0 });
      place[Symbol.dispose]();
    },
  };
}

describe.each(DOORS)("$name", (door) => {
  it("stores the payments of two owners, each once, and hands them over with their owner", async () => {
    await using it = await receiveAll(door, [ACME, { ...BETA, owner: "B" }]);
    expect(await it.outcomes("of acme", "of beta", "of acme")).toEqual(["stored", "stored", "duplicate"]);
    expect(await it.handled()).toEqual([
      ["B", "beta"],
      ["acme", "acme"],
    ]);
  });

  it("stores a payment once that comes from two webhooks of one owner", async () => {
    await using it = await receiveAll(door, () => ({ owner: "A", secrets: [ACME, "another"] }));
    expect(await it.outcomes("of acme", "another")).toEqual(["stored", "duplicate"]);
  });

  it("stores payments without an owner under one key, as before", async () => {
    await using it = await receiveAll(door, [SECRET, "another"]);
    expect(await it.outcomes(SECRET, "another")).toEqual(["stored", "duplicate"]);
  });

  it.each([
    ["of this label", "acme"],
    ["without a label", undefined],
  ])("takes a payment for a duplicate that the version before stored %s", async (_, label) => {
    await using it = await receiveAll(door, [ACME], [label]);
    expect(await it.outcomes("of acme")).toEqual(["duplicate"]);
  });

  it("stores a payment where the version before stored another customer's", async () => {
    await using it = await receiveAll(door, [ACME, BETA], ["acme"]);
    expect(await it.outcomes("of beta", "of acme", "of beta")).toEqual(["stored", "duplicate", "duplicate"]);
  });
});
