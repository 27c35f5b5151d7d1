/**
 * The way of a delivery through a receiver, whatever runtime it arrived through: head, authentication, payload, event,
 * handler.
 */

import type { ReceiverCode, SignatureCode } from "../errors/receiving.ts";
import type { Verdict } from "../signature/header.ts";
import { createTell, type Seen } from "./accepted.ts";
import type { Limits } from "./available-body.ts";
import { type Payload, readDelivery, type Validators } from "./delivery.ts";
import { createDispatcher, type Dispatched, type Handler } from "./dispatch.ts";
import { keep } from "./inbox.ts";
import type { CommonOptions, IncomingRequest, WithInbox } from "./options.ts";
import { IGNORED, type Outcome, type Problem, type Refuse, STATUS } from "./outcome.ts";
import { isPromise, within } from "./promises.ts";
import { Printer } from "./report.ts";
import type { Signer } from "./secrets.ts";
import { StoreGuard } from "./store-guard.ts";

/** A request as all doors see it. `method` is in capitals. */
export type Incoming = IncomingRequest & { readonly method: string | undefined };

/** What each way into a receiver (`over-bytes.ts`, `over-node.ts`, `over-fetch.ts`) needs of it. */
export type Core = Limits & {
  /** Checks method, media type and announced length, before any byte of the body is read. */
  refuseHead(request: Incoming): Outcome | undefined;
  /** Never throws or rejects. A promise only if something is pending. */
  handle(body: Uint8Array, request: IncomingRequest): Outcome | Promise<Outcome>;
  refuse: Refuse;
};

/** Decides whether the bytes of a request may be trusted. */
export type Authenticate = (body: Uint8Array, request: IncomingRequest) => Authenticated | Promise<Authenticated>;
/** `signer`: absent if nothing is known of the secret. `isOwned`: whether each secret beside it has an owner. */
type Signed = { signer?: Signer; isOwned?: boolean };
export type Authenticated =
  | (Extract<Verdict, { ok: true }> & Signed)
  | { ok: false; code: SignatureCode | "secrets_unavailable"; error?: unknown };

/** How the two kinds of receivers differ: whom they trust, and what their events look like. */
export type Parts<E> = {
  /** Whether its deliveries are signed. */
  verified: boolean;
  /** Largest accepted body by default. */
  maxBodyBytes: number;
  authenticate: Authenticate;
  validators?: Validators | undefined;
  /** Makes the event that a handler receives. A promise only if its key is a digest. */
  toEvent(delivery: { payload: Payload; body: Uint8Array; url: string; secretIndex: number } & Signed): E | Promise<E>;
  /** The number that stands for the key of an event, if there is one. See `Dispatch`. */
  idOf?: ((payload: Payload) => number | undefined) | undefined;
  on: { readonly [event: string]: Handler<E> };
  onUnknown?: Handler<E> | undefined;
  /** Codes that are printed if there is no `onProblem`, beside those with 5xx. */
  alarming: readonly ReceiverCode[];
};

/**
 * Creates the core of one receiver. It holds the store and the deliveries in progress. Bounds and defaults:
 * `CommonOptions`.
 */
