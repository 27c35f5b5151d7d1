/**
 * What every runtime is asked, over Web APIs alone: each vector, and requests to a receiver that no vector has.
 *
 * Part of a bundle that Node, Bun, Deno, workerd and Chromium run alike. The answers are data, compared outside.
 */

import signatures from "../../../spec/vectors/signature.json" with { type: "json" };
import urls from "../../../spec/vectors/webhook-urls.json" with { type: "json" };
import type * as edge from "../../../src/edge.ts";
import type * as main from "../../../src/index.ts";
import type { Verifier } from "../../../src/signature/node.ts";
import { checkAddress, checkWebhookUrl } from "../../../src/webhook-url/index.ts";
import { CASES, runCase } from "../../receive/receiver-vectors.ts";

export type Door = Pick<typeof edge, "createAppReceiver" | "createReceiver" | "memoryStore"> & {
  verify(...given: Parameters<typeof edge.verify>): ReturnType<typeof main.verify> | ReturnType<typeof edge.verify>;
  createVerifier(secrets: string | readonly string[]): Verifier | ReturnType<typeof edge.createVerifier>;
};
/** `runtime`: what it calls itself. */
export type Answers = Record<Group, Record<string, unknown>> & { runtime: string };
export type Group =
  | "verify"
  | "createVerifier"
  | "misuse"
  | "receive"
  | "receiver"
  | "checkWebhookUrl"
  | "checkAddress"
  | "signBody";
/** What only the main entry has. */
type Signer = Partial<Pick<typeof main, "signBody" | "verifySignature">>;

export const SECRET = "<WEBHOOK_SECRET>";
const OLD = "<WEBHOOK_SECRET_OLD>";
const EVENT = "case_file.payment.confirmed";
export const HEADER = "X-Service-Signature";
export const payment = (members: object = {}) =>
  JSON.stringify({ "@event": EVENT, id: 4711, amount: 12550, ...members });

const utf8 = new TextEncoder();
const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const text = (base64: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes(base64));

export async function answers(door: Door & Signer): Promise<Answers> {
  const given = signatures.cases.map(
    ({ id, body, header, secrets }) => [id, bytes(body), header, secrets.map(text)] as const,
  );
  const { signBody, verifySignature } = door;
  return {
    runtime: navigator.userAgent,
    verify: await collect(given.map(([id, body, header, secrets]) => [id, () => door.verify(body, header, secrets)])),
    createVerifier: await collect(
      given.map(([id, body, header, secrets]) => [id, async () => door.createVerifier(secrets).verify(body, header)]),
    ),
    misuse: await collect(
      MISUSE.map(([name, args]) => [name, async () => misuse(door, (await args()) as Parameters<Door["verify"]>)]),
    ),
    receive: await collect(RECEIVED.map((row) => [row.name, () => receive(door, row)])),
    receiver: await collect(
      CASES.map((one) => [
        one.id,
        async () => (await runCase(one, (options) => toDeliver(door, options))).map(({ lines }) => lines),
      ]),
    ),
    checkWebhookUrl: await collect(urls.cases.map(({ url }) => [url, () => checkWebhookUrl(url)])),
    checkAddress: await collect(urls.addresses.map(({ ip }) => [ip, () => checkAddress(ip)])),
    signBody: await collect(
      signBody && verifySignature
        ? given.map(([id, body, header, secrets]) => [
            id,
            () => ({
              signed: secrets[0] && signBody(body, secrets[0]),
              verified: verifySignature(body, header, secrets),
            }),
          ])
        : [],
    ),
  };
}

function toDeliver(
  door: Door,
  options: Parameters<Door["createReceiver"]>[0],
): ReturnType<Parameters<typeof runCase>[1]> {
  const receiver = door.createReceiver(options);
  return async ({ method, headers, body }) => {
    const sent = method === "GET" ? { method, headers } : { method, headers, body: body as Uint8Array<ArrayBuffer> };
    const response = await receiver.fetch(new Request("https://receiver.example/hook", sent));
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
}

async function collect(rows: (readonly [name: string, ask: () => unknown])[]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const [name, ask] of rows) {
    try {
      all[name] = await ask();
    } catch (error) {
      all[name] = { throws: (error as { code?: string }).code ?? (error as Error).message };
    }
  }
  return all;
}

/**
 * A body that is not bytes has a code in the main entry and is a TypeError, with the runtime's own words, in the edge
 * entry.
 */
async function misuse(door: Door, args: Parameters<Door["verify"]>): Promise<object> {
  try {
    return await door.verify(...args);
  } catch (error) {
    if (error instanceof TypeError) return { throws: "body_not_bytes" };
    throw error;
  }
}

/** HMAC-SHA256 by the runtime itself, since the edge entry does not sign. */
export async function sign(body: Uint8Array | string, secret = SECRET): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
  const data = typeof body === "string" ? utf8.encode(body) : (body as Uint8Array<ArrayBuffer>);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** What the types forbid and JavaScript does not: no crash, no acceptance by accident, the same answer everywhere. */
