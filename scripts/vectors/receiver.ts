/** Makes the cases of a receiver of `receiver.yaml`: requests in turn, and what a receiver does with each. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Bytes, hex, OTHER, PAYMENT, SECRET, sign } from "./delivery.ts";

/** `[LETTER, TIMES]`: so many of one letter. */
type Text = string | readonly [letter: string, times: number];
type Secret = { readonly secret: string; readonly label?: string; readonly owner?: Text };
/** The name of a secret of the table, or a secret of this case alone. */
type Given = string | Secret;
type Step = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string | null;
  readonly body?: Bytes | { readonly "@event"?: Text; readonly id?: unknown };
  readonly size?: number;
  readonly by?: string;
  readonly signature?: string | readonly string[];
  readonly secrets?: readonly Given[] | "fail" | undefined;
  readonly store?: "away" | "rolls back" | "hides failures";
  readonly handler?: "throws" | "late" | "repeats";
  readonly answer: string;
  readonly beside?: string;
};
type Row = Omit<Step, "secrets"> & {
  readonly about: string;
  readonly rests?: readonly string[];
  readonly needs?: readonly string[];
  readonly secrets?: readonly Given[];
  readonly owner?: string;
  readonly asked?: true;
  readonly maxBodyBytes?: number;
  readonly key?: string;
  readonly onUnknown?: true;
  readonly listeners?: "throw";
  readonly before?: Readonly<Record<string, "done" | "busy">>;
  readonly refusedWhenMade?: true;
  readonly steps?: readonly (Step | string)[];
};
type Group = Partial<Row> & { readonly cases: Readonly<Record<string, Partial<Row>>> };
type Table = { readonly secrets: Readonly<Record<string, Secret>>; readonly groups: readonly Group[] };

/** What verifies: the body, which of the secrets signed it, and whose its payment is. */
type Verified = { readonly body: Bytes; readonly secretIndex: number; readonly label: string; readonly owner: string };

const EVENT = PAYMENT["@event"];
/** The text of a payment: event and id, which every deployment has, and other members. */
const paid = (members: object = {}) => JSON.stringify({ "@event": EVENT, id: 4711, ...members });
const DIGITS = hex(SECRET, paid());
/** What `<NAME>` stands for in the table. */
const SIGNATURES: Readonly<Record<string, string>> = {
  right: `sha256=${DIGITS}`,
  other: sign(OTHER, paid()),
  "another body": sign(SECRET, paid({ id: 1 })),
  digits: DIGITS,
  DIGITS: DIGITS.toUpperCase(),
  "63 digits": DIGITS.slice(0, -1),
};

/** Codes of deliveries that verified, with whether their event was found, too. */
const VERIFIED: Readonly<Record<string, boolean>> = {
  ...{ body_not_json: false, body_not_utf8: false, payload_invalid: false },
  ...{ handler_failed: true, handler_deadline: true, event_busy: true, store_failed: true, owner_unknown: true },
};
/** The status of each answer; 401 for all others. */
const STATUS: Readonly<Record<string, number>> = {
  ...{ handled: 204, duplicate: 204, ignored: 204, owner_unknown: 204 },
  ...{ body_not_received: 400, body_not_json: 400, body_not_utf8: 400 },
  ...{ method_not_allowed: 405, body_too_large: 413, media_type_unsupported: 415, payload_invalid: 422 },
  ...{ handler_failed: 500, secrets_unavailable: 500 },
  ...{ handler_deadline: 503, event_busy: 503, store_failed: 503 },
};

/** Returns the content of `spec/vectors/receiver.json`. */
export function receiverVectors(): object {
  const table = readFileSync(new URL("receiver.yaml", import.meta.url), "utf8");
  const text = table.replaceAll(/<([\w ]+)>/g, (whole, name: string) => SIGNATURES[name] ?? whole);
  const { secrets, groups }: Table = parse(text, { merge: true, customTags: ["binary"] });
  const cases = groups.flatMap(({ cases: rows, ...shared }) =>
    Object.entries(rows).map(([id, row]) => makeCase(id, { ...shared, ...row } as Row, secrets)),
  );
  return {
    about:
      "Requests to a receiver, one after the other, with what it does, as lines to compare; see README.md. `rests`: " +
      "the facts and gaps that a case rests on; an empty list is a choice of our receivers. Made by scripts/vectors.ts.",
    cases,
  };
}

