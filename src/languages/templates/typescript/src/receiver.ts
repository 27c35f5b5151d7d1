/**
 * What a receiver of client webhook deliveries does with a request, whatever server it came through: check, verify, read, hand over, and
 * only then answer 2xx.
 */

import { CASE_FILE_PAYMENT_CONFIRMED } from "./constants.ts";
import { parseJson } from "./json.ts";
import { PayloadError } from "./model.ts";
import { type PaymentSnapshot, readPaymentSnapshot } from "./models.ts";
import { verify } from "./signature.ts";

/** What to answer. `code` says why it is not 2xx and is safe to show to anyone. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
}

/** Remembers what was handed over. In production: a table with a unique key, in the transaction of the handler. */
export interface DuplicateStore {
  /**
   * Calls `handOver` if the key is new, and marks the key once it has ended. While one call is inside, another with the same key waits.
   * If `handOver` fails, so does this, and the key stays new.
   */
  once(key: string, handOver: () => Promise<void>): Promise<void>;
}

export interface ReceiverOptions {
  /** Of the webhooks that post here, one or several. */
  readonly secrets: readonly string[];
  /** Stores or enqueues a confirmed payment; real work comes later. If it fails, the answer is 500 and the service delivers again. */
  readonly onPayment: (payment: PaymentSnapshot) => Promise<void> | void;
  /** By payment id and event. Default: the memory of this process. */
  readonly store?: DuplicateStore;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Told of every answer that is not 2xx. */
  readonly onProblem?: (code: string, error?: unknown) => void;
}

export interface Receiver {
  readonly maxBodyBytes: number;
  /** What can be refused before a byte of the body is read. `contentLength`: undefined if it is not said. */
  refuseHead(
    method: string | undefined,
    contentType: string | undefined,
    contentLength: number | undefined,
  ): Answer | undefined;
  /** `body`: the bytes as they arrived. `signature`: of the header; several of the same name joined by a comma. */
  receive(body: Uint8Array, signature: string | null | undefined): Promise<Answer>;
  refuse(status: number, code: string, error?: unknown): Answer;
}

/** For one process, until it ends. Forgets the oldest keys beyond `limit`. */
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

/** @throws TypeError without a secret, or with an empty one */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { onPayment, store = new MemoryStore(), maxBodyBytes = 1_048_576, onProblem } = options;
  const isSecret = (secret: unknown) => typeof secret === "string" && secret !== "";
  if (!Array.isArray(options.secrets) || options.secrets.length === 0 || !options.secrets.every(isSecret))
    throw new TypeError("secret_empty: pass a list of secrets, none of them empty");
  const secrets: readonly string[] = [...options.secrets];

  function refuse(status: number, code: string, error?: unknown): Answer {
    onProblem?.(code, error);
    return { status, code };
  }

  async function dispatch(payload: unknown): Promise<Answer> {
    const event =
      typeof payload === "object" && payload !== null && "@event" in payload ? payload["@event"] : undefined;
    if (typeof event !== "string") return refuse(422, "payload_invalid");
    // Events may be added; refusing one would make the service repeat it.
    if (event !== CASE_FILE_PAYMENT_CONFIRMED) return { status: 204 };
    let payment: PaymentSnapshot;
    try {
      payment = readPaymentSnapshot(payload);
    } catch (error) {
      if (error instanceof PayloadError) return refuse(422, error.code, error);
      throw error;
    }
    try {
      await store.once(`${payment.id} ${event}`, async () => onPayment(payment));
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
      return dispatch(payload);
    },
  };
}