const MISUSE: [name: string, args: () => Promise<unknown[]>][] = [
  ["a body that is text", async () => ["{}", await sign("{}"), SECRET]],
  ["a body that was parsed", async () => [{}, await sign("{}"), SECRET]],
  ["an ArrayBuffer", async () => [utf8.encode("{}").buffer, await sign("{}"), SECRET]],
  ["a view with an offset", async () => [utf8.encode("+{}+").subarray(1, 3), await sign("{}"), SECRET]],
  ["a DataView", async () => [new DataView(utf8.encode("+{}+").buffer, 1, 2), await sign("{}"), SECRET]],
  ["no secrets", async () => [utf8.encode("{}"), await sign("{}"), undefined]],
  ["a secret that is null", async () => [utf8.encode("{}"), await sign("{}", "null"), [null]]],
  ["a secret that is a number", async () => [utf8.encode("{}"), await sign("{}", "1"), 1]],
  [
    "a secret that is a promise",
    async () => [utf8.encode("{}"), await sign("{}", "[object Promise]"), [Promise.resolve(SECRET)]],
  ],
  ["a secret that is bytes", async () => [utf8.encode("{}"), await sign("{}", "1,2"), Uint8Array.of(1, 2)]],
  ["a secret that is an object", async () => [utf8.encode("{}"), await sign("{}", "[object Object]"), [{}]]],
  ["a list in the list", async () => [utf8.encode("{}"), await sign("{}", "a,b"), [["a", "b"]]]],
  ["a header that is a list", async () => [utf8.encode("{}"), [await sign("{}")], SECRET]],
];

type Given = {
  body?: Uint8Array | string;
  method?: string;
  /** Content type; null for none. */
  type?: string | null;
  /** The secret to sign with, or null for no signature. */
  secret?: string | null;
  /** Changes what was signed, or the request itself, after signing. */
  spoil?: (headers: Headers) => void;
  touch?: (request: Request) => Promise<unknown>;
  /** How the body comes: whole (default), in small chunks, without an end, or broken off. */
  flow?: "chunks" | "endless" | "broken";
};
type Row = {
  name: string;
  options?: (door: Door) => object;
  /** A receiver of app webhooks, which are not signed. */
  app?: boolean;
  /** Sent one after the other, or all at once. */
  requests: Given[];
  parallel?: boolean;
  handler?: (attempt: number) => unknown;
  /** The answers, `status` or `status code`; the rest is compared with Node. */
  expect: string[];
};

const limit = { maxBodyBytes: 100 };
const ofLength = (length: number) => payment({ pad: "x".repeat(length - payment({ pad: "" }).length) });
const nested = (depth: number) => payment().replace(/}$/, `,"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`);
const only = (name: string, answer: string, given: Given, rest: Partial<Row> = {}): Row => ({
  name,
  requests: [given],
  expect: [answer],
  ...rest,
});

export const RECEIVED: Row[] = [
  only("in chunks", "204", { body: payment(), flow: "chunks" }),
  only("spaces around the signature, which HTTP takes away", "204", {
    body: payment(),
    spoil: (headers) => headers.set(HEADER, `  ${headers.get(HEADER)}\t`),
  }),
  only(
    "a signature under another header name",
    "204",
    { body: payment(), spoil: (headers) => headers.set("X-Other", headers.get(HEADER) ?? "") },
    { options: () => ({ signatureHeader: "X-Other" }) },
  ),
  {
    name: "the same delivery thrice at once",
    parallel: true,
    requests: [{ body: payment() }, { body: payment() }, { body: payment() }],
    handler: () => sleep(20),
    expect: ["204", "204", "204"],
  },
  {
    name: "the same delivery twice without a store",
    options: () => ({ store: false }),
    requests: [{ body: payment() }, { body: payment() }],
    expect: ["204", "204"],
  },
  only(
    "an unknown event without an id",
    "204",
    { body: '{"@event":"x","list":[1,2]}' },
    { options: () => ({ onUnknown: () => undefined }) },
  ),
  only("a member __proto__", "204", { body: payment().replace(/}$/, ',"__proto__":{"admin":true}}') }),
  only("a member __proto__ hidden in an escape", "204", {
    body: payment().replace(/}$/, ',"\\u005f_proto__":{"admin":true}}'),
  }),
  only("a member twice", "204", { body: payment().replace(/}$/, ',"id":1}') }),
  only("a lone surrogate and NUL", "204", { body: payment().replace(/}$/, ',"text":"\\ud800\\u0000"}') }),
  only("10,000 levels", "204", { body: nested(10_000) }),
  only("a byte order mark", "204", { body: `\ufeff${payment()}` }),
  only("a media type that ends in a semicolon", "204", { body: payment(), type: "application/json;" }),
  only("too large, in chunks", "413 body_too_large", { body: ofLength(101), flow: "chunks" }, { options: () => limit }),
  only(
    "too large, without an end",
    "413 body_too_large",
    { body: ofLength(101), flow: "endless" },
    { options: () => limit },
  ),
  only("a mebibyte", "204", { body: ofLength(1_048_576) }),
  only("a byte more", "413 body_too_large", { body: ofLength(1_048_577) }),
  only(
    "a body without an end",
    "408 body_timeout",
    { body: payment(), flow: "endless" },
    { options: () => ({ bodyTimeoutMs: 30 }) },
  ),
  only("a body that breaks off", "400 body_incomplete", { body: payment(), flow: "broken" }),
  only("a body that was read before", "500 body_already_read", { body: payment(), touch: (request) => request.text() }),
  only("no body", "400 body_not_json", {}),
  ...["null", "[]", '"text"', "1", "{}", '{"@event":1}', `{"@event":"${EVENT}"}`].map((body) =>
    only(`a payload ${body}`, "422 payload_invalid", { body }),
  ),
  only("an integer beyond 2^53", "422 number_unsafe", { body: payment().replace("4711", "9007199254740993") }),
  only(
    "an integer beyond 2^53, as BigInt",
    "204",
    { body: payment().replace("4711", "9007199254740993") },
    { options: () => ({ bigint: true }) },
  ),
  only(
    "secrets by request",
    "204",
    { body: payment() },
    {
      options: () => ({
        secrets: async ({ url }: { url: string }) => [new URL(url).pathname === "/hook" ? SECRET : OLD],
      }),
    },
  ),
  {
    name: "a store that keeps one key",
    options: ({ memoryStore }) => ({ store: memoryStore({ max: 1 }) }),
    requests: [4711, 4712, 4711].map((id) => ({ body: payment({ id }) })),
    expect: ["204", "204", "204"],
  },
  {
    name: "an app delivery twice",
    app: true,
    requests: [
      { body: payment(), secret: null },
      { body: payment(), secret: null },
    ],
    expect: ["204", "204"],
  },
  {
    name: "an app delivery twice, with a key",
    app: true,
    options: () => ({ key: ({ id }: { id: number }) => `${id}` }),
    requests: [{ body: payment(), secret: null }, { body: payment() }],
    expect: ["204", "204"],
  },
  only("an app delivery that is no JSON", "400 body_not_json", { body: "{", secret: null }, { app: true }),
];

