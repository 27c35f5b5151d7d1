/** What can never work is refused when the receiver is made, and what answers wrongly is told when it answers. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../src/receive/outcome.ts";
import { codeOf, DOORS, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

const handler = () => undefined;
const on = { [EVENT]: handler };

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

const refused = (message: string | RegExp) =>
  expect.objectContaining({
    name: "MisuseError",
    code: "receiver_option",
    message: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
  });

/** Values of every kind; a row leaves out those that its option takes. */
const VALUES: Record<string, unknown> = {
  null: null,
  "a text": "S3CRET",
  "a number": 1,
  "a fraction": 1.5,
  zero: 0,
  negative: -1,
  NaN: Number.NaN,
  infinite: Number.POSITIVE_INFINITY,
  "2^31": 2 ** 31,
  "a number as text": "1000",
  true: true,
  false: false,
  "a list": [],
  "an empty object": {},
  "a function": handler,
  "a BigInt": 1n,
  "a Map": new Map([[EVENT, handler]]),
  "a promise": Promise.resolve(handler),
  "inherited functions": Object.create(on),
};
const without = (...names: string[]) => Object.keys(VALUES).filter((name) => !names.includes(name));
const LIMIT = without("a number");
const FUNCTION = without("a function");
const COMMON: Record<string, string[]> = {
  maxBodyBytes: LIMIT,
  bodyTimeoutMs: LIMIT,
  handlerTimeoutMs: LIMIT,
  storeTimeoutMs: LIMIT,
  onUnknown: FUNCTION,
  onProblem: FUNCTION,
  onAccepted: FUNCTION,
  key: FUNCTION,
  bigint: without("true", "false"),
  store: without("false"),
  on: without("an empty object"),
};
const SIGNED = {
  ...COMMON,
  signatureHeader: without("a text", "a number as text"),
  validators: without("an empty object"),
  earlierKeys: without("true", "false"),
  events: without("a list"),
};

