/** The receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only then answer 2xx. */

import { createHash } from "node:crypto";
import { CASE_FILE_PAYMENT_CONFIRMED } from "./constants.ts";
import { createHandOver, HandOverError } from "./hand-over.ts";
import { parseJson } from "./json.ts";
import { PayloadError, type Reader } from "./model.ts";
import { EVENT_READERS, type EventPayloads, type PaymentSnapshot } from "./models.ts";
import { problemLog, warnOfOneProcess } from "./problems.ts";
import { type KnownSecret, knownSecrets, type OwnedSecrets, type Secrets } from "./secrets.ts";
import { verify } from "./signature.ts";
import { type DuplicateStore, MemoryStore } from "./store.ts";

/** The answer to a request. `code` says why it is not 2xx and is safe to show to anyone. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
}

/** A verified delivery, as handlers get it. */
export interface Delivery<T = void> {
  readonly event: string;
  /** What makes two deliveries the same. The store remembers it. */
  readonly key: string;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
  /** Position of the secret that matched. A secret that no longer matches can go. */
  readonly secretIndex: number;
  /** What the store passed on. */
  readonly transaction: T;
  /** Of the secret that matched. */
  readonly label?: string;
  /** The customer whose payment it is, where the secrets say so. */
  readonly owner?: string;
}

/** A delivery that was answered 2xx. */
export type Accepted = Omit<Delivery, "transaction"> & { readonly isDuplicate: boolean };

export interface ReceiverOptions<T = void> {
  /**
   * A list, or a function that is called at every delivery: a secret can be replaced without a restart. It may also return
   * `{ owner, secrets }`, where all belong to one customer. If it fails, the answer is 500.
   */
  readonly secrets: Secrets | (() => Secrets | OwnedSecrets | Promise<Secrets | OwnedSecrets>);
  /** Stores or enqueues a confirmed payment; real work comes later. If it fails, the answer is 500 and the service retries. */
  readonly onPayment: (payment: PaymentSnapshot, delivery: Delivery<T>) => unknown;
  /** Handles other events of the contract by name, as `onPayment` handles payments. */
  readonly on?: {
    readonly [E in Exclude<keyof EventPayloads, typeof CASE_FILE_PAYMENT_CONFIRMED>]?: (
      payload: EventPayloads[E],
      delivery: Delivery<T>,
    ) => unknown;
  };
  /** Takes verified deliveries of events without a handler. Default: they are acknowledged. */
  readonly onUnknown?: (delivery: Delivery<T>) => unknown;
  /** Says what makes two payments of one owner the same. Default: id and event. */
  readonly key?: (payment: PaymentSnapshot, secret: { readonly owner?: string; readonly label?: string }) => string;
  /** Remembers deliveries by key. Default: the memory of this process, with a warning. */
  readonly store?: DuplicateStore<T>;
  /** Limits a body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Time for store and handler together, in milliseconds. After it, the answer is 503. Default 5 s. */
  readonly handlerTimeoutMs?: number;
  /** Learns of every answer that is not 2xx. Default: standard error does. */
  readonly onProblem?: (code: string, error?: unknown) => void;
  /** Learns of every answer that is 2xx. */
  readonly onAccepted?: (accepted: Accepted) => void;
}

export interface Receiver {
  readonly maxBodyBytes: number;
  /** Returns the refusal that needs no byte of the body. `contentLength`: undefined if unknown. */
  refuseHead(
    method: string | undefined,
    contentType: string | undefined,
    contentLength: number | undefined,
  ): Answer | undefined;
  /** Answers a delivery. `body`: the bytes as they arrived. `signature`: the header; join several of the same name with a comma. */
  receive(body: Uint8Array, signature: string | null | undefined): Promise<Answer>;
  /** Reports a problem to `onProblem` and returns the answer. */
  refuse(status: number, code: string, error?: unknown): Answer;
}