/** The answers to a row of the table, what the handler saw, and what an operator would. */
async function receive(door: Door, { options, app, requests, parallel, handler }: Row): Promise<object> {
  const seen: object[] = [];
  const problems: string[] = [];
  const handle = (event: object) => {
    seen.push(event);
    return handler?.(seen.length);
  };
  const more = options?.(door) ?? {};
  const common = {
    on: { [EVENT]: handle },
    onProblem: ({ code }: { code: string }) => void problems.push(code),
    ...more,
    ...("onUnknown" in more && { onUnknown: handle }),
  };
  const receiver = app ? door.createAppReceiver(common) : door.createReceiver({ secrets: SECRET, ...common });
  const answers: object[] = [];
  const send = async (given: Given) =>
    void answers.push(await readAnswer(await receiver.fetch(await makeRequest(given))));
  if (parallel) await Promise.all(requests.map(send));
  else for (const given of requests) await send(given);
  return { answers, seen: seen.map(plain), problems, polluted: "admin" in {} };
}

async function readAnswer(response: Response): Promise<object> {
  const body = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type")?.split(";")[0],
    allow: response.headers.get("allow"),
    body,
  };
}

async function makeRequest(given: Given): Promise<Request> {
  const { body = "", method = "POST", type = "application/json", secret = SECRET, flow, spoil, touch } = given;
  const raw = typeof body === "string" ? utf8.encode(body) : body;
  const headers = new Headers();
  if (type !== null) headers.set("content-type", type);
  if (secret !== null) headers.set(HEADER, await sign(raw, secret));
  spoil?.(headers);
  const init: RequestInit & { duplex?: "half" } = { method, headers };
  if (given.body !== undefined) init.body = flow ? makeStream(raw, flow) : (raw as Uint8Array<ArrayBuffer>);
  if (flow) init.duplex = "half";
  const request = new Request("https://receiver.example/hook", init);
  await touch?.(request);
  return request;
}

function makeStream(body: Uint8Array, flow: NonNullable<Given["flow"]>): ReadableStream<Uint8Array> {
  let rest = body;
  return new ReadableStream({
    pull(controller) {
      if (rest.length > 0) {
        controller.enqueue(rest.slice(0, 7));
        rest = rest.subarray(7);
      } else if (flow === "chunks") controller.close();
      else if (flow === "broken") controller.error(new Error("broken off"));
      // Only then is a body without an end waited for.
      else return sleep(300);
      return undefined;
    },
  });
}

/** Events as JSON can carry them: bytes as their number, BigInt as text. */
function plain(event: object): unknown {
  const carry = (_: string, value: unknown) =>
    value instanceof Uint8Array
      ? `${value.length} bytes`
      : typeof value === "bigint"
        ? `${value}n`
        : typeof value === "string"
          ? value.slice(0, 100)
          : value;
  return JSON.parse(JSON.stringify(shallow(event, 4), carry));
}

/** Cut off below some levels, because JSON.stringify cannot compare deep values. */
function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (levels === 0) return "...";
  if (Array.isArray(value)) return value.map((item) => shallow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shallow(member, levels - 1)]));
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
