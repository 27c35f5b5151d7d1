/** What a receiver tells of the deliveries that it acknowledged, and that telling never touches the answer. */

import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { Accepted } from "../../src/receive/accepted.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { bytesOf, DOORS, EVENT, listen, requestOf, SECRET, signed, snapshot } from "../support/receiver.ts";

const SECRETS = [
  { label: "archive", secret: "another" },
  { label: "payments", secret: SECRET },
];
const unknown = snapshot({ "@event": "made up" });

/** The reports without their duration, which is checked here. */
function withoutDuration(told: readonly Accepted[]): unknown[] {
  return told.map(({ durationMs, ...rest }) => {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    return rest;
  });
}

describe.each(DOORS)("$name", (door) => {
  it("tells what became of each acknowledged delivery, and of no other", async () => {
    const told: Accepted[] = [];
    const common = { onAccepted: (one: Accepted) => told.push(one), onProblem() {} };
    const options = { ...common, secrets: SECRETS };
    const deliver = door.client({ ...options, on: { [EVENT]: () => undefined } });
    for (const body of [snapshot(), snapshot(), unknown]) expect((await deliver(signed(body))).status).toBe(204);
    await deliver({ ...signed(snapshot()), body: bytesOf("{}") });
    await deliver({ ...signed(snapshot()), method: "PUT" });
    const other = door.client({ ...options, on: {}, onUnknown: () => undefined });
    await other(signed(unknown));
    const failing = door.client({ ...options, on: { [EVENT]: () => Promise.reject(new Error("mine")) } });
    expect((await failing(signed(snapshot()))).status).toBe(500);
    const app = door.app({ ...common, on: { [EVENT]: () => undefined } });
    for (const body of [snapshot(), unknown]) await app(signed(body));
    const known = { status: 204, verified: true, label: "payments", owner: "payments" };
    await expect.poll(() => told).toHaveLength(6);
    expect(withoutDuration(told)).toEqual([
      { ...known, as: "handled", event: EVENT },
      { ...known, as: "duplicate", event: EVENT },
      { ...known, as: "ignored" },
      { ...known, as: "handled" },
      { status: 204, verified: false, as: "handled", event: EVENT },
      { status: 204, verified: false, as: "ignored" },
    ]);
  });

  it("tells what an inbox stored from what it had; the name of an event only if it is proven", async () => {
    const answers = ["stored", "stored", "duplicate"] as const;
    const inbox = { bigint: false, accept: async () => answers[calls++] ?? "full" };
    let calls = 0;
    const told: Accepted[] = [];
    const onAccepted = (one: Accepted) => told.push(one);
    await door.client({ secrets: SECRET, inbox, onAccepted })(signed(unknown));
    await door.app({ inbox, onAccepted })(signed(unknown));
    await door.client({ secrets: SECRET, inbox, onAccepted })(signed(unknown));
    await expect.poll(() => told).toHaveLength(3);
    expect(withoutDuration(told)).toEqual([
      { status: 204, as: "stored", verified: true, event: "made up" },
      { status: 204, as: "stored", verified: false },
      { status: 204, as: "duplicate", verified: true, event: "made up" },
    ]);
  });

  it("answers the same when onAccepted throws or rejects, and prints it", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const error = new Error("no");
    for (const onAccepted of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]) {
      const deliver = door.client({ secrets: SECRET, on: {}, onAccepted });
      expect((await deliver(signed(snapshot()))).status).toBe(204);
      await expect.poll(() => printed.mock.calls).toEqual([[error]]);
      printed.mockClear();
    }
  });
});

it("tells after the answer, so that a slow function delays nothing", async () => {
  const ended: (boolean | undefined)[] = [];
  let answered: ServerResponse | undefined;
  const on = { [EVENT]: () => undefined };
  const options = { secrets: SECRET, on, onAccepted: () => ended.push(answered?.writableEnded) };
  const receiver = createReceiver(options);
  await using server = await listen((req, res) => {
    answered = res;
    return receiver.node(req, res);
  });
  const { headers, body } = signed(snapshot());
  const url = `http://127.0.0.1:${server.port}/`;
  expect((await fetch(url, { method: "POST", headers, body: bytesOf(body) })).status).toBe(204);
  await expect.poll(() => ended).toEqual([true]);

  let told = 0;
  const over = createReceiver({ ...options, onAccepted: () => told++ });
  await over.fetch(requestOf(signed(snapshot())));
  expect(told).toBe(0);
  await expect.poll(() => told).toBe(1);
});
