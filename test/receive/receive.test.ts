/**
 * What a receiver answers, through every door alike (F-6.3-05 to F-6.3-08, F-6.4-02, F-6.5-01, U-27, U-30, U-32, U-40,
 * N-8-02, A-07, A-17).
 */

import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import vectors from "../../spec/vectors/signature.json" with { type: "json" };
import { MisuseError } from "../../src/errors/receiving.ts";
import type { UnverifiedEvent, VerifiedEvent } from "../../src/receive/events.ts";
import { createAppReceiver, createReceiver } from "../../src/receive/index.ts";
import { bytesOf, codeOf, DOORS, EVENT, HEADER, SECRET, sign, signed, snapshot } from "../support/receiver.ts";
import { expectedStatus, TABLE } from "./receive.table.ts";

/** HTTP carries no control characters in a header and takes white space off its ends. */
const SENDABLE = /^(?![ \t])[\t\x20-\x7e\x80-\xff]*(?<![ \t])$/;

/** What becomes of a body that was signed, found out by other means than those of the receiver. */
function expectedFate(body: Uint8Array): string {
  const text = Buffer.from(body).toString();
  if (!Buffer.from(text).equals(body)) return "body_not_utf8";
  try {
    return typeof JSON.parse(text.replace(/^\ufeff/, ""))?.["@event"] === "string" ? "ok" : "payload_invalid";
  } catch {
    return "body_not_json";
  }
}

describe.each(DOORS)("$name", (door) => {
  it.each(TABLE.map(([name, outcome, given]) => ({ name, outcome, ...given })))("$name: $outcome", async (row) => {
    const { outcome, options, body = snapshot(), delivery = signed(body), sees } = row;
    const seen: VerifiedEvent[] = [];
    const problems: unknown[] = [];
    const deliver = door.client({
      secrets: SECRET,
      on: { [EVENT]: (event) => void seen.push(event as VerifiedEvent) },
      onProblem: (problem) => problems.push(problem),
      ...options,
    });
    const reply = await deliver(delivery);
    const status = expectedStatus(outcome);
    const code = outcome === "ok" ? undefined : outcome;
    expect({ status: reply.status, code: codeOf(reply) }).toEqual({ status, code });
    expect(reply.headers.get("allow")).toBe(status === 405 ? "POST" : null);
    expect(reply.headers.get("content-type")).toBe(code ? "application/json" : null);
    expect(problems).toEqual(code ? [expect.objectContaining({ status, code })] : []);
    if (code) expect(seen).toEqual([]);
    if (sees) expect(seen).toEqual([expect.objectContaining({ payload: expect.objectContaining(sees) })]);
    for (const { payload } of seen) {
      expect(Object.hasOwn(payload, "__proto__")).toBe(false);
      expect(payload).not.toHaveProperty("polluted");
    }
  });

  it.each(vectors.cases.filter(({ header }) => header === null || SENDABLE.test(header)))(
    "vector $id",
    async (vector) => {
      const secrets = vector.secrets.map((secret) => Buffer.from(secret, "base64").toString());
      const body = bytesOf(Buffer.from(vector.body, "base64"));
      const seen: VerifiedEvent[] = [];
      const options = { on: {}, onUnknown: (event: VerifiedEvent) => seen.push(event), onProblem() {}, validators: {} };
      if (vector.code === "secret_empty") {
        expect(() => door.client({ ...options, secrets })).toThrow(MisuseError);
        return;
      }
      const headers = {
        "content-type": "application/json",
        ...(vector.header !== null && { [HEADER]: vector.header }),
      };
      const isLost = vector.code === "signature_mismatch" && body.length === 0;
      const outcome = isLost ? "body_not_received" : (vector.code ?? expectedFate(body));
      for (const given of [secrets, () => secrets]) {
        const reply = await door.client({ ...options, secrets: given })({ headers, body });
        expect(codeOf(reply)).toBe(outcome === "ok" ? undefined : outcome);
        expect(reply.status).toBe(expectedStatus(outcome));
      }
      const admitted = outcome === "ok" ? { secretIndex: vector.secretIndex, verified: true } : undefined;
      expect(seen).toEqual(admitted ? [expect.objectContaining(admitted), expect.objectContaining(admitted)] : []);
      for (const event of seen) expect(Buffer.from(event.body).equals(body)).toBe(true);
    },
  );

  it("hands unknown events to onUnknown, with what is known about them", async () => {
    const seen: VerifiedEvent[] = [];
    const deliver = door.client({ secrets: ["old", SECRET], on: {}, onUnknown: (event) => seen.push(event) });
    const body = snapshot({ "@event": "case_file.closed" });
    expect((await deliver(signed(body))).status).toBe(204);
    expect(seen).toEqual([
      {
        verified: true,
        event: "case_file.closed",
        payload: JSON.parse(body),
        key: expect.any(String),
        secretIndex: 1,
        body: expect.anything(),
      },
    ]);
    expect(Buffer.from(seen[0]?.body ?? []).toString()).toBe(body);
  });

  it("takes app deliveries as claims, signed or not, and any object with an event", async () => {
    const seen: UnverifiedEvent[] = [];
    const deliver = door.app({
      on: { [EVENT]: (event) => seen.push(event) },
      onUnknown: (event) => seen.push(event),
      onProblem() {},
    });
    const claims = { "@event": EVENT };
    const headers = { "content-type": "application/json" };
    for (const [body, more] of [
      [claims, {}],
      [claims, { [HEADER]: "sha256=00" }],
      [{ ...claims, "@event": "other" }, {}],
    ] as const) {
      expect((await deliver({ headers: { ...headers, ...more }, body: bytesOf(JSON.stringify(body)) })).status).toBe(
        204,
      );
    }
    expect(seen.map(({ event, ...rest }) => rest)).toEqual([
      { verified: false, claims },
      { verified: false, claims },
      { verified: false, claims: { "@event": "other" } },
    ]);
    const refused = await deliver({ headers, body: bytesOf("{}") });
    expect([refused.status, codeOf(refused)]).toEqual([422, "payload_invalid"]);
  });

  it("says nothing of body, secret or signature, neither in answers nor to onProblem", async () => {
    const told: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((...line) => void told.push(line));
    for (const onProblem of [undefined, (problem: unknown) => void told.push(problem)]) {
      for (const [, outcome, { options, body = snapshot(), delivery = signed(body) } = {}] of TABLE.filter(
        ([, is]) => is !== "ok",
      )) {
        const deliver = door.client({ secrets: SECRET, on: {}, ...(onProblem && { onProblem }), ...options });
        const reply = await deliver(delivery);
        told.push(reply.text, [...reply.headers]);
        if (!outcome.startsWith("handler")) expect(codeOf(reply)).toBe(outcome);
      }
      const { headers } = signed(snapshot());
      await door.client({ secrets: "another", on: {}, ...(onProblem && { onProblem }) })({
        headers,
        body: bytesOf(snapshot()),
      });
    }
    const text = inspect(told, { depth: null, showHidden: true });
    // The first digits of the signature, the secret, and values of members.
    for (const secret of [sign(snapshot()).slice(7, 23), SECRET, "12550", "2026-03-02", "text/application"]) {
      expect(text).not.toContain(secret);
    }
    expect(told.length).toBeGreaterThan(100);
  });

  it("tells the operator the name of a known event alone, because any other is the sender's choice", async () => {
    const problems: unknown[] = [];
    const fail = () => Promise.reject(new Error("mine"));
    const onProblem = (problem: unknown) => problems.push(problem);
    const deliver = door.client({ secrets: SECRET, on: { [EVENT]: fail }, onUnknown: fail, onProblem });
    await deliver(signed(snapshot()));
    await deliver(signed(snapshot({ "@event": "made up" })));
    const failed = { status: 500, code: "handler_failed", error: expect.any(Error) };
    expect(problems).toEqual([{ ...failed, event: EVENT }, failed]);
  });

  it("answers the same when onProblem throws or rejects", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const onProblem of [
      () => {
        throw new Error("no");
      },
      () => Promise.reject(new Error("no")),
    ]) {
      const reply = await door.client({ secrets: SECRET, on: {}, onProblem })({ ...signed("{}"), method: "PUT" });
      expect(reply.status).toBe(405);
      await expect.poll(() => printed).toHaveBeenCalled();
      printed.mockClear();
    }
  });
});

