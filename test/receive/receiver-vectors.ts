/** Runs the cases of `spec/vectors/receiver.json`, with Web APIs alone: test/on-demand/runtimes.test.ts bundles it. */

import vectors from "../../spec/vectors/receiver.json" with { type: "json" };
import type { Payload } from "../../src/receive/delivery.ts";
import type { DuplicateStore } from "../../src/receive/duplicate-store.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";

const EVENT = "case_file.payment.confirmed";
const HEADER = "X-Service-Signature";

type Secret = { secret: string; label?: string; owner?: string };
type Sent = {
  method: string;
  head: Record<string, string | undefined>;
  body: string;
  secrets?: Secret[];
  secretsFail?: boolean;
  store?: string;
  handler?: string;
  expected: string[];
};
export type Case = {
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
};
type Reply = { status: number; text: string; headers: Headers };
type Deliver = (delivery: { method: string; headers: Record<string, string>; body: Uint8Array }) => Promise<Reply>;
/** What became of one request: the lines of the runner, and the answer. */
export type Step = { lines: string[]; reply: Reply };

/**
 * The store does not commit what handlers do, a repetition shares the outcome of the first delivery, doors say what
 * became of a body, Node sends headers in Latin-1, and keys have another form.
 */
const LACKS = new Set(["transaction", "repetition refused", "body lost", "header of any text", "key of any text"]);
const ALL: readonly Case[] = vectors.cases;
export const CASES = ALL.filter(({ needs }) => !needs.some((need) => LACKS.has(need)));

/** Keys of the library begin with their space; an event of which only the bytes are known has their digest alone. */
function ownKey(key: string): string {
  if (/[0-9a-f]{64} /.test(key)) return "bytes";
  const [, owner, same] = /^(?:([^/ ]*)\/)?(.*)$/.exec(key) ?? [];
  if (owner === undefined) return `verified ${same}`;
  return owner === "" ? `verified/${same}` : `verified/${owner} ${same}`;
}

/** A store whose keys a test looks at. */
function table({ done, busy }: Case["before"], now: { step?: Sent }, say: (line: string) => void) {
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
    done: async (key) => {
      keys.set(key, "done");
      say(`stored ${key}`);
    },
    release: async (key) => void keys.delete(key),
  };
  return store;
}

const makeKey = (name: string) => (payload: Payload) => {
  if (name === "throws" || (name === "strict" && payload[name] !== 7)) throw new Error("no key");
  return name === "empty" ? "" : `${name} ${JSON.stringify(payload[name])}`;
};

function makeOptions(one: Case, now: { step?: Sent }, store: DuplicateStore, say: (line: string) => void) {
  const makeSecrets = (secrets: Secret[]) => {
    const all = secrets.map((given) => (given.label === undefined ? given.secret : { label: given.label, ...given }));
    return one.owner === undefined ? all : { owner: one.owner, secrets: all };
  };
  const askSecrets = () => {
    if (now.step?.secretsFail) throw new Error("the secrets are away");
    return makeSecrets(now.step?.secrets ?? one.secrets);
  };
  const handle = (event: unknown) => {
    if (now.step?.handler === "late") return new Promise(() => {});
    say(handlerLine(event as VerifiedEvent));
    if (now.step?.handler === "throws") throw new Error("disk full");
    return undefined;
  };
  const { maxBodyBytes, key, onUnknown } = one.options;
  return {
    secrets: one.asked ? askSecrets : (makeSecrets(one.secrets) as ReceiverOptions["secrets"]),
    on: { [EVENT]: handle },
    store,
    // It holds for the verifier, too, which a busy machine keeps waiting.
    ...(one.requests.some(({ handler }) => handler === "late") && { handlerTimeoutMs: 500 }),
    ...(maxBodyBytes && { maxBodyBytes }),
    ...(key && { key: makeKey(key) }),
    ...(onUnknown && { onUnknown: handle }),
  };
}

const makeDelivery = ({ method, head: { signature, ...head }, body }: Sent) => ({
  method,
  headers: { ...head, ...(signature !== undefined && { [HEADER]: signature }) } as Record<string, string>,
  body: Uint8Array.from(atob(body), (char) => char.charCodeAt(0)),
});

function handlerLine({ event, payload, key, secretIndex, label = "", owner = "" }: VerifiedEvent): string {
  const id = event === EVENT ? payload["id"] : "";
  return `handler event=${event} id=${id} key=${key} secret=${secretIndex} label=${label} owner=${owner}`;
}

/** What is expected of the library, with `found` in the place of a digest, which is another one. */
export function expectedLines({ expected }: Sent, found: readonly string[]): string[] {
  const digest = /key=(verified[ /][\w+/]{43}=) /.exec(found[0] ?? "")?.[1] ?? "a digest";
  return expected.map((one) =>
    one.replace(/(?<=key=).*(?= secret=)|(?<=^stored ).*/, (key) => ownKey(key).replace(/^bytes$/, digest)),
  );
}

/** Makes the receiver of a case, and sends its requests. Throws what making it throws. */
export async function runCase(one: Case, open: (options: ReceiverOptions) => Deliver): Promise<Step[]> {
  const now: { step?: Sent } = {};
  const lines: string[] = [];
  const say = (text: string) => {
    lines.push(text);
    if (one.options.listeners === "throw" && /^(problem|accepted)/.test(text)) throw new Error("the metrics are away");
  };
  const deliver = open({
    ...makeOptions(one, now, table(one.before, now, say), say),
    onProblem: ({ status, code, event = "", label = "", owner = "" }) =>
      say(`problem status=${status} code=${code} event=${event} label=${label} owner=${owner}`),
    onAccepted: ({ as }) => say(`accepted ${as}`),
  });
  const steps: Step[] = [];
  for (const step of one.requests) {
    now.step = step;
    const reply = await deliver(makeDelivery(step));
    await new Promise((settled) => setTimeout(settled, 2));
    lines.push(`answer ${reply.status} ${reply.text}`.trim());
    // The library tells an empty list of secrets apart from a function that fails.
    const found = lines.splice(0).map((text) => text.replace("secret_empty", "secrets_unavailable"));
    steps.push({ lines: found, reply });
  }
  return steps;
}
