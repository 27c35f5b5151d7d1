/**
 * Looks for a wrong set-up before a receiver is judged. Reports one only if nothing else explains the behaviour: if
 * the receiver accepts a request that a faulty receiver with the correct secret could accept, it is judged.
 */

import { createHash, createHmac } from "node:crypto";
import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import type { RunProblem } from "../report/report.ts";
import { send } from "../wire/http.ts";
import { plainHttpAt, tlsAt } from "../wire/protocol.ts";
import type { ReceiverContext } from "./context.ts";
import { first } from "./course.ts";

/** Number of plain deliveries that must be refused, too, before the secret is doubted. */
const PLAIN = 2;
/** The stated one too: a receiver that knows only that is at fault where a deployment names another. */
const OTHER_HEADERS = [
  SIGNATURE_HEADER,
  "X-Signature",
  "X-Hub-Signature-256",
  "X-Webhook-Signature",
  "Signature",
  "X-Signature-256",
];

type Probe = (body: string, secret: string) => Record<string, string>;
const hmac = (key: string | Buffer, body: string | Buffer, algorithm = "sha256") =>
  createHmac(algorithm, key).update(body).digest();

const sorted = (body: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).sort()));
/** As Python's `json.dumps` writes it: no text of a snapshot holds these two marks. */
const spaced = (body: string) => body.replaceAll('":', '": ').replaceAll(',"', ', "');
/** What a receiver may hash instead of the raw body: the same JSON, re-encoded, or nothing. */
const WRITINGS: ((body: string) => string)[] = [
  (body) => JSON.stringify(JSON.parse(body), null, 2),
  sorted,
  spaced,
  (body) => spaced(sorted(body)),
  (body) => `${body}\n`,
  () => "",
];

const plainHash = (text: string, algorithm = "sha256") => createHash(algorithm).update(text).digest("hex");
/** What a receiver may compute instead of the HMAC of the body, each with the prefix that goes with it. */
const ALGORITHMS: readonly (readonly [string, (secret: string, body: string) => string])[] = [
  ["sha256", (secret, body) => plainHash(secret + body)],
  ["sha256", (secret, body) => plainHash(body + secret)],
  ["sha256", (secret, body) => plainHash(`${secret}.${body}`)],
  ["sha256", (secret, body) => plainHash(`${body}.${secret}`)],
  ["sha256", (_, body) => plainHash(body)],
  ["sha256", (secret, body) => hmac(body, secret).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body).toString("base64url")],
  ["sha256", (secret, body) => hmac(secret, hmac(secret, body)).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, plainHash(body)).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, Buffer.from(body).toString("base64")).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body, "sha512").toString("hex")],
  ["sha384", (secret, body) => hmac(secret, body, "sha384").toString("hex")],
  ["md5", (secret, body) => hmac(secret, body, "md5").toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body, "md5").toString("hex")],
];

/** Headers that a faulty receiver with the correct secret would accept. */
function probesFor(name: string): Probe[] {
  const signed =
    (header: (body: string, secret: string) => string): Probe =>
    (body, secret) => ({ [name]: header(body, secret) });
  const keys: ((secret: string) => string | Buffer)[] = [
    (secret) => Buffer.from(secret, "hex"),
    (secret) => Buffer.from(secret, "base64"),
    (secret) => secret.trim(),
    (secret) => `${secret}\n`,
    (secret) => secret.toLowerCase(),
    (secret) => secret.replace(/^[a-z]+_/i, ""),
    (secret) => Buffer.from(secret).toString("base64"),
    (secret) => Buffer.from(secret).toString("hex"),
    (secret) => createHash("sha256").update(secret).digest(),
    (secret) => plainHash(secret),
  ];
  return [
    () => ({}),
    signed((body, secret) => hmac(secret, body).toString("hex")),
    signed((body, secret) => hmac(secret, body).toString("base64")),
    signed((body, secret) => `sha256=${hmac(secret, body).toString("base64")}`),
    signed((body, secret) => `sha256=${hmac(secret, body).toString("hex").toUpperCase()}`),
    signed((body, secret) => `sha1=${hmac(secret, body, "sha1").toString("hex")}`),
    signed((body, secret) => `sha256=${hmac(secret, body, "sha1").toString("hex")}`),
    signed((body, secret) => `sha512=${hmac(secret, body, "sha512").toString("hex")}`),
    ...ALGORITHMS.map(([name, of]) => signed((body, secret) => `${name}=${of(secret, body)}`)),
    ...WRITINGS.map((write) => signed((body, secret) => `sha256=${hmac(secret, write(body)).toString("hex")}`)),
    ...keys.map((keyOf) => signed((body, secret) => `sha256=${hmac(keyOf(secret), body).toString("hex")}`)),
    (body, secret) => {
      const header = `sha256=${hmac(secret, body).toString("hex")}`;
      const time = { "X-Timestamp": String(Math.floor(Date.now() / 1000)), Date: new Date().toUTCString() };
      const id = { "X-Delivery-Id": "d-1", "X-Event": "case_file.payment.confirmed" };
      return { [name]: header, ...Object.fromEntries(OTHER_HEADERS.map((one) => [one, header])), ...time, ...id };
    },
  ];
}

