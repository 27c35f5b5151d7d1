/** What a receiver does with an inbox instead of handlers: 2xx only for what is stored (F-6.5-01, F-6.5-02). */

import { describe, expect, it } from "vitest";
import type { IncomingDelivery } from "../../src/receive/inbox.ts";
import { createAppReceiver, createReceiver } from "../../src/receive/index.ts";
import { bytesOf, codeOf, DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

/** An inbox that answers as it is told to, and keeps what it was given. */
function inboxThat(answers: "stored" | "full" | Error, bigint = false) {
  const given: IncomingDelivery[] = [];
  const accept = async (delivery: IncomingDelivery) => {
    given.push(delivery);
    if (answers instanceof Error) throw answers;
    return answers;
  };
  return { given, inbox: { bigint, accept } };
}

const unsigned = (body: string) => ({ headers: { "content-type": "application/json" }, body: bytesOf(body) });

describe.each(DOORS)("$name, with an inbox", (door) => {
  it("acknowledges what was stored, with the key and the bytes", async () => {
    const { inbox, given } = inboxThat("stored");
    const body = snapshot({}, ' "note" :  "exact bytes"');
    const reply = await door.client({ secrets: SECRET, inbox })(signed(body));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(given).toEqual([
      {
        event: EVENT,
        verified: true,
        key: `verified 4711 ${EVENT}`,
        payload: JSON.parse(body),
        body: expect.anything(),
      },
    ]);
    expect(Buffer.from(given[0]?.body ?? []).toString()).toBe(body);
  });

  it("stores events that nobody knows, under a key of their bytes", async () => {
    const { inbox, given } = inboxThat("stored");
    const deliver = door.client({ secrets: SECRET, inbox });
    for (const id of [1, 2]) expect((await deliver(signed(JSON.stringify({ "@event": "new", id })))).status).toBe(204);
    expect(given.map(({ event }) => event)).toEqual(["new", "new"]);
    expect(new Set(given.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ["full" as const, "inbox_full", "60"],
    [new Error("disk"), "inbox_failed", "5"],
  ])("asks the sender to retry when the inbox says %s", async (answers, code, after) => {
    const problems: unknown[] = [];
    const { inbox } = inboxThat(answers);
    const onProblem = (problem: unknown) => void problems.push(problem);
    const reply = await door.client({ secrets: SECRET, inbox, onProblem })(signed(snapshot()));
    expect([reply.status, codeOf(reply), reply.headers.get("retry-after")]).toEqual([503, code, after]);
    expect(problems).toMatchObject([{ status: 503, code, ...(answers instanceof Error && { error: answers }) }]);
  });

  it("asks the sender to retry when the inbox does not settle", async () => {
    const inbox = { bigint: false, accept: () => new Promise<never>(() => undefined) };
    const deliver = door.client({ secrets: SECRET, inbox, onProblem: () => undefined, handlerTimeoutMs: 500 });
    expect(codeOf(await deliver(signed(snapshot())))).toBe("inbox_failed");
  });

  it("stores nothing that is not authentic or not an event", async () => {
    const { inbox, given } = inboxThat("stored");
    const deliver = door.client({ secrets: SECRET, inbox, onProblem: () => undefined });
    const statuses = [];
    for (const delivery of [signed(snapshot(), "other"), signed("{"), signed("{}")]) {
      const { status, headers } = await deliver(delivery);
      statuses.push([status, headers.get("retry-after")]);
    }
    expect(statuses).toEqual([
      [401, null],
      [400, null],
      [422, null],
    ]);
    expect(given).toEqual([]);
  });

  it("takes large integers as the inbox says", async () => {
    const body = snapshot({}, '"large": 9007199254740993');
    const exact = inboxThat("stored", true);
    expect((await door.client({ secrets: SECRET, inbox: exact.inbox })(signed(body))).status).toBe(204);
    expect(exact.given[0]?.payload["large"]).toBe(9007199254740993n);
    const { inbox } = inboxThat("stored");
    expect((await door.client({ secrets: SECRET, inbox, onProblem: () => undefined })(signed(body))).status).toBe(422);
  });

  it("stores unsigned deliveries as such, with a key of their own or none", async () => {
    const { inbox, given } = inboxThat("stored");
    await door.app({ inbox })(unsigned(snapshot()));
    await door.app({ inbox, key: ({ id }) => String(id) })(unsigned(snapshot()));
    expect(given.map(({ verified, key }) => [verified, key])).toEqual([
      [false, undefined],
      [false, "unverified 4711"],
    ]);
  });
});

describe("an inbox together with what it takes the place of", () => {
  const { inbox } = inboxThat("stored");
  const refusal = expect.objectContaining({ name: "MisuseError", code: "inbox_and_handlers" });
  it.each([
    ["on", { on: {} }],
    ["onUnknown", { onUnknown: () => undefined }],
    ["store", { store: false }],
    ["bigint", { bigint: true }],
  ])("is refused: %s", (name, more) => {
    // @ts-expect-error: the types refuse it as well
    expect(() => createReceiver({ secrets: SECRET, inbox, ...more })).toThrow(refusal);
    // @ts-expect-error
    expect(() => createAppReceiver({ inbox, ...more })).toThrow(name);
  });
});

describe("a receiver that could only drop what it acknowledges", () => {
  const refusal = (code: string) => expect.objectContaining({ name: "MisuseError", code });
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "handlers_missing"],
    ["an inbox that was not awaited", Promise.resolve({ accept: () => "stored" }), "inbox_option"],
    ["null", null, "inbox_option"],
    ["an object without accept()", {}, "inbox_option"],
  ])("is refused: %s in place of handlers", (_, inbox, code) => {
    expect(() => createReceiver({ secrets: SECRET, inbox: asWrongType(inbox) })).toThrow(refusal(code));
    expect(() => createAppReceiver({ inbox: asWrongType(inbox) })).toThrow(refusal(code));
  });
});
