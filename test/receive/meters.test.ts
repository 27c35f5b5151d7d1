/** What a receiver counts, and how several sources become one text. */

import { describe, expect, it } from "vitest";
import { createAppReceiver, createReceiver, createReceiverMeters, joinMetrics } from "../../src/index.ts";
import { createTokenKeepers, memoryTokenStore } from "../../src/oauth/index.ts";
import { DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

const door = DOORS[0] as (typeof DOORS)[number];

describe("createReceiverMeters", () => {
  it.each([5, "", null, "x".repeat(201)])("refuses %j as a name, and joinMetrics what counts nothing", async (name) => {
    const refused = expect.objectContaining({ code: "receiver_option" });
    expect(() => createReceiverMeters(asWrongType(name))).toThrow(refused);
    await expect(joinMetrics(createReceiverMeters(), asWrongType(name))).rejects.toEqual(refused);
  });

  it("counts every answer, beside onProblem and onAccepted", async () => {
    const meters = createReceiverMeters();
    const told: string[] = [];
    const deliver = door.client({
      secrets: [{ label: "l", owner: "acme", secret: SECRET }],
      on: { [EVENT]: () => undefined },
      meters,
      onProblem: ({ code }) => told.push(code),
      onAccepted: ({ as, owner, label }) => told.push(`${as} ${owner} ${label}`),
    });
    expect(meters.stats()).toEqual({
      accepted: { handled: 0, duplicate: 0, stored: 0, ignored: 0 },
      refused: {},
      lastVerifiedAt: null,
    });
    for (let n = 0; n < 2; n++) await deliver(signed(snapshot()));
    await deliver({ ...signed(snapshot()), method: "PUT" });
    await expect.poll(() => told).toEqual(["method_not_allowed", "handled acme l", "duplicate acme l"]);
    const { lastVerifiedAt, ...counted } = meters.stats();
    expect(counted).toEqual({
      accepted: { handled: 1, duplicate: 1, stored: 0, ignored: 0 },
      refused: { method_not_allowed: 1 },
    });
    expect(Math.abs(Number(lastVerifiedAt) - Date.now())).toBeLessThan(60_000);
  });

  it("takes no delivery of an app webhook for a verified one", async () => {
    const meters = createReceiverMeters();
    await door.app({ on: { [EVENT]: () => undefined }, meters })(signed(snapshot()));
    expect(meters.stats()).toMatchObject({ accepted: { handled: 1 }, lastVerifiedAt: null });
  });

  it.each([null, {}, { accepted() {} }, true])("a receiver refuses %j as meters", (meters) => {
    const options = asWrongType({ secrets: SECRET, on: {}, meters });
    expect(() => createReceiver(options)).toThrow(expect.objectContaining({ code: "receiver_option" }));
    expect(() => createAppReceiver(options)).toThrow(expect.objectContaining({ code: "receiver_option" }));
  });
});

it("joinMetrics has each family once, with the lines of all sources, and one end", async () => {
  const [one, other] = ["one", 'o"t\\h\ner'].map((name) => createReceiverMeters(name));
  one?.refused({ code: "body_timeout", status: 408 });
  other?.accepted({ as: "stored", verified: true, status: 204, durationMs: 1 });
  const keepers = createTokenKeepers({ store: () => memoryTokenStore() });
  const text = await joinMetrics(asWrongType(one), asWrongType(other), keepers, { metrics: async () => "# EOF\n" });
  expect(text.match(/^# EOF$/gm)).toHaveLength(1);
  expect(text.endsWith("\n# EOF\n")).toBe(true);
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(families).size).toBe(families.length);
  expect(families).toContain("tokens_refreshes");
  expect(text).toContain('receiver_refused_total{receiver="one",code="body_timeout"} 1\n');
  expect(text).toContain('receiver_deliveries_total{receiver="o\\"t\\\\h\\ner",outcome="stored"} 1\n');
});
