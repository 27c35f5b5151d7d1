/** The form of a case of `receiver.json`, and what its drafts leave out. */

import { type Bytes, PAYMENT, SECRET, sign } from "./delivery.ts";

export type Secret = { readonly secret: string; readonly label?: string; readonly owner?: string };
/** What the handler of a delivery finds. Without `id`: an event that is not a payment. */
export type Handled = {
  readonly event: string;
  readonly id?: string;
  readonly key: string;
  readonly secretIndex: number;
  readonly label?: string;
  readonly owner?: string;
};
/** A request with what becomes of it. `answer`: handled, duplicate, ignored, or the code of the refusal. */
export type Step = {
  readonly method?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Bytes;
  readonly signature?: readonly string[];
  readonly contentType?: string | null;
  readonly secrets?: readonly Secret[] | "fail";
  readonly store?: "away" | "rolls back" | "hides failures";
  readonly handler?: "throws" | "late" | "repeats";
  readonly answer: string;
  /** The code of a problem that is told beside an acknowledgement. */
  readonly beside?: "owner_unknown";
  /** What its handler gets; by default there if it is handled or its handler failed. */
  readonly handled?: Handled | null;
};
export type Draft = {
  readonly id: string;
  readonly about: string;
  readonly rests?: readonly string[];
  readonly needs?: readonly string[];
  readonly secrets?: readonly Secret[];
  /** All secrets belong to this owner. */
  readonly owner?: string;
  /** A function returns the secrets at each delivery. */
  readonly asked?: true;
  readonly options?: {
    readonly maxBodyBytes?: number;
    readonly key?: "same" | "empty" | "throws";
    readonly onUnknown?: true;
    readonly listeners?: "throw";
  };
  readonly before?: { readonly done?: readonly string[]; readonly busy?: readonly string[] };
  readonly steps: readonly Step[] | "refused when made";
};

type Steps = Draft["steps"];
export const draft = (id: string, about: string, rests: readonly string[], steps: Steps, more: Partial<Draft> = {}) =>
  ({ id, about, rests, steps, ...more }) satisfies Draft;

export const EVENT = PAYMENT["@event"];
export const OTHER_EVENT = "case_file.closed";
export const KEY = `4711 ${EVENT}`;
export const OURS: readonly string[] = [];

/** The text of a payment: event and id, which every deployment has, and other members. */
export const paid = (members: object = {}) => JSON.stringify({ "@event": EVENT, id: 4711, ...members });
export const BODY = paid();

/** What the handler of the payment 4711 finds, but for what differs. */
export const got = (differs: Partial<Handled> = {}): Handled => ({
  event: EVENT,
  id: "4711",
  key: KEY,
  secretIndex: 0,
  ...differs,
});

/** Codes of deliveries that verified, with whether their event was found, too. */
const VERIFIED: Readonly<Record<string, boolean>> = {
  body_not_json: false,
  body_not_utf8: false,
  payload_invalid: false,
  handler_failed: true,
  handler_deadline: true,
  event_busy: true,
  store_failed: true,
  owner_unknown: true,
};

const STATUS: Readonly<Record<string, number>> = {
  handled: 204,
  duplicate: 204,
  ignored: 204,
  owner_unknown: 204,
  body_not_received: 400,
  body_not_json: 400,
  body_not_utf8: 400,
  method_not_allowed: 405,
  body_too_large: 413,
  media_type_unsupported: 415,
  payload_invalid: 422,
  handler_failed: 500,
  secrets_unavailable: 500,
  handler_deadline: 503,
  event_busy: 503,
  store_failed: 503,
};

/** What is told of a problem: an event that has a handler of its own, and whose secret it was, if it verified. */
function makeProblem(code: string, status: number, body: Bytes, signature: readonly string[], all: Owned) {
  const isFound = VERIFIED[code];
  if (isFound === undefined) return { status, code };
  const signer = all.secrets.find(({ label, secret }) => label !== undefined && signature[0] === sign(secret, body));
  const event = isFound && JSON.parse(`${body}`)["@event"] === EVENT ? EVENT : undefined;
  return { status, code, event, label: signer?.label, owner: all.owner ?? signer?.owner ?? signer?.label };
}

type Owned = { readonly secrets: readonly Secret[]; readonly owner: string | undefined };

const answerLine = (status: number, code?: string) => `answer ${status}${code ? ` {"code":"${code}"}` : ""}`;

/** What a receiver does with a request, in its order. Whether a handler begins before its deadline is not certain. */
function writeLines({ answer, beside, handler, handled, body = BODY }: Step, all: Owned, signature: readonly string[]) {
  const isDone = STATUS[answer] === 204;
  const told = (code: string) => {
    const { status, event = "", label = "", owner = "" } = makeProblem(code, STATUS[code] ?? 401, body, signature, all);
    return `problem status=${status} code=${code} event=${event} label=${label} owner=${owner}`;
  };
  const found = handled ?? (answer === "handled" && handled !== null ? got() : undefined);
  const problem = isDone ? beside : answer;
  return [
    ...(found && handler !== "late" ? [handlerLine(found)] : []),
    ...(handler === "repeats" ? [told("event_busy"), answerLine(503, "event_busy")] : []),
    ...(found && answer === "handled" ? [`stored ${found.key}`] : []),
    ...(problem ? [told(problem)] : []),
    ...(isDone ? [`accepted ${answer}`, answerLine(204)] : [answerLine(STATUS[answer] ?? 401, answer)]),
  ];
}

const handlerLine = ({ event, id = "", key, secretIndex, label = "", owner = "" }: Handled) =>
  `handler event=${event} id=${id} key=${key} secret=${secretIndex} label=${label} owner=${owner}`;

function makeRequest(step: Step, all: Owned) {
  const secret = all.secrets[0]?.secret ?? SECRET;
  const { method = "POST", headers = [], body = BODY, contentType = "application/json" } = step;
  const { signature = [sign(secret, body)], secrets, store, handler } = step;
  return {
    method,
    head: {
      "Content-Type": contentType ?? undefined,
      signature: signature.length > 0 ? signature.join(",") : undefined,
      ...Object.fromEntries(headers),
    },
    body: Buffer.from(body).toString("base64"),
    secrets: secrets === "fail" ? undefined : secrets,
    secretsFail: secrets === "fail" || undefined,
    store,
    handler,
    expected: writeLines(step, all, signature),
  };
}

/** Returns a case as it is written: what a draft leaves out is as it should be. */
export function makeCase({ steps, secrets = [{ secret: SECRET }], rests = OURS, ...draft }: Draft): object {
  const isRefused = steps === "refused when made";
  const { id, about, needs, owner, asked, options, before } = draft;
  const requests = isRefused ? [] : steps.map((step) => makeRequest(step, { secrets, owner }));
  return {
    id,
    about,
    rests,
    needs: needs ?? [],
    secrets,
    owner,
    asked,
    options: options ?? {},
    before: { done: before?.done ?? [], busy: before?.busy ?? [] },
    refusedWhenMade: isRefused || undefined,
    requests,
  };
}
