/** Reading a delivery whose bytes are trusted: for all bytes and all payloads (U-30, U-32, U-40). */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Payload, readDelivery } from "../../src/receive/delivery.ts";
import { hasRoundedInteger } from "../../src/receive/numbers.ts";
import { bytesOf, EVENT, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

const RUNS = { numRuns: 1000 };
const read = (text: string, bigint = false) => readDelivery(bytesOf(text), bigint);
const name = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "prototype", "toString", "id", "a"));
/** What removes every way to a prototype from a parsed payload. */
const harmless = (key: string, value: unknown) =>
  key === "__proto__" ||
  (key === "constructor" && typeof value === "object" && value && Object.hasOwn(value, "prototype"))
    ? undefined
    : value;
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
      "1.0",
      "12e2",
      "4503599627370496.5",
      "9007199254740990.6",
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

/** Of the numbers above, those that become another integer. */
const ROUNDED = ["-1e-400", "4503599627370496.5", "9007199254740990.6"];

/** Every value in a payload, with the name it has. */
function* members(value: unknown, key = ""): Generator<[string, unknown]> {
  yield [key, value];
  if (typeof value !== "object" || value === null) return;
  for (const own of Reflect.ownKeys(value)) yield* members(value[asWrongType(own)], String(own));
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

  // As many as 1 MiB, the limit of a body, has room for.
  it.each([
    ["in an event", (levels: string) => `{"@event":"other","more":${levels}}`, true],
    ["alone", (levels: string) => levels, false],
  ])("may have 500,000 levels: %s", (_, around, ok) =>
    expect(read(around("[".repeat(5e5) + "]".repeat(5e5))).ok).toBe(ok),
  );

  it("is what JSON.parse makes of it, without ways to a prototype, and with no number that was rounded", () => {
    fc.assert(
      fc.property(json, fc.boolean(), (more, bigint) => {
        const text = `{"@event":"other","more":${more}}`;
        const delivery = read(text, bigint);
        const plain = JSON.parse(text, harmless);
        const large = [...members(plain)].some(
          ([, value]) => typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER,
        );
        const rounded = ROUNDED.some((number) => more.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").includes(number));
        const refused = rounded || (large && (!bigint || !delivery.ok));
        expect(delivery.ok || delivery.code).toBe(refused ? "number_unsafe" : true);
        if (!delivery.ok) return;
        for (const [key, value] of members(delivery.payload)) {
          expect(key).not.toBe("__proto__");
          if (typeof value === "number") expect(Math.abs(value)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
          if (typeof value === "bigint") expect(more).toContain(String(value));
        }
        if (!large) expect(delivery.payload).toEqual(plain);
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

  it("is a payload that a naive merge can take without harm", () => {
    const merge = (into: Record<string, unknown>, from: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(from)) {
        if (typeof value !== "object" || value === null) into[key] = value;
        else {
          into[key] ??= {};
          merge(into[key] as Record<string, unknown>, value as Record<string, unknown>);
        }
      }
    };
    const evil = '{"prototype":{"polluted":true}}';
    const delivery = read(
      snapshot({}, `"constructor":${evil},"__proto__":{"polluted":true},"a":{"constructor":${evil}}`),
    );
    merge({}, (delivery as { payload: Payload }).payload);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("keeps a constructor that is the name of a builder", () => {
    expect(read(snapshot({ constructor: { name: "ACME" }, prototype: 1 }))).toMatchObject({
      payload: { constructor: { name: "ACME" }, prototype: 1 },
    });
  });
});

describe("a number with a fraction or an exponent", () => {
  const oracle = (written: string) => {
    const [, sign, whole = "", fraction = "", exponent = "0"] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(written) ?? [];
    const power = Number(exponent) - fraction.length;
    const digits = BigInt(`${sign}${whole}${fraction}`);
    const value = Number(written);
    if (!Number.isSafeInteger(value)) return false;
    return power >= 0
      ? digits * 10n ** BigInt(power) !== BigInt(value)
      : digits !== BigInt(value) * 10n ** BigInt(-power);
  };
  const written = fc
    .tuple(
      fc.bigInt({ min: -(2n ** 56n), max: 2n ** 56n }),
      fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: undefined }),
      fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
    )
    .map(
      ([whole, fraction, power]) =>
        `${whole}${fraction ? `.${fraction}` : ""}${power === undefined ? "" : `E${power}`}`,
    );

  it("is refused exactly if it becomes an integer that was not written", () => {
    let refused = 0;
    fc.assert(
      fc.property(written, (number) => {
        const expected = oracle(number);
        if (expected) refused++;
        expect([number, hasRoundedInteger(`{"a":[${number}]}`)]).toEqual([number, expected]);
      }),
      { numRuns: 5000 },
    );
    expect(refused).toBeGreaterThan(20);
  });

  it.each(["9007199254740990.6", "4503599627370496.5", "1.0000000000000000000001", "1e-400", "0.1e-999"])(
    "never becomes the id of another payment: %s",
    (id) => {
      for (const bigint of [false, true])
        expect(read(`{"@event":"${EVENT}","id":${id}}`, bigint)).toEqual({ ok: false, code: "number_unsafe" });
    },
  );

  it.each(["1.0", "1e2", "10.50E1", "-0", "0.0", "0e5"])("passes if it is that integer: %s", (id) => {
    expect(read(`{"@event":"${EVENT}","id":${id}}`)).toMatchObject({ ok: true, payload: { id: Number(id) } });
  });

  it("may be anything in a string, behind escapes too", () => {
    for (const note of ["4503599627370496.5", '"4503599627370496.5', '\\" 4503599627370496.5', "\\\\"])
      expect(read(snapshot({ note, rate: 0.1 })).ok).toBe(true);
    expect(read(snapshot({ note: "\\" }, '"rate":4503599627370496.5')).ok).toBe(false);
  });

  it("is looked for in linear time", () => {
    const started = performance.now();
    for (const text of ["0".repeat(2 ** 20), "\\".repeat(2 ** 19), '\\"'.repeat(2 ** 19)])
      expect(read(snapshot({ note: text, rate: 0.5 })).ok).toBe(true);
    expect(hasRoundedInteger(`[1.${"0".repeat(2 ** 20)}1]`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
