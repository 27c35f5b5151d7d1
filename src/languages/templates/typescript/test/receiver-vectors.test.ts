/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, createReceiver, type Delivery, type Receiver, type ReceiverOptions } from "../src/index.ts";
import { type ReceiverCase, type RequestCase, receiverCases, type SecretCase } from "./vectors.ts";

/** A repetition waits for the first delivery, up to the deadline. */
const LACKS = "repetition refused";

/** One case: its receiver, its store, and what they saw. */
class Run {
  readonly done: Set<string>;
  now: Partial<RequestCase> = {};
  handled: object[] = [];
  told: string[] = [];
  readonly #case: ReceiverCase;
  readonly #receiver: Receiver;

  constructor(one: ReceiverCase) {
    this.#case = one;
    this.done = new Set(one.before.done);
    const { maxBodyBytes, key, onUnknown } = one.options;
    const isLate = one.requests.some(({ handler }) => handler === "late");
    const asked = () => {
      if (this.now.secretsFail) throw new Error("the secrets are away");
      return this.#listed(this.now.secrets ?? one.secrets);
    };
    this.#receiver = createReceiver({
      secrets: one.asked ? asked : (this.#listed(one.secrets) as ReceiverOptions["secrets"] & object[]),
      onPayment: ({ id }, delivery) => this.#handle(delivery, { id: String(id) }),
      store: { once: (own, handOver) => this.#once(own, handOver) },
      onProblem: (code) => this.#tell(code),
      onAccepted: ({ isDuplicate }) => this.#tell(isDuplicate ? "duplicate" : "handled"),
      ...(maxBodyBytes && { maxBodyBytes }),
      ...(isLate && { handlerTimeoutMs: 50 }),
      ...(onUnknown && { onUnknown: (delivery) => this.#handle(delivery) }),
      ...(key && { key: () => this.#key(key) }),
    });
  }

  async answer(): Promise<Answer> {
    const { method = "", headers = [], body = "" } = this.now;
    const header = (name: string) => {
      const values = headers.filter(([own]) => own === name).map(([, value]) => value);
      return values.length > 0 ? values.join(",") : undefined;
    };
    const length = header("Content-Length");
    const refused = this.#receiver.refuseHead(method, header("Content-Type"), length ? Number(length) : undefined);
    return refused ?? this.#receiver.receive(Buffer.from(body, "base64"), header("signature"));
  }

  #listed(secrets: readonly SecretCase[]) {
    const known = secrets.map((one) => (one.label === undefined ? one.secret : { ...one, label: one.label }));
    const { owner } = this.#case;
    return owner === undefined ? known : { owner, secrets: known };
  }

  #key(key: string): string {
    if (key === "throws") throw new Error("no key");
    return key === "empty" ? "" : key;
  }

  #tell(what: string): void {
    this.told.push(what);
    if (this.#case.options.listeners) throw new Error("the metrics are away");
  }

  async #handle({ event, key, secretIndex, label, owner }: Delivery, id: object = {}): Promise<void> {
    this.handled.push({ event, ...id, key, secretIndex, ...(label && { label }), ...(owner && { owner }) });
    if (this.now.handler === "throws") throw new Error("disk full");
    if (this.now.handler === "late") await new Promise(() => {});
  }

  async #once(key: string, handOver: () => Promise<void>): Promise<void> {
    const how = this.now.store;
    if (how === "away") throw new Error("the store is away");
    if (this.done.has(key)) return;
    await handOver().catch((error: unknown) => {
      if (how !== "hides failures") throw error;
    });
    if (how === "rolls back") throw new Error("the commit failed");
    if (how === undefined) this.done.add(key);
  }
}

test("receivers", async (t) => {
  t.mock.method(console, "error", () => undefined);
  assert.ok(receiverCases().length > 100);
  for (const one of receiverCases()) {
    // A store of this package waits for a busy key, and says nothing of it.
    if (one.needs.includes(LACKS) || one.before.busy.length > 0) continue;
    const { id } = one;
    if (one.refusedWhenMade) {
      assert.throws(() => new Run(one), TypeError, id);
      continue;
    }
    const run = new Run(one);
    for (const now of one.requests) {
      Object.assign(run, { now, handled: [], told: [] });
      const { status, code } = await run.answer();
      // Nothing tells an event that nobody takes from one that was handled, but that no handler ran.
      const as = now.as === "ignored" ? "handled" : now.as;
      assert.deepEqual([status, code, run.told], [now.status, now.code, [now.code ?? as]], id);
      assert.deepEqual(run.handled, now.handled ? [now.handled] : [], id);
    }
    assert.deepEqual([...run.done].sort(), one.stored, id);
  }
});