/** Returns one sentence with cause and fix; undefined if the receiver can be judged. */
export async function setupFault(context: ReceiverContext): Promise<RunProblem | undefined> {
  const { url } = context;
  const told = (what: string): RunProblem => ({ code: "setup_protocol", message: `${url} ${what}.` });
  const plain = await plainHttpAt(url);
  if (plain) return told(plain);
  const { exchange } = await context.early(first);
  const { failure, response } = exchange;
  const tls = await tlsAt(url, exchange);
  if (tls) return told(tls);
  if (failure?.code === "no_http")
    return { code: "target_no_http", message: `The answer of ${url} is not HTTP: is the port right?` };
  if (failure && /CERT|TLS|EPROTO|_VERIFY_/.test(failure.message)) {
    const cure = "name its certificate in NODE_EXTRA_CA_CERTS, or correct the URL";
    return { code: "target_unreachable", message: `TLS with ${url} failed (${failure.message}): ${cure}.` };
  }
  // If a connection was made before, the receiver ended, and that is judged.
  if (failure?.code === "refused" && !context.delivered.some((one) => one.exchange.isConnected))
    return {
      code: "target_unreachable",
      message: `Nothing listens at ${url} (${failure.message}): start the receiver.`,
    };
  const refusal = response?.status ?? 0;
  if (
    refusal === 404 &&
    (await answersAll(context, [404])) &&
    (await otherPathsAnswer404(context)) &&
    !(await anyTookEffect(context))
  )
    return {
      code: "setup_path",
      message: `${url} answers 404 to everything, and so does every other path there: --url names the wrong path or port.`,
    };
  if (
    (refusal === 401 || refusal === 403) &&
    (await answersAll(context, [401, 403])) &&
    !(await anyTookEffect(context))
  )
    return {
      code: "setup_secret",
      message: `${url} answers ${refusal} to every delivery, however it is signed: give the secret that the receiver verifies with.`,
    };
  return undefined;
}

/** A receiver that acts on what it refuses was reached, and knows the secret or needs none. */
async function anyTookEffect(context: ReceiverContext): Promise<boolean> {
  const effects = context.seesEffects ? await context.effects().catch(() => undefined) : undefined;
  return context.delivered.some(({ shape }) => effects?.has(shape.id));
}

/** Plain deliveries and all probes are answered with one of these. */
async function answersAll(context: ReceiverContext, refusals: readonly number[]): Promise<boolean> {
  const isRefused = async (headers: Record<string, string> | undefined, of = context.snapshot()) => {
    const body = JSON.stringify(of);
    const signature = headers === undefined ? undefined : null;
    const delivered = await context.deliverPatiently({
      id: of.id,
      body,
      signature,
      more: headers ?? {},
      isUnclear: true,
    });
    return refusals.includes(delivered.exchange.response?.status ?? 0);
  };
  for (let count = 0; count < PLAIN; count++) if (!(await isRefused(undefined))) return false;
  const refused = await Promise.all(
    probesFor(context.signatureName).map((probe) => {
      const snapshot = context.snapshot();
      const headers = probe(JSON.stringify(snapshot), context.secret);
      context.redactor.add(...Object.values(headers).filter((value) => /^[\w+/=-]{28,}$/.test(value)));
      return isRefused(headers, snapshot);
    }),
  );
  return refused.every(Boolean);
}

async function otherPathsAnswer404({ url, timeoutMs }: ReceiverContext): Promise<boolean> {
  const requests = ["/", "/webhooks", "/hooks", `/${Math.random().toString(36).slice(2)}`].flatMap((path) =>
    ["GET", "POST"].map((method) => ({ method, url: new URL(path, url).href, headers: {} })),
  );
  const exchanges = await Promise.all(requests.map((request) => send(request, { timeoutMs })));
  return exchanges.every(({ response }) => response?.status === 404);
}
