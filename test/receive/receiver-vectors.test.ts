/** The cases of `spec/vectors/receiver.json`, through every door. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import vectors from "../../spec/vectors/receiver.json" with { type: "json" };
import type { DuplicateStore } from "../../src/receive/duplicate-store.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { codeOf, DOORS, EVENT, HEADER } from "../support/receiver.ts";

type Secret = { secret: string; label?: string; owner?: string };
type Handled = { event: string; id?: string; key: string; secretIndex: number; label?: string; owner?: string };
type Sent = {
  method: string;
  headers: string[][];
  body: string;
  secrets?: Secret[];
  secretsFail?: boolean;
  store?: string;
  handler?: string;
  status: number;
  code?: string;
  problem?: { code: string };
  as?: string;
  handled?: Handled;
};
type Case = {
  id: string;
  about: string;
  rests: string[];
  needs: string[];
  secrets: Secret[];
  owner?: string;
  asked?: boolean;
  options: { maxBodyBytes?: number; key?: string; onUnknown?: boolean; listeners?: string };
  before: { done: string[]; busy: string[] };
  refusedWhenMade?: boolean;
  requests: Sent[];
  stored: string[];
};

/**
 * The store does not commit what handlers do, a repetition shares the outcome of the first delivery, doors say what
 * became of a body, and keys have another form.
 */
const LACKS = new Set(["transaction", "repetition refused", "body lost", "key of any text"]);
const cases: readonly Case[] = vectors.cases;

/** Keys of the library begin with their space; an event of which only the bytes are known has their digest alone. */
function ownKey(key: string): string {
  if (/[0-9a-f]{64} /.test(key)) return "bytes";
  const [, owner, same] = /^(?:([^/ ]*)\/)?(.*)$/.exec(key) ?? [];
  if (owner === undefined) return `verified ${same}`;
  return owner === "" ? `verified/${same}` : `verified/${owner} ${same}`;
}

/** A store whose keys a test looks at. */
function table({ done, busy }: Case["before"], now: { step?: Sent }) {
  const keys = new Map([...done.map((key) => [ownKey(key), "done"]), ...busy.map((key) => [ownKey(key), "busy"])] as [
    string,
    "done" | "busy",
  ][]);
  const store: DuplicateStore = {
    async reserve(key) {
      if (now.step?.store === "away") throw new Error("the store is away");
      const known = keys.get(key);
      if (!known) keys.set(key, "busy");
      return known ?? "new";
    },
    done: async (key) => void keys.set(key, "done"),
    release: async (key) => void keys.delete(key),
  };
  return { store, done: () => [...keys].filter(([, is]) => is === "done").map(([key]) => key) };
}

const KEYS: Readonly<Record<string, () => string>> = {
  same: () => "same",
  empty: () => "",
  throws: () => {
    throw new Error("no key");
  },
};

function optionsOf(one: Case, now: { step?: Sent }, store: DuplicateStore, seen: VerifiedEvent[]) {
  const listed = (secrets: Secret[]) => {
    const all = secrets.map((given) => (given.label === undefined ? given.secret : { label: given.label, ...given }));
    return one.owner === undefined ? all : { owner: one.owner, secrets: all };
  };
  const asked = () => {
    if (now.step?.secretsFail) throw new Error("the secrets are away");
    return listed(now.step?.secrets ?? one.secrets);
  };
  const handle = (event: unknown) => {
    seen.push(event as VerifiedEvent);
    if (now.step?.handler === "throws") throw new Error("disk full");
    return now.step?.handler === "late" ? new Promise(() => {}) : undefined;
  };
  const { maxBodyBytes, key, onUnknown } = one.options;
  return {
    secrets: one.asked ? asked : (listed(one.secrets) as ReceiverOptions["secrets"]),
    on: { [EVENT]: handle },
    store,
    ...(one.requests.some(({ handler }) => handler === "late") && { handlerTimeoutMs: 50 }),
    ...(maxBodyBytes && { maxBodyBytes }),
    ...(key && { key: KEYS[key] as () => string }),
    ...(onUnknown && { onUnknown: handle }),
  };
}

const valuesOf = (headers: string[][], name: string) =>
  headers.filter(([own]) => own === name).map(([, value]) => value);
const deliveryOf = ({ method, headers, body }: Sent) => ({
  method,
  headers: Object.fromEntries(
    [...new Set(headers.map(([name]) => name as string))].map((name) => [
      name === "signature" ? HEADER : name,
      valuesOf(headers, name).join(", "),
    ]),
  ),
  body: new Uint8Array(Buffer.from(body, "base64")),
});

function handledOf({ event, payload, key, secretIndex, label, owner }: VerifiedEvent): Handled {
  const id = event === EVENT ? { id: `${payload["id"]}` } : {};
  return { event, ...id, key, secretIndex, ...(label && { label }), ...(owner && { owner }) };
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

it("has many cases, with unique names", () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(new Set(cases.flatMap(({ requests }) => requests.map(({ as }) => as)))).toEqual(
    new Set(["handled", "duplicate", "ignored", undefined]),
  );
});

describe.each(DOORS)("$name", ({ client }) => {
  it.each(cases.filter(({ needs }) => !needs.some((need) => LACKS.has(need))))("$id: $about", async (one) => {
    const now: { step?: Sent } = {};
    const seen: VerifiedEvent[] = [];
    const problems: object[] = [];
    const as: string[] = [];
    const { store, done } = table(one.before, now);
    const fails = one.options.listeners === "throw";
    const listener = (act: () => void) => {
      act();
      if (fails) throw new Error("the metrics are away");
    };
    const make = () =>
      client({
        ...optionsOf(one, now, store, seen),
        onProblem: ({ error, faults, ...problem }) => listener(() => problems.push(problem)),
        onAccepted: (accepted) => listener(() => as.push(accepted.as)),
      });
    if (one.refusedWhenMade) {
      expect(make).toThrow();
      return;
    }
    const deliver = make();
    for (const step of one.requests) {
      now.step = step;
      const reply = await deliver(deliveryOf(step));
      await new Promise((settled) => setTimeout(settled, 2));
      const { status, code, problem, handled } = step;
      // The library tells an empty list of secrets apart from a function that fails.
      const codesOf = code === "secrets_unavailable" ? [code, "secret_empty"] : [code];
      expect(codesOf).toContain(codeOf(reply));
      expect([reply.status, reply.headers.get("allow")]).toEqual([status, status === 405 ? "POST" : null]);
      expect(reply.headers.get("content-type")).toBe(code ? "application/json" : null);
      expect(seen.splice(0).map(handledOf)).toEqual(
        handled
          ? [{ ...handled, key: ownKey(handled.key) === "bytes" ? expect.any(String) : ownKey(handled.key) }]
          : [],
      );
      const told = problem && { ...problem, code: codeOf(reply) ?? problem.code };
      expect(problems.splice(0)).toEqual(told ? [told] : []);
      expect(as.splice(0)).toEqual(step.as ? [step.as] : []);
    }
    const stored = one.stored.map(ownKey);
    expect(
      done()
        .map((key) => (stored.includes(key) ? key : "bytes"))
        .sort(),
    ).toEqual(stored.sort());
  });
});
