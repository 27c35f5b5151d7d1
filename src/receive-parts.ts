/** What makes a receiver of client webhooks or of app webhooks: options in, the parts of its core out. The same for every runtime. */

import { SIGNATURE_HEADER } from "../generated/constants.ts";
import type { ReceivedPayloads } from "../generated/validators.ts";
import type { Payload, Validators } from "./delivery.ts";
import type { Handler } from "./dispatch.ts";
import { UNVERIFIED } from "./duplicate-store.ts";
import type {
  CommonOptions,
  CoreParts,
  IncomingRequest,
  Judge,
  UnverifiedEvent,
  VerifiedEvent,
} from "./receive-core.ts";
import { paymentAndEvent, storeKey } from "./receive-key.ts";
import type { Verdict } from "./signature-header.ts";

/** With the option `bigint`, integers may come as BigInt. */
type Integers<T, B extends boolean> = B extends true
  ? {
      [K in keyof T]: T[K] extends number
        ? number | bigint
        : T[K] extends object | null | undefined
          ? Integers<T[K], B>
          : T[K];
    }
  : T;

/** Options of `createReceiver`; durations are in milliseconds, sizes in bytes. Only `secrets` and `on` have no default. */
export type ReceiverOptions<B extends boolean = boolean> = CommonOptions & {
  /**
   * The secrets of the webhooks that post here: one, several while one is being replaced or when several webhooks share the URL, or a
   * function that finds them for a request. Keys are tried in turn.
   */
  secrets:
    | string
    | readonly string[]
    | ((request: IncomingRequest) => string | readonly string[] | Promise<string | readonly string[]>);
  /** What to do with each known event. Store or enqueue it; an answer that takes long is repeated (F-6.5-01). */
  on: { [E in keyof ReceivedPayloads]?: Handler<VerifiedEvent<Integers<ReceivedPayloads[E], B>>> };
  /** What to do with any other event. Without it they are acknowledged and dropped (U-40). */
  onUnknown?: Handler<VerifiedEvent>;
  bigint?: B;
  /**
   * What makes two deliveries the same. If left out, payment id and event for the known events (F-6.5-05): a second confirmation of one
   * payment is one to it. Nobody knows what an id in any other event means, so there it is the same bytes.
   */
  key?: (payload: Payload) => string;
  /** The name of the signature header, where a deployment uses another. */
  signatureHeader?: string;
  /** Stricter rules than those of a tolerant receiver (U-30), by event name: `{ "case_file.payment.confirmed": validatePaymentSnapshot }`. */
  validators?: Validators;
};

/** Options of `createAppReceiver`; durations are in milliseconds, sizes in bytes. Only `on` has no default. */
export type AppReceiverOptions = CommonOptions & {
  /** What to do with each event, by name. Nothing in it is proven. */
  on: Record<string, Handler<UnverifiedEvent>>;
  /** What to do with any other event. Without it they are acknowledged and dropped (U-40). */
  onUnknown?: Handler<UnverifiedEvent>;
  /** What makes two deliveries the same. Without it every delivery is handled, because the body is not stated (U-27). */
  key?: (claims: Payload) => string;
};

/** The runtime's way to verify. */
export type Verifying = {
  verify(body: Uint8Array, header: string | null, secrets: string | readonly string[]): Promise<Verdict>;
  createVerifier(secrets: string | readonly string[]): {
    verify(body: Uint8Array, header: string | null): Verdict | Promise<Verdict>;
  };
};

/** @throws ContractError `secret_empty` when the secrets are given at once and one is empty. */
export function signedParts<B extends boolean>(
  options: ReceiverOptions<B>,
  verifying: Verifying,
): CoreParts<VerifiedEvent> {
  const { on, onUnknown, key, validators } = options;
  return {
    judge: judgeBy(options, verifying),
    alarming: /^(body_(already|not)|secret|handler|store|payload|number)_/,
    on: on as CoreParts<VerifiedEvent>["on"],
    onUnknown,
    validators,
    keyOf: (payload, body) => storeKey("verified ", key ? key(payload) : (paymentAndEvent(payload) ?? body)),
    admit: ({ payload, body, secretIndex }, key) =>
      ({ verified: true, event: payload["@event"], payload, key, secretIndex, body }) as VerifiedEvent,
  };
}

/** Keys of unsigned events have a name space of their own: none of them can pass for that of a signed one. */
export function unsignedParts({ on, onUnknown, key }: AppReceiverOptions): CoreParts<UnverifiedEvent> {
  return {
    judge: () => ({ ok: true, secretIndex: -1 }),
    alarming: /^(body_already|handler|store)_/,
    on,
    onUnknown,
    validators: {},
    keyOf: (claims) => key && storeKey(UNVERIFIED, key(claims)),
    admit: ({ payload: claims }, key) =>
      ({ verified: false, event: claims["@event"], claims, ...(key && { key }) }) as UnverifiedEvent,
  };
}

function judgeBy<B extends boolean>(
  { secrets, signatureHeader = SIGNATURE_HEADER }: ReceiverOptions<B>,
  { verify, createVerifier }: Verifying,
): Judge {
  if (typeof secrets !== "function") {
    const verifier = createVerifier(secrets);
    return (body, { headers }) => verifier.verify(body, headers.get(signatureHeader));
  }
  return async (body, request) => {
    try {
      return await verify(body, request.headers.get(signatureHeader), await secrets(request));
    } catch (error) {
      return { ok: false, code: "secrets_unavailable", error };
    }
  };
}
