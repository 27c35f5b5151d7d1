/** Reading a delivery whose bytes are trusted: for all bytes and all payloads (U-30, U-32, U-40). */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Payload, readDelivery } from "../src/delivery.ts";
import { bytesOf, EVENT, snapshot } from "./support/receiver.ts";

const RUNS = { numRuns: 1000 };
const read = (text: string, bigint = false) => readDelivery(bytesOf(text), bigint);
const name = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "prototype", "toString", "id", "a"));
/** JSON as text, so that members like `__proto__` and numbers of any size can be in it. */
const json: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom(
      "true",
      "false",
      "null",
      "1",
      "-0",
      "1e400",
      "-1e-400",
      "9007199254740991",
      "9007199254740993",
      "1E22",
      "0.1",
    ),
    fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  ),
})).value;

/** Every value in a payload, with the name it has. */
function* members(value: unknown, key = ""): Generator<[string, unknown]> {
  yield [key, value];
  if (typeof value !== "object" || value === null) return;
  for (const own of Reflect.ownKeys(value)) yield* members(value[own as never], String(own));
}

describe("every delivery", () => {
  it("is read or refused with a code, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, bigint) => {
        const delivery = readDelivery(bytes, bigint);
        if (!delivery.ok)
          expect(delivery.code).toMatch(/^(body_not_utf8|body_not_json|payload_invalid|number_unsafe)$/);
      }),
      RUNS,
    );
  });

  it("is what JSON.parse makes of it, without __proto__, and with no number that was rounded", () => {
    fc.assert(
      fc.property(json, fc.boolean(), (more, bigint) => {
        const text = `{"@event":"other","more":${more}}`;
        const delivery = read(text, bigint);
        const plain = JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value));
        const unsafe = [...members(plain)].some(
          ([, value]) => typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER,
        );
        expect(delivery.ok || delivery.code).toBe(unsafe && (!bigint || !delivery.ok) ? "number_unsafe" : true);
        if (!delivery.ok) return;
        for (const [key, value] of members(delivery.payload)) {
          expect(key).not.toBe("__proto__");
          if (typeof value === "number") expect(Math.abs(value)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
          if (typeof value === "bigint") expect(more).toContain(String(value));
        }
        if (!unsafe) expect(delivery.payload).toEqual(plain);
      }),
      RUNS,
    );
  });

  it("keeps integers of any size exact with bigint, and no others", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (id) => {
        const safe = BigInt.asIntN(54, id) === id && id !== -(2n ** 53n) && id !== 2n ** 53n;
        const delivery = read(`{"@event":"${EVENT}","id":${id}}`, true);
        expect(delivery.ok && delivery.payload["id"]).toBe(safe ? Number(id) : id);
        expect(read(`{"@event":"${EVENT}","id":${id}}`).ok).toBe(safe);
      }),
      RUNS,
    );
  });
});

describe("one delivery", () => {
  it.each(["null", "true", "1", '"text"', "[]", "{}", '{"@event":null}', '{"@event":1}', '["@event"]'])(
    "is no event: %s",
    (text) => expect(read(text)).toEqual({ ok: false, code: "payload_invalid" }),
  );

  it("does not suffer from the one before it", () => {
    const broken = bytesOf(Buffer.concat([Buffer.from("\ufeff{"), Buffer.from([0xe2, 0x82])]));
    for (let i = 0; i < 3; i++) {
      expect(readDelivery(broken)).toEqual({ ok: false, code: "body_not_utf8" });
      expect(read(`\ufeff${snapshot()}`).ok).toBe(true);
      expect(read(snapshot()).ok).toBe(true);
    }
  });

  it("names its faults by place and never by value", () => {
    const delivery = read(snapshot({ id: "S3CRET", amount: "S3CRET", caseFile: { id: "S3CRET" } }));
    expect(delivery).toEqual({
      ok: false,
      code: "payload_invalid",
      faults: [
        { path: "/id", message: "must be integer", keyword: "type" },
        { path: "/amount", message: "must be integer or null", keyword: "type" },
        { path: "/caseFile/id", message: "must be integer", keyword: "type" },
      ],
    });
  });

  it("is not validated where there is no validator, not even one that every object inherits", () => {
    for (const event of ["toString", "constructor", "__proto__", "hasOwnProperty", ""]) {
      expect(read(JSON.stringify({ "@event": event }))).toEqual({ ok: true, event, payload: { "@event": event } });
    }
  });

  it("is a payload that can be copied without harm", () => {
    const delivery = read(snapshot({}, '"__proto__":{"admin":true},"a":{"__proto__":{"admin":true},"b":1}'));
    const { payload } = delivery as unknown as { payload: Payload & { a: object } };
    const copy: Record<string, unknown> = Object.assign({}, payload, payload.a);
    for (const key in payload) copy[key] = payload[key];
    expect(copy["admin"]).toBeUndefined();
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(payload.a).toEqual({ b: 1 });
  });
});