/** Makes a receiver. @throws TypeError `secret_empty`, `owner_invalid`, `option_invalid` */
export function createReceiver<T = void>(options: ReceiverOptions<T>): Receiver {
  checkOptions(options);
  const { onPayment, onUnknown, onAccepted, onProblem, maxBodyBytes = 1_048_576, handlerTimeoutMs = 5000 } = options;
  const on = knownEvents<T>(options.on ?? {});
  const { key = ({ id, "@event": event }: PaymentSnapshot) => `${id} ${event}` } = options;
  if (!options.store) warnOfOneProcess();
  // Without a store of yours there is no transaction.
  const store = options.store ?? (new MemoryStore() as unknown as DuplicateStore<T>);
  const handOver = createHandOver(store, handlerTimeoutMs);
  const given = options.secrets;
  const own = typeof given === "function" ? undefined : knownSecrets(given);
  const secretsOf = async () => own ?? knownSecrets(await (given as () => unknown)());
  const log = problemLog();

  /** What only listens changes no answer. */
  function tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      log(500, "listener_failed", error);
    }
  }

  function refuse(status: number, code: string, error?: unknown): Answer {
    tell(() => (onProblem ? onProblem(code, error) : log(status, code, error)));
    return { status, code };
  }

  function accept(accepted: Accepted): Answer {
    tell(() => onAccepted?.(accepted));
    return { status: 204 };
  }

  async function dispatch(payload: unknown, verified: Verified, mayBeEarlier: boolean): Promise<Answer> {
    const event =
      typeof payload === "object" && payload !== null && "@event" in payload ? payload["@event"] : undefined;
    if (typeof event !== "string") return refuse(422, "payload_invalid");
    const handler = on.get(event);
    if (handler) {
      const read = readOrFault(EVENT_READERS[event as keyof EventPayloads], payload);
      if (read instanceof PayloadError) return refuse(422, read.code, read);
      return handle(
        { ...verified, event },
        () => sameEvent(event, read, verified.body),
        (delivery) => handler(read, delivery),
        mayBeEarlier,
      );
    }
    if (event === CASE_FILE_PAYMENT_CONFIRMED) {
      const payment = readOrFault(EVENT_READERS[CASE_FILE_PAYMENT_CONFIRMED], payload);
      if (payment instanceof PayloadError) return refuse(422, payment.code, payment);
      const { body: _body, secretIndex: _index, ...secret } = verified;
      return handle(
        { ...verified, event },
        () => key(payment, secret),
        (delivery) => onPayment(payment, delivery),
        mayBeEarlier,
      );
    }
    // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
    const same = `${createHash("sha256").update(verified.body).digest("hex")} ${event}`;
    if (!onUnknown) return accept({ ...verified, event, key: same, isDuplicate: false });
    return handle({ ...verified, event }, () => same, onUnknown, mayBeEarlier);
  }

  async function handle(
    delivery: Verified & { readonly event: string },
    same: () => string,
    handler: (delivery: Delivery<T>) => unknown,
    mayBeEarlier: boolean,
  ): Promise<Answer> {
    try {
      const done = await handOver(same(), delivery.owner, mayBeEarlier, (own, transaction) =>
        handler({ ...delivery, key: own, transaction }),
      );
      return accept({ ...delivery, ...done });
    } catch (error) {
      if (!(error instanceof HandOverError)) return refuse(500, "handler_failed", error);
      return refuse(error.code === "handler_failed" ? 500 : 503, error.code, error.cause ?? error);
    }
  }

  return {
    maxBodyBytes,
    refuse,
    refuseHead(method, contentType, contentLength) {
      if (method !== "POST") return refuse(405, "method_not_allowed");
      if (!/^\s*application\/json\s*(;|$)/i.test(contentType ?? "")) return refuse(415, "media_type_unsupported");
      return (contentLength ?? 0) > maxBodyBytes ? refuse(413, "body_too_large") : undefined;
    },
    async receive(body, signature) {
      if (body.length > maxBodyBytes) return refuse(413, "body_too_large");
      let secrets: KnownSecret[];
      try {
        secrets = await secretsOf();
      } catch (error) {
        return refuse(500, "secrets_unavailable", error);
      }
      const verdict = verify(
        body,
        signature,
        secrets.map(({ secret }) => secret),
      );
      if (!verdict.ok) {
        // No delivery is empty: this is the signature of a body that was lost on its way.
        const isLost = body.length === 0 && verdict.code === "signature_mismatch";
        return isLost ? refuse(400, "body_not_received") : refuse(401, verdict.code);
      }
      const payload = read(body);
      if (typeof payload === "string") return refuse(400, payload);
      const { secret: _, ...known } = secrets[verdict.secretIndex] ?? { secret: "" };
      // Beside a secret without an owner, a key without one is not necessarily of the version before.
      const mayBeEarlier = secrets.every(({ owner }) => owner !== undefined);
      return dispatch(payload.value, { ...known, body, secretIndex: verdict.secretIndex }, mayBeEarlier);
    },
  };
}

type Verified = Pick<Delivery, "body" | "secretIndex" | "label" | "owner">;

/** The JSON of a body, or the code of the reason why there is none. */
function read(body: Uint8Array): { value: unknown } | "body_not_utf8" | "body_not_json" {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return "body_not_utf8";
  }
  try {
    return { value: parseJson(text) };
  } catch {
    return "body_not_json";
  }
}

function readOrFault<P>(reader: Reader<P>, payload: unknown): P | PayloadError {
  try {
    return reader(payload);
  } catch (error) {
    if (error instanceof PayloadError) return error;
    throw error;
  }
}

/** By id and event, as of payments. Where there is no id, only the bytes tell whether two deliveries are the same. */
function sameEvent(event: string, { id }: { readonly [member: string]: unknown }, body: Uint8Array): string {
  const isId = ["number", "bigint", "string"].includes(typeof id);
  return `${isId ? id : createHash("sha256").update(body).digest("hex")} ${event}`;
}

/** Refuses what no delivery would ever reach. */
function knownEvents<T>(on: object): Map<string, (payload: object, delivery: Delivery<T>) => unknown> {
  for (const [event, handler] of Object.entries(on)) {
    if (event === CASE_FILE_PAYMENT_CONFIRMED) throw new TypeError(`option_invalid: onPayment handles ${event}`);
    if (!Object.hasOwn(EVENT_READERS, event)) throw new TypeError(`option_invalid: the contract has no event ${event}`);
    if (typeof handler !== "function") throw new TypeError(`option_invalid: the handler of ${event} is a function`);
  }
  return new Map(Object.entries(on));
}

/** What can never work is refused when it is set up. */
function checkOptions<T>(options: ReceiverOptions<T>): void {
  const { maxBodyBytes = 1, handlerTimeoutMs = 1, store = new MemoryStore() } = options;
  const isCallable = (one: unknown) => typeof one === "function";
  const optional = (["onUnknown", "key", "onProblem", "onAccepted"] as const).map((name) => options[name]);
  const isCount = (one: unknown) => Number.isInteger(one) && (one as number) > 0;
  const faults = [
    isCallable(options.onPayment) ? "" : "onPayment is a function",
    optional.every((one) => one === undefined || isCallable(one)) ? "" : "onUnknown, key and listeners are functions",
    isCallable(store?.once) ? "" : "store has a function once",
    isCount(maxBodyBytes) && isCount(handlerTimeoutMs) && handlerTimeoutMs < 2 ** 31
      ? ""
      : "maxBodyBytes and handlerTimeoutMs are whole numbers above 0",
  ].filter(Boolean);
  if (faults[0]) throw new TypeError(`option_invalid: ${faults[0]}`);
}
