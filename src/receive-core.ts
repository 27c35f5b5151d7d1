/** What every receiver does with a request, whatever runtime it came through: check, verify, read, dispatch, in this order. */

import { type Payload, readDelivery, type Validators } from "./delivery.ts";
import {
  ACKNOWLEDGED,
  createDispatcher,
  type Details,
  type Dispatched,
  type Handler,
  type Outcome,
  type Problem,
  within,
} from "./dispatch.ts";
import { type DuplicateStore, memoryStore } from "./duplicate-store.ts";
import type { ReceiverCode, SignatureCode } from "./errors.ts";
import type { Verdict } from "./signature-header.ts";

/** What a secrets function may look at to find the webhook: the URL as requested (a path on Node) and the headers. */
export type IncomingRequest = { readonly url: string; readonly headers: { get(name: string): string | null } };

/** Options of both receivers. Durations in milliseconds, less than 2^31 as timers want it; sizes in bytes. */
export type CommonOptions = {
  /** Largest body, 1 MiB if left out (N-8-02). A larger one is refused before it is read, by its length or as soon as it is passed. */
  maxBodyBytes?: number;
  /** Time for the body to arrive, 10,000 if left out. */
  bodyTimeoutMs?: number;
  /** Time for a handler, 5,000 if left out: it stores or enqueues, the real work comes later (F-6.5-01). For a secrets function too. */
  handlerTimeoutMs?: number;
  /** Where handled events are remembered; in memory if left out, nowhere if false. */
  store?: DuplicateStore | false;
  /** Integers beyond 2^53 arrive as BigInt instead of being refused (U-32). */
  bigint?: boolean;
  /** Told of every answer that is not 2xx, and of a store that failed. What concerns the operator goes to `console.error` if left out. */
  onProblem?: (problem: Problem) => void;
};

/** An event whose signature held over the bytes that arrived. */
export type VerifiedEvent<P = Payload> = {
  readonly verified: true;
  readonly event: string;
  readonly payload: P;
  /** What makes two deliveries the same; see the option `key`. */
  readonly key: string;
  /** Which secret of the list matched; an old one can go when it no longer does. */
  readonly secretIndex: number;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
};

/** An event of an app webhook. Anyone could have sent it: take it as a hint, ask the service before acting. */
export type UnverifiedEvent<P = Payload> = {
  readonly verified: false;
  readonly event: string;
  readonly claims: P;
  readonly key?: string;
};

/** The parts of a request that are known before its body. */
export type Head = {
  method: string | undefined;
  contentType: string | null | undefined;
  contentLength: string | null | undefined;
};

export type Core = {
  maxBodyBytes: number;
  bodyTimeoutMs: number;
  /** Method, media type and announced length, before a byte of the body is read. */
  refuseHead(head: Head): Outcome | undefined;
  /** Never rejects. */
  handle(body: Uint8Array, request: IncomingRequest): Promise<Outcome>;
  refuse(code: ReceiverCode, details?: Details): Outcome;
};

/** Says whether the bytes of a request may be trusted. */
export type Judge = (body: Uint8Array, request: IncomingRequest) => Judged | Promise<Judged>;
export type Judged =
  | Extract<Verdict, { ok: true }>
  | { ok: false; code: SignatureCode | "secrets_unavailable"; error?: unknown };

/** How a receiver is made of its parts: who may be trusted, and what an event of it looks like. */
export type CoreParts<E> = {
  judge: Judge;
  /** What makes two deliveries the same; undefined if no two are. */
  keyOf: (payload: Payload, body: Uint8Array) => string | Promise<string> | undefined;
  admit: (delivery: { payload: Payload; body: Uint8Array; secretIndex: number }, key: string | undefined) => E;
  on: { readonly [event: string]: Handler<E> };
  onUnknown?: Handler<E> | undefined;
  validators?: Validators | undefined;
  /** The codes that an operator should see unasked. Strangers cannot cause them. */
  alarming: RegExp;
};

/** All codes of signatures but one are 401. */
const STATUS: Partial<Record<ReceiverCode, number>> = {
  method_not_allowed: 405,
  media_type_unsupported: 415,
  body_too_large: 413,
  body_timeout: 408,
  body_incomplete: 400,
  body_not_utf8: 400,
  body_not_json: 400,
  payload_invalid: 422,
  number_unsafe: 422,
  body_already_read: 500,
  secret_empty: 500,
  secrets_unavailable: 500,
  handler_failed: 500,
  handler_deadline: 503,
  event_busy: 503,
  store_failed: 503,
};

/** One for each receiver: it holds the store, and what is being handled. Bounds and defaults: `CommonOptions`. */
export function createCore<E extends Dispatched>(options: CommonOptions, parts: CoreParts<E>): Core {
  const { maxBodyBytes = 1_048_576, bodyTimeoutMs = 10_000, handlerTimeoutMs: deadlineMs = 5_000 } = options;
  const { store = memoryStore(), bigint } = options;
  const { judge, keyOf, admit, on, onUnknown, validators, alarming } = parts;
  const log = (problem: Problem) => {
    if (alarming.test(problem.code)) {
      console.error(`webhook receiver: ${problem.code}`, problem.error ?? problem.faults ?? "");
    }
  };
  const report = options.onProblem ?? log;
  const refuse = (code: ReceiverCode, details?: Details, status = STATUS[code] ?? 401): Outcome => {
    // An async function, so that nothing that goes wrong in `onProblem` changes the answer.
    (async () => report({ status, code, ...details }))().catch(console.error);
    return { status, code };
  };
  const dispatch = createDispatcher<E>({ store, deadlineMs, refuse });
  return {
    maxBodyBytes,
    bodyTimeoutMs,
    refuse,
    refuseHead({ method, contentType, contentLength }) {
      if (method !== "POST") return refuse("method_not_allowed");
      if (!/^\s*application\/json\s*(;|$)/i.test(contentType ?? "")) return refuse("media_type_unsupported");
      if (!(Number(contentLength ?? 0) <= maxBodyBytes)) return refuse("body_too_large");
      return undefined;
    },
    async handle(body, request) {
      try {
        const judging = judge(body, request);
        const judged =
          judging instanceof Promise
            ? await within<Judged>(deadlineMs, judging, () => ({ ok: false, code: "secrets_unavailable" }))
            : judging;
        if (!judged.ok) return refuse(judged.code, { error: judged.error });
        const delivery = readDelivery(body, bigint, validators);
        if (!delivery.ok) return refuse(delivery.code, { faults: delivery.faults });
        const { event, payload } = delivery;
        const known = Object.hasOwn(on, event);
        if (!known && !onUnknown) return ACKNOWLEDGED;
        const key = keyOf(payload, body);
        const admitted = admit(
          { payload, body, secretIndex: judged.secretIndex },
          typeof key === "object" ? await key : key,
        );
        return await dispatch(admitted, (known ? on[event] : onUnknown) as Handler<E>, known ? event : undefined);
      } catch (error) {
        // A function among the options threw: `key` or a validator.
        return refuse("handler_failed", { error });
      }
    },
  };
}