export function createCore<E extends Dispatched>(
  options: CommonOptions | WithInbox<CommonOptions>,
  parts: Parts<E>,
): Core {
  const { maxBodyBytes = parts.maxBodyBytes, bodyTimeoutMs = 10_000, handlerTimeoutMs: deadlineMs = 5_000 } = options;
  const { store, storeTimeoutMs = 2_000, inbox, bigint = inbox?.bigint, meters, onAccepted } = options;
  const { verified, authenticate, validators, toEvent, idOf, on, onUnknown } = parts;
  const printer = new Printer(parts.alarming);
  const refuse = createRefuse((problem) => {
    meters?.refused(problem);
    return options.onProblem ? options.onProblem(problem) : printer.print(problem);
  });
  const dispatch = createDispatcher<E>({ store: store && new StoreGuard(store, storeTimeoutMs), deadlineMs });

  /** Returns a promise only if something is pending, because every needless turn of the event loop costs throughput. */
  function handle(body: Uint8Array, request: IncomingRequest, seen: Seen = {}): Outcome | Promise<Outcome> {
    const tell: Refuse = (code, details, status) => refuse(code, { ...seen, ...details }, status);
    const proceed = (authenticated: Authenticated) => read(body, request, authenticated, seen, tell);
    try {
      const pending = authenticate(body, request);
      return isPromise(pending)
        ? within<Authenticated>(deadlineMs, pending, () => ({ ok: false, code: "secrets_unavailable" }))
            .then(proceed)
            .catch(refuseThrown(tell))
        : proceed(pending);
    } catch (error) {
      return refuseThrown(tell)(error);
    }
  }

  /** Notes in `seen` what is known of the delivery, for `tell` and for whoever counts. */
  function read(
    body: Uint8Array,
    request: IncomingRequest,
    authenticated: Authenticated,
    seen: Seen,
    tell: Refuse,
  ): Outcome | Promise<Outcome> {
    if (!authenticated.ok) return tell(reasonFor(authenticated.code, body, request), { error: authenticated.error });
    printer.hasVerified = true;
    const { signer } = authenticated;
    Object.assign(seen, signer);

    const delivery = readDelivery(body, bigint, validators);
    if (!delivery.ok) return tell(reasonFor(delivery.code, body, request), { faults: delivery.faults });
    const known = Object.hasOwn(on, delivery.event);
    const handler = known ? on[delivery.event] : onUnknown;
    if (known || (inbox && verified)) seen.event = delivery.event;
    if (!known && !onUnknown && !inbox) return IGNORED;

    const { payload } = delivery;
    const pass = (event: E) => {
      if (!inbox) return dispatch(event, handler as Handler<E>, tell, signer ? undefined : idOf?.(payload));
      const { key, earlierKey } = event;
      const { label, owner } = signer ?? {};
      return keep(
        inbox,
        { event: delivery.event, verified, payload, key, earlierKey, label, owner, body },
        tell,
        deadlineMs,
      );
    };
    const event = toEvent({ ...authenticated, payload, body, url: request.url });
    return isPromise(event) ? event.then(pass).catch(refuseThrown(tell)) : pass(event);
  }

  return {
    maxBodyBytes,
    bodyTimeoutMs,
    refuse,
    handle: onAccepted || meters ? createTell({ onAccepted, meters }, verified, handle) : handle,
    refuseHead({ method, headers }) {
      if (method !== "POST") return refuse("method_not_allowed");
      if (!/^[ \t]*application\/json[ \t]*(;|$)/i.test(headers.get("content-type") ?? ""))
        return refuse("media_type_unsupported");
      if (!(Number(headers.get("content-length") ?? 0) <= maxBodyBytes)) return refuse("body_too_large");
      return undefined;
    },
  };
}

/** What bytes of a compressed body look like. */
const UNREADABLE: ReadonlySet<ReceiverCode> = new Set(["signature_mismatch", "body_not_utf8", "body_not_json"]);

/** Returns the code, or that of a body that was lost, compressed or written anew, where that is why (U-42). */
function reasonFor(code: ReceiverCode, { length }: Uint8Array, { headers }: IncomingRequest): ReceiverCode {
  const isEncoded = !/^\s*(identity\s*)?$/i.test(headers.get("content-encoding") ?? "");
  if (UNREADABLE.has(code) && isEncoded) return "content_encoding_unsupported";
  if (code !== "signature_mismatch") return code;
  if (+(headers.get("content-length") || length) !== length) return "body_already_read";
  return length ? code : "body_not_received";
}

/** Takes what a function among the options threw: `key` or a validator. */
function refuseThrown(tell: Refuse): (error: unknown) => Outcome {
  return (error) => tell("handler_failed", { error });
}

function createRefuse(report: (problem: Problem) => void): Refuse {
  return (code, details, status = STATUS[code]) => {
    // An async function, so that a failure of `onProblem` never changes the answer.
    (async () => report({ status, code, ...details }))().catch(console.error);
    return { status, code };
  };
}
