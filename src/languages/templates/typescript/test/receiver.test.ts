/** The receiver over real HTTP: what is handed over, what is refused, and what is answered when. */

import assert from "node:assert/strict";
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CASE_FILE_PAYMENT_CONFIRMED,
  createReceiver,
  type DuplicateStore,
  type Integer,
  MemoryStore,
  type Receiver,
  SIGNATURE_HEADER,
  sign,
} from "../src/index.ts";
import { createReceiverServer, listener } from "../src/server.ts";

const SECRET = "<WEBHOOK_SECRET>";
let handled: Integer[];
let problems: string[];
let failures: number;
let server: Server;
let port: number;

beforeEach(async () => {
  [handled, problems, failures] = [[], [], 0];
  const receiver = createReceiver({
    secrets: ["<OLD_SECRET>", SECRET],
    maxBodyBytes: 2000,
    onProblem: (code) => problems.push(code),
    onPayment: async ({ id }) => {
      await sleep(10);
      if (failures-- > 0) throw new Error("disk full");
      handled.push(id);
    },
  });
  server = createReceiverServer(receiver, { headTimeoutMs: 300, bodyTimeoutMs: 300 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const payment = (id: unknown, more: object = {}) =>
  JSON.stringify({ "@event": CASE_FILE_PAYMENT_CONFIRMED, id, ...more });

function send(body: string | Buffer, headers: Record<string, string> = {}, method = "POST"): Promise<Response> {
  const signature = sign(Buffer.from(body), SECRET);
  const all = { "Content-Type": "application/json", [SIGNATURE_HEADER]: signature, ...headers };
  return fetch(`http://127.0.0.1:${port}/`, { method, headers: all, body });
}

const post = async (...request: Parameters<typeof send>): Promise<number> => (await send(...request)).status;

/** The status of the answer to these bytes. */
function raw(text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text)).on("error", reject);
    socket.once("data", (data) => resolve(Number(data.toString().slice(9, 12)))).on("data", () => socket.destroy());
  });
}

const head = (body: string, ...lines: string[]) =>
  ["POST / HTTP/1.1", "Host: x", "Content-Type: application/json", ...lines, "", body].join("\r\n");
const signed = (body: string) => `${SIGNATURE_HEADER}: ${sign(Buffer.from(body), SECRET)}`;

test("a payment is handed over once", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(payment(1))));
  assert.deepEqual([new Set(answers), handled, problems], [new Set([204]), [1], []]);
});

test("while several come, one that fails is tried again by the next", async () => {
  failures = 2;
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(payment(1))));
  assert.deepEqual([answers.sort(), handled], [[204, 204, 204, 204, 500, 500], [1]]);
});

test("chunks, unknown members and a byte order mark are taken", async () => {
  const body = payment(2, { later: { a: [1] } });
  const chunks = [body.slice(0, 9), body.slice(9), ""].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`);
  assert.equal(await raw(head(chunks.join(""), signed(body), "Transfer-Encoding: chunked")), 204);
  assert.equal(await post(`\ufeff${payment(3)}`), 204);
  assert.deepEqual(handled, [2, 3]);
});

test("what is refused", async () => {
  const body = payment(6);
  const other = (text: string) => ({ [SIGNATURE_HEADER]: sign(Buffer.from(text), SECRET) });
  assert.equal(await post(body, other(`${body} `)), 401);
  assert.equal(await post(`${body}\n`, other(body)), 401);
  assert.equal(await post(`\ufeff${body}`, other(body)), 401);
  assert.equal(await post(body, { [SIGNATURE_HEADER]: "" }), 401);
  const invalid = Buffer.from([...Buffer.from('{"@event":"'), 0xff, 0x22, 0x7d]);
  for (const text of ["{", invalid, "[".repeat(1900), ""]) assert.equal(await post(text), 400);
  for (const text of ["[]", "null", payment("6"), payment(6, { caseFile: 1 })]) assert.equal(await post(text), 422);
  assert.equal(await post(body, { "Content-Type": "text/plain" }), 415);
  assert.equal(await post(body, {}, "PUT"), 405);
  assert.equal(await post(payment(6, { pad: "x".repeat(2000) })), 413);
  const long = payment(6, { pad: "x".repeat(2000) });
  // It does not wait for the end of what is too large.
  const chunk = `${long.length.toString(16)}\r\n${long}\r\n`;
  assert.equal(await raw(head(chunk, signed(long), "Transfer-Encoding: chunked")), 413);
  assert.equal(await raw(head(body, signed(body), signed(body), `Content-Length: ${body.length}`)), 401);
  assert.equal(await raw(head(body, signed(body), "Content-Length: 900")), 408);
  assert.deepEqual(handled, []);
});

test("connections without a whole head are closed", async () => {
  for (const sent of ["", "POST / HTTP/1.1\r\nX-Slow: "]) {
    const socket = connect(port, "127.0.0.1", () => socket.write(sent)).resume();
    await once(socket, "close");
  }
  assert.equal(await post(payment(6)), 204);
});

test("what another listener sent or kept is never completed as a success", async () => {
  const fail = () => {
    throw new Error("disk full");
  };
  const receive = listener(
    createReceiver({ secrets: [SECRET], onPayment: fail, onProblem: (code) => problems.push(code) }),
  );
  let before: RequestListener = () => undefined;
  server.removeAllListeners("request").on("request", async (req, res) => {
    await before(req, res);
    receive(req, res);
  });
  before = (_, res) => void res.setHeader("Content-Length", 3);
  assert.equal(await post(payment(6)), 500);
  before = (_, res) => void res.write("x");
  await assert.rejects(async () => (await send(payment(6))).text());
  before = async (req) => {
    for await (const _ of req);
  };
  assert.equal(await post(payment(6)), 400);
  before = async (req) => {
    Object.assign(req, { body: Buffer.concat(await req.toArray()) });
  };
  assert.equal(await post(payment(6)), 500);
  before = (req) => void req.pause();
  const answer = await send(payment(6));
  assert.deepEqual([answer.status, await answer.json()], [500, { code: "handler_failed" }]);
  assert.equal(problems.filter((code) => code === "body_not_received").length, 1);
});

const receive = (receiver: Receiver, body: string) =>
  receiver.receive(Buffer.from(body), sign(Buffer.from(body), SECRET)).then(({ status }) => status);

test("an own key decides, and the store hands its transaction to the handler", async () => {
  const keys: string[] = [];
  const store: DuplicateStore<{ name: string }> = {
    async once(key, handOver) {
      await handOver({ name: "connection" });
      keys.push(key);
    },
  };
  const seen: string[] = [];
  const receiver = createReceiver({
    secrets: [SECRET],
    store,
    key: ({ id }) => `payment ${id}`,
    onPayment: (_, { transaction }) => void seen.push(transaction.name),
  });
  assert.deepEqual([await receive(receiver, payment(9)), keys, seen], [204, ["payment 9"], ["connection"]]);
});

test("empty secrets are refused at once", () => {
  for (const secrets of [[], [""], ["a", ""], [undefined], "text", undefined])
    assert.throws(() => createReceiver({ secrets: secrets as string[], onPayment: () => undefined }), /secret_empty/);
});

test("the store forgets the oldest", async () => {
  const store = new MemoryStore(2);
  const seen: string[] = [];
  for (const key of ["a", "b", "c", "c", "a"]) await store.once(key, async () => void seen.push(key));
  assert.deepEqual(seen, ["a", "b", "c", "a"]);
});
