/**
 * One correct receiver of client webhook deliveries, in process and of node:http alone. Every step it takes is a
 * switch: as they stand in `CORRECT` all stated facts hold; `flaws.ts` turns the ones that break a fact, and
 * `variants.ts` the ones that are open.
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../../scripts/listen.ts";

export const EVENT = "case_file.payment.confirmed";
export const SIGNATURE = "x-service-signature";

export type Payload = Record<string, unknown>;
export type Processed = { id: number; event: string };
export type Delivery = { header: string | undefined; raw: Buffer; secret: string; req: IncomingMessage };
export type Answer = { status: number; headers?: Record<string, string>; body?: string };
export type Receiver = {
  url: string;
  secret: string;
  driver: { processed(): Promise<Processed[]>; settle(): Promise<void>; reset(): Promise<void> };
  stop(): Promise<void>;
};

export function hmac(key: string, body: string | Buffer, algorithm = "sha256"): Buffer {
  return createHmac(algorithm, key).update(body).digest();
}

/** The prefix, then 64 hex digits that are those of the body, compared in constant time. */
export function isSigned({ header, raw, secret }: Delivery): boolean {
  const digits = /^sha256=([0-9a-f]{64})$/i.exec(header ?? "")?.[1];
  return digits !== undefined && timingSafeEqual(Buffer.from(digits, "hex"), hmac(secret, raw));
}

export const paymentAndEvent = (payload: Payload) => `${payload["id"]} ${payload["@event"]}`;

const CORRECT = {
  /** A status with which a request is refused before its body is read. */
  refusesAtOnce: (_req: IncomingMessage): number | undefined => undefined,
  maxBytes: 1_048_576,
  /** The bytes as they came, or the status with which they are refused. */
  reads: (req: IncomingMessage, maxBytes: number): Promise<Buffer | number> => read(req, maxBytes),
  header: ({ headers }: IncomingMessage): string | undefined => headers[SIGNATURE] as string | undefined,
  verifies: isSigned,
  /** Takes effect before the signature is looked at, or whatever came of it. */
  acts: "verified" as "verified" | "before" | "anyway",
  decodes: (raw: Buffer): Payload => JSON.parse(raw.toString()),
  isWelcome: (_payload: Payload): boolean => true,
  key: (payload: Payload, _delivery: Delivery): string => paymentAndEvent(payload),
  /** Keys that count as seen, given all that were handled. */
  remembers: (keys: string[]): string[] => keys,
  /** Between the look whether a delivery is new and the note that it is handled. */
  storeMs: 0,
  /** Whether an attempt fails once its key is noted, given all keys: its work is lost, the answer is 500. */
  loses: async (_keys: string[], _delivery: Delivery): Promise<boolean> => false,
  takesEffect: true,
  /** Real work happens so much later than the answer. */
  workLaterMs: 0,
  ackMs: 0,
  /** Answers before the body is read; what follows is work. */
  answersFirst: false,
  /** Two at the same time drop each other. */
  collides: false,
  refusalMs: 0,
  ack: { status: 200 } as Answer,
  refusal: { status: 401 } as Answer | "reset" | ((delivery: Delivery) => Answer),
  malformed: { status: 400 } as Answer,
};
export type Switches = typeof CORRECT;
export const SWITCHES = Object.keys(CORRECT) as (keyof Switches)[];

export async function startReceiver(switches: Partial<Switches> = {}): Promise<Receiver> {
  const s = { ...CORRECT, ...switches };
  const secret = randomBytes(24).toString("base64url");
  let processed: Processed[] = [];
  let keys: string[] = [];
  const busy = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const status = s.refusesAtOnce(req);
    if (status !== undefined) return answer(res, { status });
    if (s.answersFirst) answer(res, s.ack);
    const raw = await s.reads(req, s.maxBytes);
    if (typeof raw === "number") return answer(res, { status: raw });
    const delivery = { header: s.header(req), raw, secret, req };
    if (s.acts === "before") await act(delivery);
    const isGenuine = s.verifies(delivery);
    if (s.acts === "anyway" && !isGenuine) void act(delivery);
    if (!isGenuine) await sleep(s.refusalMs);
    if (!isGenuine && s.refusal === "reset") return void res.destroy();
    if (!isGenuine) return answer(res, typeof s.refusal === "function" ? s.refusal(delivery) : (s.refusal as Answer));
    const outcome = s.acts === "before" ? "done" : await act(delivery);
    await sleep(s.ackMs);
    answer(res, outcome === "malformed" ? s.malformed : outcome === "failed" ? { status: 500 } : s.ack);
  }

  async function act(delivery: Delivery): Promise<"done" | "malformed" | "failed"> {
    let payload: Payload;
    try {
      payload = s.decodes(delivery.raw);
      if (!Number.isInteger(payload["id"]) || typeof payload["@event"] !== "string") return "malformed";
    } catch {
      return "malformed";
    }
    if (!s.isWelcome(payload)) return "malformed";
    if (payload["@event"] !== EVENT || !s.takesEffect) return "done";
    const key = s.key(payload, delivery);
    if (s.remembers(keys).includes(key)) return "done";
    busy.set(key, (busy.get(key) ?? 0) + 1);
    if (s.storeMs > 0) await sleep(s.storeMs);
    if (s.collides && (busy.get(key) ?? 0) > 1) return "done";
    busy.delete(key);
    keys.push(key);
    if (await s.loses(keys, delivery)) return "failed";
    const effect = { id: payload["id"] as number, event: EVENT };
    if (s.workLaterMs === 0) processed.push(effect);
    else later(effect);
    return "done";
  }

  function later(effect: Processed): void {
    const into = processed;
    const done: Promise<void> = sleep(s.workLaterMs).then(() => {
      into.push(effect);
      pending.delete(done);
    });
    pending.add(done);
  }

  const { url, stop } = await listen((req, res) => void handle(req, res).catch(() => res.destroy()));
  return {
    url: `${url}/hooks`,
    secret,
    driver: {
      async processed() {
        return [...processed];
      },
      async settle() {
        while (pending.size > 0) await Promise.all(pending);
      },
      async reset() {
        processed = [];
        keys = [];
      },
    },
    stop,
  };
}

function answer(res: ServerResponse, { status, headers = {}, body = "" }: Answer): void {
  if (res.headersSent) return;
  res.writeHead(status, headers).end(body);
}

export async function read(req: IncomingMessage, maxBytes: number): Promise<Buffer | number> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? 413 : Buffer.concat(chunks);
}
