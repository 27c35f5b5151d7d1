/** What handlers, keys and stores do wrong is never a 2xx, every wait ends, and whose payment it is makes the key. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CASE_FILE_PAYMENT_CONFIRMED,
  createReceiver,
  type DuplicateStore,
  MemoryStore,
  type Receiver,
  type ReceiverOptions,
  sign,
} from "../src/index.ts";

const SECRET = "<WEBHOOK_SECRET>";
const EVENT = CASE_FILE_PAYMENT_CONFIRMED;
type Options = Partial<ReceiverOptions>;

const receiver = (options: Options): Receiver =>
  createReceiver({ secrets: [SECRET], onPayment: () => undefined, onProblem: () => undefined, ...options });

async function post(to: Receiver, { secret = SECRET, id = 7 } = {}): Promise<number> {
  const body = Buffer.from(JSON.stringify({ "@event": EVENT, id }));
  return (await to.receive(body, sign(body, secret))).status;
}

const storeOf = (once: unknown): DuplicateStore => ({ once }) as DuplicateStore;

test("work that is still to be done is a failure", async () => {
  const unfinished = [
    (function* () {})(),
    (async function* () {})(),
    () => undefined,
    { subscribe: () => undefined },
    Promise.reject(new Error("disk full")),
    // biome-ignore lint/suspicious/noThenProperty: as lazy queries have it
    { then: (_: unknown, reject: (error: Error) => void) => reject(new Error("disk full")) },
  ];
  for (const result of unfinished) {
    const store = new MemoryStore();
    assert.equal(await post(receiver({ store, onPayment: () => result })), 500);
    assert.equal(await post(receiver({ store })), 204);
  }
  for (const result of [null, undefined, false, 0, "", [], {}, Promise.resolve()])
    assert.equal(await post(receiver({ onPayment: () => result })), 204);
});

test("a store makes no success of a failure", async () => {
  type HandOver = () => Promise<void>;
  const stores = {
    "swallows what the handler threw": async (_: string, handOver: HandOver) => handOver().catch(() => undefined),
    "does not wait": (_: string, handOver: HandOver) => void handOver(),
    "is a generator": function* (_: string, handOver: HandOver) {
      yield handOver();
    },
    "fails before": () => Promise.reject(new Error("database is away")),
    "fails after": async (_: string, handOver: HandOver) => {
      await handOver();
      throw new Error("commit failed");
    },
  };
  const onPayment = async () => {
    throw new Error("disk full");
  };
  for (const [name, once] of Object.entries(stores)) {
    const handler = name.startsWith("fails") ? () => undefined : onPayment;
    assert.ok((await post(receiver({ store: storeOf(once), onPayment: handler }))) >= 500, name);
  }
});

test("a store may try again", async () => {
  let calls = 0;
  const onPayment = () => {
    if (calls++ === 0) throw new Error("deadlock");
  };
  const again = (_: string, handOver: () => Promise<void>) => handOver().catch(handOver);
  assert.deepEqual([await post(receiver({ store: storeOf(again), onPayment })), calls], [204, 2]);
});

test("every wait ends: a hanging payment is 503, and so are its repetitions, without the store", async () => {
  const asked: string[] = [];
  const problems: string[] = [];
  const inner = new MemoryStore();
  const store = storeOf((key: string, handOver: () => Promise<void>) => {
    asked.push(key);
    return inner.once(key, handOver);
  });
  let end = () => {};
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const onPayment = ({ id }: { id: unknown }) => (id === 7 ? hanging : undefined);
  const onProblem = (code: string) => void problems.push(code);
  const one = receiver({ store, onPayment, onProblem, handlerTimeoutMs: 100 });
  assert.deepEqual(await Promise.all([post(one), post(one), post(one)]), [503, 503, 503]);
  assert.equal(await post(one, { id: 8 }), 204);
  assert.deepEqual([problems.sort(), asked.length], [["event_busy", "event_busy", "handler_deadline"], 2]);
  end();
  assert.equal(await post(one), 204);
});

test("a key is a text", async () => {
  for (const key of ["", null, undefined, 4711])
    assert.equal(await post(receiver({ key: () => key as unknown as string })), 500);
});

test("owners and options are checked at once", async () => {
  const secrets: unknown[] = [
    [{ label: "", secret: "s" }],
    [{ label: "l", secret: "" }],
    [{ label: "l", secret: "s", owner: "\ud800" }],
    [
      { label: "l", secret: "s", owner: "a" },
      { label: "l", secret: "s", owner: "b" },
    ],
    { owner: "", secrets: ["s"] },
    { secrets: ["s"] },
  ];
  for (const given of secrets) {
    assert.throws(() => receiver({ secrets: given as string[] }), /secret_empty|owner_invalid/);
    assert.equal(await post(receiver({ secrets: () => given as string[] })), 500);
  }
  const wrong = { maxBodyBytes: 0, handlerTimeoutMs: Number.NaN, store: {}, onPayment: 1, key: "id", onAccepted: {} };
  for (const [name, value] of Object.entries(wrong))
    assert.throws(() => receiver({ [name]: value } as Options), /option_invalid/, name);
});

test("listeners learn of duplicates and change no answer", async () => {
  const seen: unknown[] = [];
  const one = receiver({
    onAccepted: ({ key, isDuplicate }) => {
      seen.push([key, isDuplicate]);
      throw new Error("metrics are away");
    },
    onProblem: () => {
      throw new Error("log is full");
    },
  });
  const told = await stderrOf(async () =>
    assert.deepEqual([await post(one), await post(one), await post(one, { secret: "wrong" })], [204, 204, 401]),
  );
  assert.deepEqual(
    seen,
    [false, true].map((isDuplicate) => [`7 ${EVENT}`, isDuplicate]),
  );
  assert.equal(told.length, 3);
});

test("by default failures are told with their stack, and each refusal once with advice", async () => {
  const onPayment = () => {
    throw new Error("the database is away");
  };
  const one = createReceiver({ secrets: [SECRET], onPayment });
  const told = await stderrOf(async () => {
    for (const secret of [SECRET, SECRET, "wrong", "wrong"]) await post(one, { secret });
    assert.equal((await one.receive(Buffer.from(""), sign(Buffer.from("x"), SECRET))).code, "body_not_received");
  });
  assert.deepEqual(
    told.map(([text]) => /: (\w+)\./.exec(String(text))?.[1]),
    ["handler_failed", "handler_failed", "signature_mismatch", "body_not_received"],
  );
  assert.ok(told[0]?.[1] instanceof Error && /Check that the secret/.test(String(told[2]?.[0])));
});

test("a receiver without a store says that it is for one process", () => {
  const { warn } = console;
  const told: unknown[] = [];
  console.warn = (text: unknown) => void told.push(text);
  try {
    receiver({ store: new MemoryStore() });
    assert.deepEqual(told, []);
    receiver({});
  } finally {
    console.warn = warn;
  }
  assert.match(String(told), /^[^,]*Duplicates are kept in this process alone: give/);
});

/** What is written to the console meanwhile. */
async function stderrOf(act: () => Promise<void>): Promise<unknown[][]> {
  const { error } = console;
  const told: unknown[][] = [];
  console.error = (...all: unknown[]) => void told.push(all);
  try {
    await act();
  } finally {
    console.error = error;
  }
  return told;
}
