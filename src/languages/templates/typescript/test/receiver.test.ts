/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { VerifiedEvent } from "collections-contract";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver, type ReceiverOptions, SIGNATURE_HEADER } from "../src/index.ts";
import { bytes, vectors } from "./vectors.ts";

type Secrets = { secrets: string[] | null; labelled: { secret: string; label: string; owner?: string }[] };
type Step = Secrets & {
  method: string;
  head: Record<string, string>;
  body: string;
  store?: string;
  handler?: string;
  fails: string[];
  expected: string[];
};
type Case = Secrets & {
  id: string;
  owner?: string;
  asked?: boolean;
  maxBodyBytes: number;
  handlerTimeoutMs: number;
  key?: string;
  onUnknown?: boolean;
  before: Record<string, "done" | "busy">;
  refusedWhenMade?: boolean;
  requests: Step[];
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

/** The key by the named member of a payload. */
function keyBy(name: string, payload: object): string {
  const value = (payload as Record<string, unknown>)[name];
  if (name === "strict" && value !== 7) throw new Error("no key");
  return name === "empty" ? "" : `${name} ${JSON.stringify(value)}`;
}

/** One case: its receiver, its store, and the lines that say what they did. */
function run(one: Case) {
  const seen = { now: {} as Step, lines: [] as string[] };
  const keys = new Map(Object.entries(one.before).map(([key, is]) => [ownKey(key), is]));
  const list = ({ secrets, labelled }: Secrets) => {
    if (!secrets) throw new Error("the secrets are away");
    const all = [...secrets, ...labelled];
    return (one.owner === undefined ? all : { owner: one.owner, secrets: all }) as ReceiverOptions["secrets"];
  };
  const alike = (key: string) =>
    seen.now.expected[0]?.includes("key=bytes ") ? key.replace(/^verified[ /][\w+/]{43}=$/, "bytes") : key;
  const write = (line: string): void => {
    seen.lines.push(line);
    if (seen.now.fails.some((word) => line.startsWith(word))) throw new Error(line);
  };
  const handle = ({ event, payload, key, secretIndex, label = "", owner = "" }: VerifiedEvent) => {
    if (seen.now.handler === "late") return new Promise<void>(() => {});
    const id = event === CASE_FILE_PAYMENT_CONFIRMED ? payload["id"] : "";
    write(`handler event=${event} id=${id} key=${alike(key)} secret=${secretIndex} label=${label} owner=${owner}`);
    return undefined;
  };
  const { maxBodyBytes, handlerTimeoutMs, key, onUnknown } = one;
  const store: ReceiverOptions["store"] = {
    async reserve(own) {
      if (seen.now.store === "away") throw new Error("the store is away");
      const state = keys.get(own) ?? "new";
      if (state === "new") keys.set(own, "busy");
      return state;
    },
    done(own) {
      keys.set(own, "done");
      write(`commit ${alike(own)}`);
    },
    release: (own) => void keys.delete(own),
  };
  const receiver = createReceiver({
    secrets: one.asked ? () => list(seen.now) as string[] : list(one),
    on: { [CASE_FILE_PAYMENT_CONFIRMED]: handle },
    store,
    maxBodyBytes,
    handlerTimeoutMs,
    onProblem: ({ status, code, event = "", label = "", owner = "" }) =>
      write(`problem status=${status} code=${code} event=${event} label=${label} owner=${owner}`),
    onAccepted: ({ as }) => write(`accepted ${as}`),
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
      const expected = now.expected.map((text) => text.replace(/(?<=key=).*(?= secret)|(?<=^commit ).*/, ownKey));
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
