/**
 * What users of generated/validators.ts may rely on: verdicts, type guards, errors without values, no run time of its
 * own.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type * as models from "../../generated/events.ts";
import type { components } from "../../generated/types.ts";
import * as validators from "../../generated/validators.ts";
import type { Json } from "../../scripts/check/source.ts";
import { PAYMENT as SNAPSHOT } from "../../scripts/vectors/delivery.ts";

const { isPaymentSnapshot, validatePaymentSnapshot, isReceivedPaymentSnapshot, validateReceivedPaymentSnapshot } =
  validators;
const file = new URL("../../generated/validators.ts", import.meta.url);
const listFaults = (verdict: validators.Validation<unknown>) => (verdict.ok ? [] : verdict.faults);

describe("a verdict", () => {
  it("hands back the very value when it is valid", () => {
    const verdict = validatePaymentSnapshot(SNAPSHOT);
    expect(verdict).toEqual({ ok: true, value: SNAPSHOT });
    expect(verdict.ok && verdict.value).toBe(SNAPSHOT);
  });

  it.each(
    Object.entries<[Json, boolean]>({
      "an integer written 1.0": [JSON.parse('{"id": 4711.0}'), true],
      "minus zero": [{ id: -0 }, true],
      "an integer beyond 53 bits": [{ id: 2 ** 60 }, true],
      "1e400, which JavaScript reads as Infinity": [JSON.parse('{"id": 1e400}'), false],
      NaN: [{ id: Number.NaN }, false],
      "a fraction": [{ id: 0.5 }, false],
      "a bigint": [{ id: 4711n }, false],
      "a boxed number": [{ id: Object(4711) }, false],
      "a boxed text": [{ paidTo: Object("client") }, false],
      "a Date for a timestamp": [{ confirmedAt: new Date(0) }, false],
      "null for a member": [{ amount: null }, false],
      "undefined for a member, which is a missing one": [{ amount: undefined }, false],
      "an array for an object": [{ caseFile: [{ id: 815 }] }, false],
      "a member named __proto__, from JSON.parse": [
        JSON.parse('{"__proto__": {"id": "4711"}, "constructor": 1, "toString": null}'),
        true,
      ],
      "junk 10,000 levels deep in an unknown member": [
        JSON.parse(`{"junk": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
        true,
      ],
    }),
  )("judges %s", (_, [change, ok]) => {
    const value = Object.defineProperties({ ...SNAPSHOT }, Object.getOwnPropertyDescriptors(change));
    expect(validatePaymentSnapshot(value).ok).toBe(ok);
    expect(isPaymentSnapshot(value)).toBe(ok);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a text", JSON.stringify(SNAPSHOT)],
    ["a number", 4711],
    ["an array", [SNAPSHOT]],
    ["a function", () => SNAPSHOT],
    ["a bigint", 1n],
    ["a symbol", Symbol("x")],
  ])("refuses %s with one error, for every schema", (_, value) => {
    for (const [name, validate] of Object.entries<Json>(validators).filter(([name]) => name.startsWith("validate"))) {
      expect(validate(value), name).toEqual({
        ok: false,
        faults: [{ path: "", message: "must be object", keyword: "type" }],
      });
    }
  });

  it("takes an object without a prototype, and does not change what it judges", () => {
    const value = Object.freeze(Object.assign(Object.create(null), SNAPSHOT));
    expect(isPaymentSnapshot(value)).toBe(true);
    expect(listFaults(validatePaymentSnapshot(Object.create(null)))).toHaveLength(8);
  });

  it("does not take what a __proto__ member holds for members of the object", () => {
    const { caseFile, ...rest } = SNAPSHOT;
    const value = JSON.parse(`{"__proto__": ${JSON.stringify({ caseFile })}, ${JSON.stringify(rest).slice(1)}`);
    expect(listFaults(validatePaymentSnapshot(value))).toEqual([
      { path: "/caseFile", message: "is missing", keyword: "required" },
    ]);
  });

  it("does not depend on the verdict before it", () => {
    const first = validatePaymentSnapshot({});
    expect(isPaymentSnapshot(SNAPSHOT)).toBe(true);
    expect(listFaults(first)).toHaveLength(8);
  });
});

describe("errors", () => {
  it("name every fault, each with its place", () => {
    const value = { ...SNAPSHOT, id: "4711", paidTo: 1, confirmedAt: "today", caseFile: {} };
    expect(listFaults(validatePaymentSnapshot(value))).toEqual([
      { path: "/id", message: "must be integer", keyword: "type" },
      { path: "/paidTo", message: "must be string", keyword: "type" },
      { path: "/confirmedAt", message: 'must match format "date-time"', keyword: "format" },
      { path: "/caseFile/id", message: "is missing", keyword: "required" },
    ]);
    const webhook = { events: ["a", 1, null], webhookUrl: "ftp://a.example.com", responseHandlingType: 3, active: 0 };
    expect(listFaults(validators.validateAppWebhookWrite(webhook))).toEqual([
      { path: "/webhookUrl", message: 'must match pattern "^[hH][tT][tT][pP][sS]?://"', keyword: "pattern" },
      { path: "/events/1", message: "must be string", keyword: "type" },
      { path: "/events/2", message: "must be string", keyword: "type" },
      { path: "/responseHandlingType", message: "must be equal to one of the allowed values: [1,2]", keyword: "enum" },
      { path: "/active", message: "must be boolean", keyword: "type" },
    ]);
    expect(listFaults(validators.validateTokenRequest({ grant_type: "password" }))[4]).toEqual({
      path: "/grant_type",
      message: 'must be equal to constant: "authorization_code"',
      keyword: "const",
    });
  });

  it("refuse a known value of another type, too", () => {
    expect(
      listFaults(validators.validateAppWebhook({ responseHandlingType: "2" })).map(({ keyword }) => keyword),
    ).toEqual(["type", "enum"]);
    expect(listFaults(validators.validateAppWebhook({ responseHandlingType: true }))[0]?.path).toBe(
      "/responseHandlingType",
    );
  });

  it("hold no value: neither a wrong one nor one beside it", () => {
    const sentinel = "SENTINEL-7f3a";
    const members = `@event id amount paidTo confirmedAt createdAt updatedAt caseFile app webhookUrl events active
      responseHandlingType client name url secret grant_type code client_id client_secret redirect_uri token_type
      expires_in access_token refresh_token`.split(/\s+/);
    const judges = Object.entries<Json>(validators).filter(([name]) => name.startsWith("validate"));
    const errors = [sentinel, [sentinel], { id: sentinel, [sentinel]: sentinel }].flatMap((wrong) => {
      const value = Object.fromEntries([...members, sentinel].map((key) => [key, wrong]));
      return judges.flatMap(([, validate]) => listFaults(validate(value)));
    });
    expect(errors.length).toBeGreaterThan(80);
    expect(JSON.stringify(errors)).not.toContain(sentinel);
  });
});

it.each(
  Object.entries<[Json, string[]]>({
    "only @event and id": [{ "@event": "x", id: 1 }, []],
    "null for every other member": [
      Object.fromEntries(Object.keys(SNAPSHOT).map((k) => [k, k === "@event" ? "x" : k === "id" ? 1 : null])),
      [],
    ],
    "the whole snapshot, with unknown members": [{ ...SNAPSHOT, more: [1] }, []],
    "a timestamp of another form": [{ ...SNAPSHOT, confirmedAt: "02.03.2026" }, []],
    "no @event": [{ id: 1 }, ["/@event is missing"]],
    "no id": [{ "@event": "x" }, ["/id is missing"]],
    "null for @event and id": [{ "@event": null, id: null }, ["/@event must be string", "/id must be integer"]],
    "a text for id": [{ "@event": "x", id: "1" }, ["/id must be integer"]],
    "a text for amount": [{ ...SNAPSHOT, amount: "1" }, ["/amount must be integer or null"]],
    "a number for a timestamp": [{ ...SNAPSHOT, createdAt: 0 }, ["/createdAt must be string or null"]],
    "a list for caseFile": [{ ...SNAPSHOT, caseFile: [] }, ["/caseFile must be object or null"]],
    "a caseFile without id": [{ ...SNAPSHOT, caseFile: {} }, ["/caseFile/id is missing"]],
    null: [null, [" must be object"]],
  }),
)("the tolerant variant (U-30): %s", (_, [value, expected]) => {
  const errors = listFaults(validateReceivedPaymentSnapshot(value));
  expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual(expected);
  expect(isReceivedPaymentSnapshot(value)).toBe(expected.length === 0);
});

describe("the module", () => {
  const text = readFileSync(file, "utf8");

  it("imports nothing but its neighbour and makes no code", () => {
    expect(text.match(/^import .*$/gm)).toEqual([
      'import { type Fault, readable } from "./faults.ts";',
      'import type { components } from "./types.ts";',
    ]);
    expect(text).not.toMatch(/\brequire\(|\bimport\(|\bFunction\(|\beval\(/);
  });

  it("runs where code from strings is forbidden", () => {
    const script = `const { isCaseFileReference: is } = await import(${JSON.stringify(file)});
      console.log(is({ id: 1 }), is({ id: "1" }));
      try { new Function("return 1"); console.log("allowed"); } catch { console.log("forbidden"); }`;
    const args = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("true false\nforbidden\n");
  });

  it("has a pair of functions for every object schema, and the tolerant one", () => {
    const names = Object.keys(validators).flatMap((name) => /^(?:is|validate)([A-Z]\w+)$/.exec(name)?.[1] ?? []);
    expect([...new Set(names)].sort()).toEqual([
      "AppDelivery",
      "AppWebhook",
      "AppWebhookWrite",
      "CaseFileReference",
      "ClientWebhook",
      "ClientWebhookCreate",
      "PaymentSnapshot",
      "ReceivedPaymentSnapshot",
      "TokenRequest",
      "TokenResponse",
    ]);
    expect(names).toHaveLength(20);
  });
});

// Nothing below runs: tsc judges it.
type S = components["schemas"];
type V = typeof validators;
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Named<Prefix extends string> = keyof V extends infer K ? (K extends `${Prefix}${infer N}` ? N : never) : never;
type Judged<F> = F extends (value: unknown) => infer R
  ? Extract<R, { ok: true }> extends { value: infer T }
    ? T
    : never
  : never;
type Guarded<F> = F extends (value: unknown) => value is infer T ? T : never;
type Objects = { [K in keyof S]: S[K] extends object ? K : never }[keyof S];
type Received = validators.ReceivedPaymentSnapshot;
const agree = <A, B>(..._: Equal<A, B> extends true ? [] : ["these types differ"]): void => {};

it("the types that three tools make of one schema agree, in both directions", () => {
  agree<models.PaymentSnapshot, S["PaymentSnapshot"]>();
  agree<models.CaseFileReference, S["CaseFileReference"]>();
  agree<models.AppDelivery, S["AppDelivery"]>();
  agree<models.EventPayloads["case_file.payment.confirmed"], S["PaymentSnapshot"]>();
  agree<Exclude<Named<"validate">, "ReceivedPaymentSnapshot">, Objects>();
  agree<Named<"is">, Named<"validate">>();
  agree<{ [N in Objects]: Judged<V[`validate${N}`]> }, { [N in Objects]: S[N] }>();
  agree<{ [N in Objects]: Guarded<V[`is${N}`]> }, { [N in Objects]: S[N] }>();
  agree<Judged<V["validateReceivedPaymentSnapshot"]>, Received>();
  agree<keyof Received, keyof models.PaymentSnapshot>();
  agree<[Received["@event"], Received["id"], Received["amount"]], [string, number, number | null | undefined]>();
  agree<keyof validators.ReceivedPayloads, keyof models.EventPayloads>();
  // @ts-expect-error one member less is noticed
  agree<Omit<S["PaymentSnapshot"], "amount">, models.PaymentSnapshot>();
  // @ts-expect-error so is any
  agree<Record<keyof S["CaseFileReference"], Json>, models.CaseFileReference>();
});
