/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { VerifiedEvent } from "collections-contract";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver, type ReceiverOptions, SIGNATURE_HEADER } from "../src/index.ts";
import { bytes, vectors } from "./vectors.ts";

type Secret = { secret: string; label?: string; owner?: string };
type Step = {
  method: string;
  headers: [name: string, value: string][];
  body: string;
  secrets?: Secret[];
  secretsFail?: boolean;
  store?: string;
  handler?: string;
  status: number;
  code?: string;
  as?: string;
  handled?: { key: string };
};
type Case = {
  id: string;
  needs: string[];
  secrets: Secret[];
  owner?: string;
  asked?: boolean;
  options: { maxBodyBytes?: number; key?: string; onUnknown?: boolean; listeners?: string };
  before: { done: string[]; busy: string[] };
  refusedWhenMade?: boolean;
  requests: Step[];
  stored: string[];
};

/** The store does not commit what handlers do, a repetition shares the outcome, and bytes are at hand or not. */
const LACKS = ["transaction", "repetition refused", "body lost"];
/** The keys of the npm package begin with their space. Bytes have a digest there, which is another one. */
const ownKey = (key: string) => {
  if (/[0-9a-f]{64} /.test(key)) return "bytes";
  const [, owner, same] = /^(?:([^/ ]*)\/)?(.*)$/.exec(key) ?? [];
  return owner === undefined ? `verified ${same}` : `verified/${owner}${owner && " "}${same}`;
};
const known = (key: string, expected: readonly string[]) => (expected.includes(key) ? key : "bytes");
const failing = (what: string) => {
  throw new Error(what);
};

function made(
  one: Case,
  now: Partial<Step>,
  keys: Map<string, "done" | "busy">,
  seen: VerifiedEvent[],
  told: string[],
) {
  const listed = (secrets: Secret[]) => {
    const all = secrets.map(({ label, ...rest }) => (label === undefined ? rest.secret : { label, ...rest }));
    return one.owner === undefined ? all : { owner: one.owner, secrets: all };
  };
  const handle = (event: unknown) => {
    seen.push(event as VerifiedEvent);
    return now.handler === "throws" ? failing("disk full") : now.handler === "late" ? new Promise(() => {}) : undefined;
  };
  const { maxBodyBytes, key, onUnknown, listeners } = one.options;
  const tell = (what: string) => {
    told.push(what);
    if (listeners) failing("the metrics are away");
  };
  return createReceiver({
    secrets: one.asked
      ? () => (now.secretsFail ? failing("the secrets are away") : listed(now.secrets ?? one.secrets))
      : (listed(one.secrets) as ReceiverOptions["secrets"]),
    on: { [CASE_FILE_PAYMENT_CONFIRMED]: handle },
    store: {
      async reserve(own) {
        if (now.store === "away") failing("the store is away");
        const state = keys.get(own) ?? "new";
        if (state === "new") keys.set(own, "busy");
        return state;
      },
      done: (own) => void keys.set(own, "done"),
      release: (own) => void keys.delete(own),
    },
    handlerTimeoutMs: one.requests.some(({ handler }) => handler === "late") ? 50 : 5_000,
    onProblem: ({ status, code }) => status >= 300 && tell(code),
    onAccepted: ({ as }) => tell(as),
    ...(maxBodyBytes && { maxBodyBytes }),
    ...(key && { key: () => (key === "throws" ? failing("no key") : key === "empty" ? "" : key) }),
    ...(onUnknown && { onUnknown: handle }),
  });
}

function handledOf({ event, payload, key, secretIndex, label, owner }: VerifiedEvent, expected: readonly string[]) {
  const id = event === CASE_FILE_PAYMENT_CONFIRMED ? { id: String(payload["id"]) } : {};
  return { event, ...id, key: known(key, expected), secretIndex, ...(label && { label }), ...(owner && { owner }) };
}

test("receivers", async (t) => {
  t.mock.method(console, "error", () => undefined);
  for (const one of vectors<Case>("receiver", 100).cases) {
    if (one.needs.some((need) => LACKS.includes(need))) continue;
    const [now, seen, told] = [{} as Step, [] as VerifiedEvent[], [] as string[]];
    const keys = new Map<string, "done" | "busy">();
    for (const is of ["done", "busy"] as const) for (const key of one.before[is]) keys.set(ownKey(key), is);
    if (one.refusedWhenMade) {
      assert.throws(() => made(one, now, keys, seen, told), one.id);
      continue;
    }
    const receiver = made(one, now, keys, seen, told);
    for (const step of one.requests) {
      for (const name of Object.keys(now)) delete now[name as keyof Step];
      Object.assign(now, step);
      const headers = step.headers.map(([name, value]) => [name === "signature" ? SIGNATURE_HEADER : name, value]);
      const answer = await receiver.bytes({ method: step.method, headers, body: bytes(step.body) });
      await sleep(2);
      const code = answer.body ? JSON.parse(String(answer.body)).code : undefined;
      // The npm package tells an empty list of secrets apart from a function that fails.
      const said = code === "secret_empty" && step.code === "secrets_unavailable" ? step.code : code;
      assert.deepEqual([answer.status, said, told.splice(0)], [step.status, step.code, [code ?? step.as]], one.id);
      const handled = step.handled ? [{ ...step.handled, key: ownKey(step.handled.key) }] : [];
      const got = seen.splice(0).map((event) =>
        handledOf(
          event,
          handled.map(({ key }) => key),
        ),
      );
      assert.deepEqual(got, handled, one.id);
    }
    const stored = one.stored.map(ownKey);
    const done = [...keys].flatMap(([key, is]) => (is === "done" ? [known(key, stored)] : []));
    assert.deepEqual(done.sort(), stored.sort(), one.id);
  }
});
