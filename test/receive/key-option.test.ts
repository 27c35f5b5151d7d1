/** A key that tells no payments apart is refused at the first of them; any other is taken. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Payload } from "../../src/receive/delivery.ts";
import { askForKey } from "../../src/receive/key-option.ts";
import { DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";

type Key = Parameters<typeof askForKey>[0];

const ADDED = "case_file.payment.refunded";
const ALIKE: readonly [name: string, key: Key][] = [
  ["a constant", () => "one"],
  ["a member that is not there", ({ uuid }) => `${uuid}`],
  ["a member that is null", ({ note }) => `${note}`],
  ["a member of a member that is not there", ({ caseFile }) => `case ${Object(caseFile).number}`],
  ["the event alone", ({ "@event": event }) => event],
  ["the source alone", (_, { url, owner }) => `${url} ${owner}`],
];

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

describe.each(DOORS)("$name", ({ client, app }) => {
  it.each(ALIKE)("a key that is %s loses no payment", async (_, key) => {
    const handle = vi.fn();
    const accept = vi.fn(async () => "stored" as const);
    const inbox = { bigint: false, accept };
    const handlers = { on: { [EVENT]: handle }, onUnknown: handle };
    const labelled = [{ label: "acme", secret: SECRET }];
    const receivers = [
      client({ secrets: SECRET, key, ...handlers }),
      client({ secrets: labelled, key, ...handlers, events: [ADDED], store: false }),
      client({ secrets: labelled, key, inbox }),
    ];
    for (const event of [EVENT, ADDED, "case_file.closed"])
      for (const id of [4711, 4712]) {
        const body = snapshot({ "@event": event, id, note: null });
        for (const deliver of receivers) expect((await deliver(signed(body))).status).toBe(500);
        for (const deliver of [app({ key, ...handlers }), app({ key, inbox })])
          expect((await deliver(signed(body))).status).toBe(500);
      }
    expect(handle).not.toHaveBeenCalled();
    expect(accept).not.toHaveBeenCalled();
    const advice = expect.objectContaining({ message: expect.stringMatching(/the payload lacks, or none/) });
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/^webhook receiver: handler_failed/), advice);
  });
});

const payment = (members: object = {}): Payload => ({ "@event": EVENT, id: 4711, ...members });

it.each<[string, Key, object?]>([
  ["is a part of a text", ({ reference }) => `${reference}`.replace(/\D/g, ""), { reference: "RE-1 of May" }],
  ["ignores letter case", ({ reference }) => `${reference}`.slice(0, 3).toLowerCase(), { reference: "ABC" }],
  ["is a number", ({ id }) => `${id}`, { id: 1 }],
  ["is a BigInt", ({ id }) => `${id}`, { id: 9007199254740993n }],
  ["is the same BigInt", ({ id }) => `${id}`, { id: 1n }],
  ["is a boolean", ({ isPaid }) => `${isPaid}`, { isPaid: false }],
  ["is deep inside", ({ lines }) => JSON.stringify(lines), { lines: [[{ id: 1 }]] }],
  ["is the text that stands for others", ({ note }) => `${note}`, { note: "Qzx 8264913750" }],
  ["is the time that stands for others", ({ at }) => `${at}`, { at: "1987-06-05T04:32:10+00:00" }],
  ["reads a date", ({ at }) => new Date(`${at}`).toISOString(), { at: "2026-03-02T09:15:00+01:00" }],
  ["is not a text for others", ({ id }) => (id === 4711 ? "the one" : (undefined as never))],
])("a key that %s is taken", (_, key, members) => {
  const given = payment(members);
  expect(askForKey(key, given, { url: "/" })).toBe(key(payment(members), { url: "/" }));
  expect(given).toEqual(payment(members));
});

it("a function that changes the payload gets one of its own the second time", () => {
  const seen: Payload[] = [];
  const given = payment({ lines: [{ id: 1 }] });
  const key = (payload: Payload) => {
    seen.push(structuredClone(payload));
    return `${Object(payload["lines"]).pop().id}`;
  };
  expect(askForKey(key, given, { url: "/" })).toBe("1");
  expect(given).toEqual(payment({ lines: [] }));
  expect(seen).toEqual([payment({ lines: [{ id: 1 }] }), payment({ id: 1, lines: [{ id: 2 }] })]);
});

it("a function that reads times finds one the second time, too", () => {
  const key = ({ at }: Payload) => new Date(`${at}`).toISOString() && "the same for all";
  const given = payment({ at: "2026-03-02T09:15:00+01:00" });
  expect(() => askForKey(key, given, { url: "/" })).toThrow("key returned the same for another payment");
});

it("a payload without values, or too deep to be copied, is not asked about", () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  for (const members of [{}, { none: null, list: [], object: {} }, { deep }])
    expect(askForKey(() => "ping", { "@event": "ping", ...members }, { url: "/" })).toBe("ping");
});
