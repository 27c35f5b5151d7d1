/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { VerifiedEvent } from "collections-contract";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver, type ReceiverOptions, SIGNATURE_HEADER } from "../src/index.ts";
import { bytes, vectors } from "./vectors.ts";

type Secret = { secret: string; label?: string; owner?: string };
type Request = { method: string; head: Record<string, string>; body: string; expected: string[] };
type Step = Request & { secrets?: Secret[]; secretsFail?: boolean; store?: string; handler?: string };
type Options = { maxBodyBytes?: number; key?: string; onUnknown?: boolean; listeners?: string };
type Case = { id: string; secrets: Secret[]; owner?: string; asked?: boolean; options: Options; requests: Step[] } & {
  before: { done: string[]; busy: string[] };
  refusedWhenMade?: boolean;
};

/**
 * The store does not commit what handlers do, a repetition shares the outcome, bytes are at hand or not, keys differ.
 */
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

/** The key by the named member of a payload. */
function keyBy(name: string, payload: object): string {
  const value = (payload as Record<string, unknown>)[name];
  failIf(name === "throws" || (name === "strict" && value !== 7));
  return name === "empty" ? "" : `${name} ${JSON.stringify(value)}`;
}

/** One case: its receiver, its store, and the lines that say what they did. */
function run(one: Case) {
  const seen = { now: {} as Step, lines: [] as string[] };
  const keys = new Map<string, "done" | "busy">();
  for (const is of ["done", "busy"] as const) for (const key of one.before[is]) keys.set(ownKey(key), is);
  const secrets = () => {
    failIf(seen.now.secretsFail);
    const all = (seen.now.secrets ?? one.secrets).map((own) => (own.label === undefined ? own.secret : own));
    return (one.owner === undefined ? all : { owner: one.owner, secrets: all }) as ReceiverOptions["secrets"];
  };
  const alike = (key: string) =>
    seen.now.expected[0]?.includes("key=bytes ") ? key.replace(/^verified[ /][\w+/]{43}=$/, "bytes") : key;
  const handle = ({ event, payload, key, secretIndex, label = "", owner = "" }: VerifiedEvent) => {
    const id = event === CASE_FILE_PAYMENT_CONFIRMED ? payload["id"] : "";
    const line = `handler event=${event} id=${id} key=${alike(key)} secret=${secretIndex} label=${label} owner=${owner}`;
    if (seen.now.handler !== "late") seen.lines.push(line);
    failIf(seen.now.handler === "throws");
    return seen.now.handler === "late" ? new Promise<void>(() => {}) : undefined;
  };
  const { maxBodyBytes, key, onUnknown, listeners } = one.options;
  const tell = (text: string) => failIf(seen.lines.push(text) && listeners);
  const store: ReceiverOptions["store"] = {
    async reserve(own) {
      failIf(seen.now.store === "away");
      const state = keys.get(own) ?? "new";
      if (state === "new") keys.set(own, "busy");
      return state;
    },
    done(own) {
      keys.set(own, "done");
      seen.lines.push(`stored ${alike(own)}`);
    },
    release: (own) => void keys.delete(own),
  };
  const receiver = createReceiver({
    secrets: one.asked ? (secrets as () => string[]) : secrets(),
    on: { [CASE_FILE_PAYMENT_CONFIRMED]: handle },
    store,
    handlerTimeoutMs: one.requests.some(({ handler }) => handler === "late") ? 50 : 5_000,
    onProblem: ({ status, code, event = "", label = "", owner = "" }) =>
      tell(`problem status=${status} code=${code} event=${event} label=${label} owner=${owner}`),
    onAccepted: ({ as }) => tell(`accepted ${as}`),
    ...(maxBodyBytes && { maxBodyBytes }),
    ...(key && { key: (payload) => keyBy(key, payload) }),
    ...(onUnknown && { onUnknown: handle }),
  });
  return { receiver, seen };
}

test("receivers", async (t) => {
  t.mock.method(console, "error", () => undefined);
  for (const one of vectors<Case>("receiver", 100, LACKS).cases) {
    if (one.refusedWhenMade) {
      assert.throws(() => run(one), one.id);
      continue;
    }
    const { receiver, seen } = run(one);
    for (const now of one.requests) {
      const expected = now.expected.map((text) => text.replace(/(?<=key=).*(?= secret)|(?<=^stored ).*/, ownKey));
      Object.assign(seen, { now: { ...now, expected }, lines: [] });
      const { signature, ...head } = now.head;
      const headers = { ...head, ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }) };
      const { status, body } = await receiver.bytes({ method: now.method, headers, body: bytes(now.body) });
      await sleep(2);
      // The npm package tells an empty list of secrets apart from a function that fails.
      const got = [...seen.lines, `answer ${status} ${body ?? ""}`.trim()];
      assert.deepEqual(
        got.map((text) => text.replace("secret_empty", "secrets_unavailable")),
        expected,
        one.id,
      );
    }
  }
});
