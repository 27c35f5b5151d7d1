/**
 * A receiver inside the sandbox, so that the whole way of a delivery can be seen before a line of code exists. It
 * verifies with the library, over real HTTP, and answers as it is told.
 */

import type { Server } from "node:http";
import { createAppReceiver, createReceiver, type Receiver } from "../../receive/index.ts";
import { close, listen } from "../listen.ts";
import type { Forwards } from "../outbound/forward.ts";
import type { Store } from "../store/store.ts";

/** The origin that is forwarded to it. */
const INSIDE_ORIGIN = "https://inside.example.com";
/** URLs of webhooks that lead to it. */
export const INSIDE_URLS = { client: `${INSIDE_ORIGIN}/payments`, app: `${INSIDE_ORIGIN}/app` } as const;

/**
 * What it can be told to answer, in words. A delivery that does not verify is refused, except where the answer is said
 * to come unseen.
 */
export const INSIDE_ANSWERS = {
  "204": "204, once the signature is verified",
  "200": "200, once the signature is verified",
  slow: "204, once the signature is verified, after three seconds",
  "404": "404",
  "500": "500",
  none: "nothing, until the sandbox gives up",
  unseen: "204, without a look at the signature",
} as const;

/** What the receiver inside the sandbox can be told to answer. */
export type InsideAnswer = keyof typeof INSIDE_ANSWERS;

const HOST = "127.0.0.1";
const SLOW_MS = 3000;

interface Surroundings {
  readonly store: Store;
  readonly forwards: Forwards;
  readonly signatureHeader: string;
}

/** The receiver. It listens from the first webhook that leads to it. */
export class InsideReceiver {
  readonly #parts: Surroundings;
  readonly #signed: Receiver;
  readonly #unsigned: Receiver;
  #opening: Promise<{ server: Server; port: number }> | undefined;
  #answer: InsideAnswer = "204";

  constructor(parts: Surroundings) {
    this.#parts = parts;
    const handled = () => undefined;
    // What it refuses is seen in the delivery.
    const onProblem = handled;
    this.#signed = createReceiver({
      secrets: () => this.#secrets(),
      on: { "case_file.payment.confirmed": handled },
      signatureHeader: parts.signatureHeader,
      onProblem,
    });
    this.#unsigned = createAppReceiver({ on: {}, onProblem });
    // The webhook for which it was opened may not have been stored.
    parts.store.onRestore(() => {
      if (this.#opening && !this.#isUsed()) parts.forwards.remove(INSIDE_ORIGIN);
    });
  }

  /** What it answers; undefined while nothing leads to it. */
  get answer(): InsideAnswer | undefined {
    return this.#isUsed() ? this.#answer : undefined;
  }

  /** Tells it what to answer from now on. */
  tell(answer: InsideAnswer): void {
    this.#answer = answer;
  }

  /** Opens it, unless it is open, and leads its origin there. */
  async open(): Promise<void> {
    this.#opening ??= listen((request) => this.#handle(request), HOST, 0);
    const { port } = await this.#opening;
    this.#parts.forwards.add(INSIDE_ORIGIN, `http://${HOST}:${port}`);
  }

  /** Opens it if a webhook of an earlier start leads to it. */
  async resume(): Promise<void> {
    if (this.#isUsed()) await this.open();
  }

  async close(): Promise<void> {
    if (this.#opening) await close((await this.#opening).server);
  }

  #isUsed(): boolean {
    const { store } = this.#parts;
    return (
      store.list("clientWebhook").some(({ url }) => leadsInside(url)) ||
      store.list("appWebhook").some(({ webhookUrl }) => leadsInside(webhookUrl))
    );
  }

  #secrets(): string[] {
    const webhooks = this.#parts.store.list("clientWebhook").filter(({ url }) => leadsInside(url));
    return webhooks.map(({ secret }) => secret);
  }

  async #handle(request: Request): Promise<Response> {
    const answer = this.#answer;
    if (answer === "none") return untilGone(request);
    if (answer === "unseen") return new Response(null, { status: 204 });
    if (answer === "404" || answer === "500") return new Response(null, { status: Number(answer) });
    const receiver =
      new URL(request.url).pathname === new URL(INSIDE_URLS.app).pathname ? this.#unsigned : this.#signed;
    const response = await receiver.fetch(request);
    if (answer === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return response.ok ? new Response(null, { status: answer === "200" ? 200 : 204 }) : response;
  }
}

function leadsInside(url: string): boolean {
  return URL.parse(url)?.origin === INSIDE_ORIGIN;
}

/** Does not answer: resolves only when the sender has gone and nothing reads the answer. */
function untilGone({ signal }: Request): Promise<Response> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(new Response(null, { status: 204 })), { once: true });
  });
}