describe.each(DOORS)("options: $name", (door) => {
  it.each(Object.keys(SIGNED))("%s of a wrong kind is refused by its name, without its value", (option) => {
    for (const name of SIGNED[option as keyof typeof SIGNED] ?? []) {
      const given = { [option]: VALUES[name] } as object;
      expect(() => door.client(asWrongType({ secrets: SECRET, on, ...given })), name).toThrow(refused(option));
      if (option in COMMON) expect(() => door.app({ on, ...given }), name).toThrow(refused(option));
      expect(() => door.client(asWrongType({ secrets: SECRET, on, ...given })), name).not.toThrow(/S3CRET/);
    }
    const undefinedGiven = { [option]: undefined, onUnknown: handler };
    expect(() => door.client(asWrongType({ secrets: SECRET, ...undefinedGiven }))).not.toThrow();
  });

  it.each([
    ["undefined, as of an import that failed", undefined],
    ["null", null],
    ["a text", "handler"],
    ["a promise", Promise.resolve()],
  ])("a handler that is %s is refused with its event", (_, wrong) => {
    const given = asWrongType({ ...on, other: wrong });
    expect(() => door.client({ secrets: SECRET, on: given })).toThrow(refused('"other" must be a function, not '));
    expect(() => door.app({ on: given })).toThrow(refused('"other"'));
    expect(() => door.client({ secrets: SECRET, on, validators: asWrongType({ other: wrong }) })).toThrow(
      refused('"other"'),
    );
  });

  it("that are not an object are refused", () => {
    for (const wrong of [undefined, null, "S3CRET", 1, [], handler])
      for (const open of [door.client, door.app])
        expect(() => open(asWrongType(wrong))).toThrow(
          refused(/^The options of a receiver are an object, not (?!.*S3CRET)/),
        );
  });

  it.each([
    ["onProblm", "onProblem"],
    ["Store", "store"],
    ["maxBodySize", "maxBodyBytes"],
    ["toString", "Known: on, "],
  ])("%s, which is none, is refused with %s", (name, near) => {
    for (const open of [door.client, door.app])
      expect(() => open(asWrongType({ ...(open === door.client && { secrets: SECRET }), on, [name]: 1 }))).toThrow(
        refused(near),
      );
  });

  it("of signed deliveries are refused by a receiver that checks no signature", () => {
    for (const option of ["secrets", "signatureHeader", "validators", "earlierKeys", "events"])
      expect(() => door.app(asWrongType({ on, [option]: SECRET }))).toThrow(refused(`${option} is not an option`));
  });

  it.each([
    ["lacks a function", { reserve: handler, done: handler }],
    ["has a value in the place of one", { reserve: handler, done: handler, release: true }],
  ])("a store that %s is refused", (_, store) => {
    expect(() => door.client({ secrets: SECRET, on, store: asWrongType(store) })).toThrow(refused("store must be"));
  });

  it("a store whose functions are inherited is taken", async () => {
    const inherited = Object.create({ done() {}, release() {}, reserve: () => "new" as const });
    expect((await door.client({ secrets: SECRET, on, store: inherited })(signed(snapshot()))).status).toBe(204);
  });

  it.each(["onn", "onUnknwon", "inbx"])("the misspelt option %s is refused as such, where it leaves none", (name) => {
    const meant = refused(`${name} is not an option here. Did you mean`);
    expect(() => door.client(asWrongType({ secrets: SECRET, [name]: {} }))).toThrow(meant);
    expect(() => door.app(asWrongType({ [name]: {} }))).toThrow(meant);
  });

  it("misspelt events are refused with the closest name, where nothing would be handled", () => {
    const wrong = asWrongType({ "case_file.payment.confirmd": handler });
    const meant = refused(
      '"case_file.payment.confirmd" is not an event of the contract. Did you mean case_file.payment.confirmed?',
    );
    expect(() => door.client({ secrets: SECRET, on: wrong })).toThrow(meant);
    const foreign = asWrongType({ "invoice.paid": handler });
    expect(() => door.client({ secrets: SECRET, on: foreign })).toThrow(refused("Known: case_file.payment.confirmed"));
    expect(() => door.client({ secrets: SECRET, on: {} })).not.toThrow();
  });

  it("a name that is not an event is told once where other events are handled", async () => {
    const wrong = { "case_file.payment.confirmd": handler };
    const told = [
      "webhook receiver: event_unknown",
      expect.stringContaining("Did you mean case_file.payment.confirmed?"),
    ];
    for (const make of [
      () => door.client({ secrets: SECRET, on: asWrongType({ ...on, ...wrong }) }),
      () => door.client({ secrets: SECRET, on: asWrongType(wrong), onUnknown: handler }),
      () => door.app({ on: wrong }),
    ]) {
      vi.mocked(console.error).mockClear();
      const deliver = make();
      for (let i = 0; i < 3; i++) await deliver(signed(snapshot({ id: i })));
      expect(vi.mocked(console.error).mock.calls).toEqual([told]);
    }
  });

  it.each([
    ["a store", { store: { done: handler, release: handler } }, "reserve", "store_failed", 503],
    ["a key function", {}, "key", "handler_failed", 500],
    ["an inbox", { inbox: { bigint: false }, on: undefined }, "accept", "inbox_failed", 503],
    ["a validator", { validators: {} }, EVENT, "handler_failed", 500],
  ])("%s that answers something else is told by the kind of its answer", async (_, given, name, code, status) => {
    for (const [answer, kind] of [
      ["OK", "a string"],
      [true, "a boolean"],
      [undefined, "undefined"],
      [null, "null"],
      [1, "a number"],
      [[], "a list"],
    ] as const) {
      const [[option, holder] = []] = Object.entries(given);
      const answering = { [name]: () => answer };
      const options = option ? { ...given, [option]: { ...(holder as object), ...answering } } : answering;
      if (name === "key" && answer === "OK") continue;
      const problems: Problem[] = [];
      const all = { secrets: SECRET, on, onProblem: (problem: Problem) => void problems.push(problem), ...options };
      const reply = await door.client(asWrongType(all))(signed(snapshot()));
      expect([reply.status, codeOf(reply)]).toEqual([status, code]);
      const error = expect.objectContaining({ name: "TypeError", message: expect.stringContaining(`not ${kind}`) });
      expect(problems).toEqual([expect.objectContaining({ code, error })]);
      expect(String(problems[0]?.error)).not.toContain("OK");
    }
  });
});
