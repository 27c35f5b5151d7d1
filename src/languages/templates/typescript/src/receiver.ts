/** The receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only then answer 2xx. */

import { createHash } from "node:crypto";
import { CASE_FILE_PAYMENT_CONFIRMED } from "./constants.ts";
import { parseJson } from "./json.ts";
import { PayloadError } from "./model.ts";
import { type PaymentSnapshot, readPaymentSnapshot } from "./models.ts";
import { verify } from "./signature.ts";

/** The answer to a request. `code` says why it is not 2xx and is safe to show to anyone. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
}

/** Remembers the keys of handed-over deliveries. In production: a table with a unique key. `T`: its transaction. */
export interface DuplicateStore<T = void> {
  /**
   * Calls `handOver` if the key is new, and marks the key after it ended. While one call is inside, another with the same key waits.
   * If `handOver` fails, so does this, and the key stays new. Pass `handOver` a connection, and the handler finds it as
   * `delivery.transaction`: it can store the payment in the same transaction as the key.
   */
  once(key: string, handOver: (transaction: T) => Promise<void>): Promise<void>;
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
}

/** The secrets of the webhooks that post here: one, or several while a secret is being replaced. */
export type Secrets = readonly string[];

export interface ReceiverOptions<T = void> {
  /** A list, or a function that is called at every delivery: a secret can be replaced without a restart. If it fails, the answer is 500. */
  readonly secrets: Secrets | (() => Secrets | Promise<Secrets>);
  /** Stores or enqueues a confirmed payment; real work comes later. If it fails, the answer is 500 and the service retries. */
  readonly onPayment: (payment: PaymentSnapshot, delivery: Delivery<T>) => Promise<void> | void;
  /** Takes verified deliveries of other events. Default: they are acknowledged. */
  readonly onUnknown?: (delivery: Delivery<T>) => Promise<void> | void;
  /** Says what makes two payments the same. Default: id and event. */
  readonly key?: (payment: PaymentSnapshot) => string;
  /** Remembers deliveries by key. Default: the memory of this process. */
  readonly store?: DuplicateStore<T>;
  /** Limits a body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Learns of every answer that is not 2xx. */
  readonly onProblem?: (code: string, error?: unknown) => void;
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

/** A store for one process, until it ends. Forgets the oldest keys beyond `limit`. */
export class MemoryStore implements DuplicateStore {
  readonly #done = new Set<string>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  async once(key: string, handOver: () => Promise<void>): Promise<void> {
    for (let busy = this.#busy.get(key); busy; busy = this.#busy.get(key)) await busy.catch(() => undefined);
    if (this.#done.has(key)) return;
    const work = handOver();
    this.#busy.set(key, work);
    try {
      await work;
    } finally {
      this.#busy.delete(key);
    }
    this.#done.add(key);
    const [oldest] = this.#done;
    if (this.#done.size > this.#limit && oldest !== undefined) this.#done.delete(oldest);
  }
}

/** Makes a receiver. @throws TypeError if the list of secrets is empty, or has an empty one */
export function createReceiver<T = void>(options: ReceiverOptions<T>): Receiver {
  const { onPayment, onUnknown, maxBodyBytes = 1_048_576, onProblem } = options;
  const { key = ({ id, "@event": event }: PaymentSnapshot) => `${id} ${event}` } = options;
  // Without a store of yours there is no transaction.
  const store = options.store ?? (new MemoryStore() as unknown as DuplicateStore<T>);
  const own = typeof options.secrets === "function" ? undefined : checked(options.secrets);
  const secretsOf = async () => own ?? checked(await (options.secrets as () => Secrets | Promise<Secrets>)());

  function refuse(status: number, code: string, error?: unknown): Answer {
    onProblem?.(code, error);
    return { status, code };
  }

  async function dispatch(payload: unknown, verified: { body: Uint8Array; secretIndex: number }): Promise<Answer> {
    const event =
      typeof payload === "object" && payload !== null && "@event" in payload ? payload["@event"] : undefined;
    if (typeof event !== "string") return refuse(422, "payload_invalid");
    if (event !== CASE_FILE_PAYMENT_CONFIRMED) {
      if (!onUnknown) return { status: 204 };
      // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
      const digest = () => `${createHash("sha256").update(verified.body).digest("hex")} ${event}`;
      return handOver(digest, (same, transaction) => onUnknown({ ...verified, event, key: same, transaction }));
    }
    let payment: PaymentSnapshot;
    try {
      payment = readPaymentSnapshot(payload);
    } catch (error) {
      if (error instanceof PayloadError) return refuse(422, error.code, error);
      throw error;
    }
    return handOver(
      () => key(payment),
      (same, transaction) => onPayment(payment, { ...verified, event, key: same, transaction }),
    );
  }

  async function handOver(
    keyOf: () => string,
    handle: (key: string, transaction: T) => Promise<void> | void,
  ): Promise<Answer> {
    try {
      const same = keyOf();
      await store.once(same, async (transaction) => handle(same, transaction));
    } catch (error) {
      return refuse(500, "handler_failed", error);
    }
    return { status: 204 };
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
      let secrets: Secrets;
      try {
        secrets = await secretsOf();
      } catch (error) {
        return refuse(500, "secrets_unavailable", error);
      }
      const verdict = verify(body, signature, secrets);
      if (!verdict.ok) return refuse(401, verdict.code);
      let text: string;
      try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(body);
      } catch {
        return refuse(400, "body_not_utf8");
      }
      let payload: unknown;
      try {
        payload = parseJson(text);
      } catch {
        return refuse(400, "body_not_json");
      }
      return dispatch(payload, { body, secretIndex: verdict.secretIndex });
    },
  };
}

function checked(secrets: unknown): Secrets {
  const isSecret = (secret: unknown) => typeof secret === "string" && secret !== "";
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every(isSecret))
    throw new TypeError("secret_empty: pass a list of secrets, none of them empty");
  return [...secrets];
}