function makeCase(id: string, row: Row, known: Table["secrets"]): object {
  const { about, rests = [], needs = [], owner, asked, before = {}, refusedWhenMade, onUnknown } = row;
  const { steps = [{ ...row, secrets: undefined }], maxBodyBytes = 1_048_576, key, listeners } = row;
  const named = (one: Given): Secret => {
    const secret = typeof one === "string" ? (known[one] as Secret) : one;
    return secret.owner === undefined ? secret : { ...secret, owner: toText(secret.owner) };
  };
  const secrets = (row.secrets ?? ["usual"]).map(named);
  const all = steps.map((one) => (typeof one === "string" ? { answer: one } : one));
  const makeRequest = (step: Step): object => {
    const { by, signature, secrets: given, method = "POST", contentType = "application/json" } = step;
    const { secret } = by === undefined ? (secrets[0] ?? named("usual")) : named(by);
    const body = makeBody(step);
    const signatures = [signature ?? sign(secret, body)].flat();
    const secretIndex = secrets.findIndex((one) => one.secret === secret);
    const { label = "", owner: own = label } = secrets[secretIndex] ?? {};
    const verified = { body, secretIndex, label, owner: owner ?? toText(own) };
    return {
      method,
      head: {
        "Content-Type": contentType ?? undefined,
        signature: signatures.length > 0 ? signatures.join(",") : undefined,
        ...step.headers,
      },
      body: Buffer.from(body).toString("base64"),
      ...(asked && (given === "fail" ? { secrets: null } : listSecrets(given?.map(named) ?? secrets))),
      ...scriptStep(step, listeners),
      expected: writeLines(step, verified, key),
    };
  };
  return {
    ...{ id, about, rests, needs, ...listSecrets(secrets), owner, asked, maxBodyBytes },
    // It holds for the verifier, too, which a busy machine keeps waiting.
    handlerTimeoutMs: all.some(({ handler }) => handler === "late") ? 500 : 5000,
    ...{ key, onUnknown, before, refusedWhenMade, requests: refusedWhenMade ? [] : all.map(makeRequest) },
  };
}

/** Splits secrets into texts without a label, and secrets with one. */
const listSecrets = (secrets: readonly Secret[]) => ({
  secrets: secrets.filter(({ label }) => label === undefined).map(({ secret }) => secret),
  labelled: secrets.filter(({ label }) => label !== undefined),
});

/** What store and handler do, and behind which lines a runner fails. */
function scriptStep({ store, handler }: Step, listeners?: "throw") {
  const fails = [
    ...(handler === "throws" ? ["handler"] : []),
    ...(store === "rolls back" ? ["commit"] : []),
    ...(listeners ? ["problem", "accepted"] : []),
  ];
  return {
    store: store === "rolls back" ? undefined : store,
    handler: handler === "throws" ? undefined : handler,
    fails,
  };
}

const toText = (text: Text): string => (typeof text === "string" ? text : text[0].repeat(text[1]));

function makeBody({ body = {}, size }: Step): Bytes {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (size !== undefined) return paid({ note: "x".repeat(size - paid({ note: "" }).length) });
  return paid({ ...body, ...(body["@event"] && { "@event": toText(body["@event"]) }) });
}

/** What a receiver does with a request, in its order. Whether a handler begins before its deadline is not certain. */
function writeLines({ answer, beside, handler, store }: Step, verified: Verified, ownKey?: string): string[] {
  const isDone = STATUS[answer] === 204;
  const isCalled = answer === "handled" || handler === "throws" || store === "rolls back";
  const problem = isDone ? beside : answer;
  const { key, line } = isCalled ? handle(verified, ownKey) : { key: "", line: "" };
  return [
    ...(isCalled ? [line] : []),
    ...(handler === "repeats" ? [problemLine("event_busy", verified), answerLine("event_busy")] : []),
    ...(answer === "handled" || store === "rolls back" ? [`commit ${key}`] : []),
    ...(problem ? [problemLine(problem, verified)] : []),
    ...(isDone ? [`accepted ${answer}`, "answer 204"] : [answerLine(answer)]),
  ];
}

const answerLine = (code: string) => `answer ${STATUS[code] ?? 401} {"code":"${code}"}`;

/** Writes a problem as a line: its code; if the signature verified, the event that has a handler, and whose secret. */
function problemLine(code: string, { body, label, owner }: Verified): string {
  const isFound = VERIFIED[code];
  const event = isFound && JSON.parse(`${body}`)["@event"] === EVENT ? EVENT : "";
  const told = isFound === undefined ? "event= label= owner=" : `event=${event} label=${label} owner=${owner}`;
  return `problem status=${STATUS[code] ?? 401} code=${code} ${told}`;
}

/** What the handler finds. The key is one that every store can hold: else it is a digest of owner, blank and key. */
function handle({ body, secretIndex, label, owner }: Verified, ownKey?: string) {
  const payload = JSON.parse(`${body}`);
  const { "@event": event, id } = payload;
  const isPayment = event === EVENT;
  // An event that is not a payment is identified by its bytes alone.
  const own = ownKey && `${ownKey} ${JSON.stringify(payload[ownKey])}`;
  const plain = own ?? `${isPayment ? id : createHash("sha256").update(body).digest("hex")} ${event}`;
  const room = owner ? encodeURIComponent(owner) : "";
  const whole = room ? `${room}/${plain}` : plain;
  const isHeld = whole.length <= (room ? 100 : 255) && !whole.includes("\0");
  const key = isHeld ? whole : `/${createHash("sha256").update(`${room} ${plain}`).digest("base64")}`;
  const told = `event=${event} id=${isPayment ? id : ""} key=${key}`;
  return { key, line: `handler ${told} secret=${secretIndex} label=${label} owner=${owner}` };
}
