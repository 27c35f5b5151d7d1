/** Events that a deployment adds are handled and told apart as those of the contract. */

import { expect, it } from "vitest";
import type { Accepted } from "../../src/receive/accepted.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import { DOORS, EVENT, SECRET, signed } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

const REFUND = "case_file.payment.refunded";
const handler = () => undefined;

it.each(DOORS)("$name: id and event tell them apart, whatever the bytes are", async ({ client }) => {
  const seen: VerifiedEvent[] = [];
  const as: string[] = [];
  const keep = (event: VerifiedEvent) => void seen.push(event);
  const onAccepted = (accepted: Accepted) => void as.push(accepted.as);
  const given = { on: { [REFUND]: keep, [EVENT]: keep }, events: [REFUND, EVENT], onAccepted };
  for (const [secrets, space] of [
    [SECRET, "verified "],
    [[{ label: "a", secret: SECRET }], "verified/a "],
  ] as const) {
    const deliver = client(asWrongType({ secrets, ...given }));
    const send = async (event: string, members: object) =>
      (await deliver(signed(JSON.stringify({ "@event": event, ...members })))).status;
    const sent = [
      await send(REFUND, { id: 7, amount: 1 }),
      await send(REFUND, { id: 7, amount: 2 }),
      await send(REFUND, { id: 8 }),
      await send(EVENT, { id: 7 }),
      await send(REFUND, { amount: 1 }),
      await send(REFUND, { amount: 2 }),
    ];
    await new Promise((settled) => setTimeout(settled, 2));
    expect(sent).toEqual(Array(6).fill(204));
    expect(as.splice(0)).toEqual(["handled", "duplicate", "handled", "handled", "handled", "handled"]);
    const keys = seen.splice(0).map(({ key }) => key);
    expect(keys.slice(0, 3)).toEqual([`${space}7 ${REFUND}`, `${space}8 ${REFUND}`, `${space}7 ${EVENT}`]);
    expect(new Set(keys).size).toBe(5);
  }
});

it.each(DOORS)("$name: their names are known, and those nearby are not", ({ client }) => {
  const open = (name: string) => () =>
    client({ secrets: SECRET, events: [REFUND], on: { [name]: handler } as Record<string, typeof handler> });
  expect(open(REFUND)).not.toThrow();
  expect(open("case_file.payment.refundd")).toThrow(`Did you mean ${REFUND}?`);
  for (const events of [REFUND, [1], [REFUND, null], { [REFUND]: true }])
    expect(() => client(asWrongType({ secrets: SECRET, events, on: {} }))).toThrow("events must be a list of names");
});
