/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { VerifiedEvent } from "collections-contract";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver, type ReceiverOptions, SIGNATURE_HEADER } from "../src/index.ts";
import { bytes, vectors } from "./vectors.ts";

type Secret = { secret: string; label?: string; owner?: string };
type Request = { method: string; headers: [name: string, value: string][]; body: string; secrets?: Secret[] };
type Step = Request & { secretsFail?: boolean; store?: string; handler?: string } & {
  status: number;
  code?: string;
  problem?: { code: string };
  as?: string;
  handled?: { key: string };
};
type Options = { maxBodyBytes?: number; key?: string; onUnknown?: boolean; listeners?: string };
type Case = { id: string; secrets: Secret[]; owner?: string; asked?: boolean; options: Options; requests: Step[] } & {
  before: { done: string[]; busy: string[] };
  refusedWhenMade?: boolean;
  stored: string[];
};

/** The store does not commit what handlers do, a repetition shares the outcome, bytes are at hand or not, keys differ. */
const LACKS = ["transaction", "repetition refused", "body lost", "key of any text"];
/** The keys of the npm package begin with their space. Bytes have a digest there, which is another one. */
const ownKey = (key: string) => {
  const [, owner, same] = /^(?:([^/ ]*)\/)?(.*)$/.exec(key) ?? [];
  if (/[0-9a-f]{64} /.test(key)) return "bytes";
  return owner === undefined ? `verified ${same}` : `verified/${owner}${owner && " "}${same}`;
};
const failIf = (condition: unknown): undefined => {
  if (condition) throw new Error("away");
};

/** One case: its receiver, its store, and what they saw. */
function run(one: Case) {
  const seen = { now: {} as Step, handled: [] as VerifiedEvent[], told: [] as unknown[] };
  const keys = new Map<string, "done" | "busy">();
  for (const is of ["done", "busy"] as const) for (const key of one.before[is]) keys.set(ownKey(key), is);
  const secrets = () => {
    failIf(seen.now.secretsFail);
    const all = (seen.now.secrets ?? one.secrets).map((own) => (own.label === undefined ? own.secret : own));
    return (one.owner === undefined ? all : { owner: one.owner, secrets: all }) as ReceiverOptions["secrets"];
  };
  const handle = (event: unknown) => {
    seen.handled.push(event as VerifiedEvent);
    failIf(seen.now.handler === "throws");
    return seen.now.handler === "late" ? new Promise(() => {}) : undefined;
  };
  const { maxBodyBytes, key, onUnknown, listeners } = one.options;
  const tell = (what: unknown) => failIf(seen.told.push(what) && listeners);
  const store: ReceiverOptions["store"] = {
    async reserve(own) {
      failIf(seen.now.store === "away");
      const state = keys.get(own) ?? "new";
      if (state === "new") keys.set(own, "busy");
      return state;
    },
    done: (own) => void keys.set(own, "done"),
    release: (own) => void keys.delete(own),
  };
  const receiver = createReceiver({
    secrets: one.asked ? (secrets as () => string[]) : secrets(),
    on: { [CASE_FILE_PAYMENT_CONFIRMED]: handle },
    store,
    handlerTimeoutMs: one.requests.some(({ handler }) => handler === "late") ? 50 : 5_000,
    onProblem: ({ error, faults, ...problem }) => tell(problem),
    onAccepted: ({ as }) => tell(as),
    ...(maxBodyBytes && { maxBodyBytes }),
    ...(key && { key: () => failIf(key === "throws") ?? (key === "empty" ? "" : key) }),
    ...(onUnknown && { onUnknown: handle }),
  });
  return { receiver, seen, keys };
}

test("receivers", async (t) => {
  t.mock.method(console, "error", () => undefined);
  for (const one of vectors<Case>("receiver", 100, LACKS).cases) {
    if (one.refusedWhenMade) {
      assert.throws(() => run(one), one.id);
      continue;
    }
    const { receiver, seen, keys } = run(one);
    const known = (key: string, expected: string[]) => (expected.includes(key) ? key : "bytes");
    for (const now of one.requests) {
      Object.assign(seen, { now, handled: [], told: [] });
      const headers = now.headers.map(([name, value]) => [name === "signature" ? SIGNATURE_HEADER : name, value]);
      const answer = await receiver.bytes({ method: now.method, headers, body: bytes(now.body) });
      await sleep(2);
      const code = answer.body ? JSON.parse(String(answer.body)).code : undefined;
      // The npm package tells an empty list of secrets apart from a function that fails.
      const said = code === "secret_empty" && now.code === "secrets_unavailable" ? now.code : code;
      const problem = now.problem && { ...now.problem, code: code ?? now.problem.code };
      const told = [problem, now.as].filter((what) => what !== undefined);
      assert.deepEqual([answer.status, said, seen.told], [now.status, now.code, told], one.id);
      const expected = now.handled ? [{ ...now.handled, key: ownKey(now.handled.key) }] : [];
      const got = seen.handled.map(({ event, payload, key, secretIndex, label, owner }) => ({
        ...(event === CASE_FILE_PAYMENT_CONFIRMED && { id: String(payload["id"]) }),
        ...{
          event,
          key: known(key, [expected[0]?.key ?? ""]),
          secretIndex,
          ...(label && { label }),
          ...(owner && { owner }),
        },
      }));
      assert.deepEqual(got, expected, one.id);
    }
    const done = [...keys].filter(([, is]) => is === "done").map(([key]) => known(key, one.stored.map(ownKey)));
    assert.deepEqual(done.sort(), one.stored.map(ownKey).sort(), one.id);
  }
});
