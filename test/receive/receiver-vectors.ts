/** Runs the cases of `spec/vectors/receiver.json`, with Web APIs alone: test/on-demand/runtimes.test.ts bundles it. */

import vectors from "../../spec/vectors/receiver.json" with { type: "json" };
import type { Payload } from "../../src/receive/delivery.ts";
import type { DuplicateStore } from "../../src/receive/duplicate-store.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";

const EVENT = "case_file.payment.confirmed";
const HEADER = "X-Service-Signature";

type Secrets = { secrets?: string[] | null; labelled?: { secret: string; label: string; owner?: string }[] };
type Sent = Secrets & {
  method: string;
  head: Record<string, string | undefined>;
  body: string;
  store?: string;
  handler?: string;
  fails: string[];
  expected: string[];
};
export type Case = Secrets & {
  id: string;
  about: string;
  rests: string[];
  needs: string[];
  owner?: string;
  asked?: boolean;
  maxBodyBytes: number;
  handlerTimeoutMs: number;
  key?: string;
  onUnknown?: boolean;
  before: Record<string, string | undefined>;
  refusedWhenMade?: boolean;
  requests: Sent[];
};
type Reply = { status: number; text: string; headers: Headers };
type Deliver = (delivery: { method: string; headers: Record<string, string>; body: Uint8Array }) => Promise<Reply>;
/** What became of one request: the lines of the runner, and the answer. */
export type Step = { lines: string[]; reply: Reply };

/**
 * The store does not commit what handlers do, a repetition shares the outcome of the first delivery,
 * Node sends headers in Latin-1, and keys have another form.
 */
const LACKS = new Set(["transaction", "repetition refused", "header of any text", "key of any text"]);
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
function table(before: Case["before"], now: { step?: Sent }, write: (line: string) => void): DuplicateStore {
  const keys = new Map(Object.entries(before).map(([key, is]) => [ownKey(key), is as "done" | "busy"]));
  return {
    async reserve(key) {
      if (now.step?.store === "away") throw new Error("the store is away");
      const known = keys.get(key);
      if (!known) keys.set(key, "busy");
      return known ?? "new";
    },
    done: async (key) => {
      keys.set(key, "done");
      write(`commit ${key}`);
    },
    release: async (key) => void keys.delete(key),
  };
}

const makeKey = (name: string) => (payload: Payload) => {
  if (name === "strict" && payload[name] !== 7) throw new Error("no key");
  return name === "empty" ? "" : `${name} ${JSON.stringify(payload[name])}`;
};

function makeOptions(one: Case, now: { step?: Sent }, write: (line: string) => void): ReceiverOptions {
  const list = ({ secrets, labelled = [] }: Secrets) => {
    if (!secrets) throw new Error("the secrets are away");
    const all = [...secrets, ...labelled];
    return (one.owner === undefined ? all : { owner: one.owner, secrets: all }) as ReceiverOptions["secrets"];
  };
  const handle = (event: unknown) => {
    if (now.step?.handler === "late") return new Promise(() => {});
    return write(handlerLine(event as VerifiedEvent));
  };
  const { maxBodyBytes, handlerTimeoutMs, key, onUnknown } = one;
  return {
    secrets: one.asked ? () => list(now.step as Sent) as string[] : list(one),
    on: { [EVENT]: handle },
    store: table(one.before, now, write),
    ...{ maxBodyBytes, handlerTimeoutMs },
    ...(key && { key: makeKey(key) }),
    ...(onUnknown && { onUnknown: handle }),
    onProblem: ({ status, code, event = "", label = "", owner = "" }) =>
      write(`problem status=${status} code=${code} event=${event} label=${label} owner=${owner}`),
    onAccepted: ({ as }) => write(`accepted ${as}`),
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
    one.replace(/(?<=key=).*(?= secret=)|(?<=^commit ).*/, (key) => ownKey(key).replace(/^bytes$/, digest)),
  );
}

/** Makes the receiver of a case, and sends its requests. Throws what making it throws. */
export async function runCase(one: Case, open: (options: ReceiverOptions) => Deliver): Promise<Step[]> {
  const now: { step?: Sent } = {};
  const lines: string[] = [];
  const deliver = open(
    makeOptions(one, now, (line) => {
      lines.push(line);
      if (now.step?.fails.some((word) => line.startsWith(word))) throw new Error(line);
    }),
  );
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