it("refuses a body by the size that it announces, whatever arrives", async () => {
  const body = bytesOf(snapshot());
  const receiver = createReceiver({ secrets: SECRET, maxBodyBytes: body.length, on: {}, onProblem() {} });
  const headers = { "content-type": "application/json", [HEADER]: sign(body) };
  const status = async (announced: number) => {
    const request = { method: "POST", headers: { ...headers, "content-length": `${announced}` }, body };
    return (await receiver.bytes(request)).status;
  };
  expect([await status(body.length), await status(body.length + 1)]).toEqual([204, 413]);
});

describe("what is printed where onProblem is left out", () => {
  const { headers } = signed(snapshot());
  const forged = { headers, body: bytesOf("{}") };
  it.each([
    ["a forged signature", "client", forged, "signature_mismatch"],
    ["a signed body that is lost", "client", signed("["), "body_not_json"],
    ["a signed payload that is lost", "client", signed("{}"), "payload_invalid"],
    ["a handler that fails", "client", signed(snapshot()), "handler_failed"],
    ["rubbish without a signature", "app", { headers, body: bytesOf("[") }, ""],
    ["a handler of claims that fails", "app", { headers, body: bytesOf(snapshot()) }, "handler_failed"],
  ] as const)("%s", async (_, kind, delivery, code) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const on = { [EVENT]: () => Promise.reject(new Error("mine")) };
    for (const door of DOORS)
      await (kind === "client" ? door.client({ secrets: SECRET, on }) : door.app({ on }))(delivery);
    const lines = printed.mock.calls.map(([line]) => line);
    expect(lines).toEqual(code ? DOORS.map(() => `webhook receiver: ${code}`) : []);
  });
});

describe("types", () => {
  it("know the payload of a known event, with and without bigint", () => {
    createReceiver({
      secrets: SECRET,
      on: {
        [EVENT]: ({ payload, key, verified }) => {
          expectTypeOf(payload.id).toEqualTypeOf<number>();
          expectTypeOf(payload.amount).toEqualTypeOf<number | null | undefined>();
          expectTypeOf(key).toEqualTypeOf<string>();
          expectTypeOf(verified).toEqualTypeOf<true>();
        },
      },
    });
    createReceiver({
      secrets: SECRET,
      bigint: true,
      on: {
        [EVENT]: ({ payload }) => {
          expectTypeOf(payload.id).toEqualTypeOf<number | bigint>();
          expectTypeOf(payload["@event"]).toEqualTypeOf<string>();
        },
      },
    });
  });

  it("keep claims from passing for a payload", () => {
    expectTypeOf<UnverifiedEvent>().not.toExtend<VerifiedEvent>();
    expectTypeOf<UnverifiedEvent>().not.toHaveProperty("payload");
    // @ts-expect-error: a handler of signed events does not take unsigned ones
    createAppReceiver({ on: { [EVENT]: (event: VerifiedEvent) => event } });
    // @ts-expect-error: no such event is known; onUnknown takes it
    expect(() => createReceiver({ secrets: SECRET, on: { "case_file.payment.confirmd": () => undefined } })).toThrow();
  });
});
