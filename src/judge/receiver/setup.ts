/**
 * Looks for a wrong set-up before a receiver is judged. Reports one only if nothing else explains the behaviour: if
 * the receiver accepts a request that a faulty receiver with the correct secret could accept, it is judged.
 */

import { CASE_FILE_PAYMENT_CONFIRMED as EVENT, SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { mistakenBodies } from "../../signature-mistakes/bodies.ts";
import { mistakenKeys, OTHER_DIGESTS } from "../../signature-mistakes/keys.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { type Answer, type Exchange, explainTls, isAccepted, send } from "../wire/http.ts";
import { firstAt } from "../wire/protocol.ts";
import { hmac, sign } from "../wire/signature.ts";
import { made } from "./cases.ts";
import type { ReceiverContext } from "./context.ts";
import { first } from "./course.ts";
import type { Shape } from "./delivery.ts";

/** Number of plain deliveries that must be refused, too, before the secret is doubted. */
const PLAIN = 2;
const OTHER_PATHS = ["/", "/webhooks", "/hooks"];
const TRIED = `do GET and POST of ${OTHER_PATHS.join(", ")} and a random path there`;
const SHOWN_CHARACTERS = 60;

/** Returns one sentence with cause and fix; undefined if the receiver can be judged. */
export async function setupFault(context: ReceiverContext): Promise<RunProblem | undefined> {
  const { url } = context;
  const exchange = await firstAt(url, async () => (await first(context)).exchange);
  if (typeof exchange === "string") return problem("setup_protocol", `${url} ${exchange}.`);
  const { failure, response } = exchange;
  if (failure?.code === "no_http")
    return problem("target_no_http", `The answer of ${url} is not HTTP: is the port right?`);
  const tls = explainTls(exchange);
  if (tls !== undefined) return problem("target_unreachable", tls);
  // If a connection was made before, the receiver ended, and that is judged.
  if (failure?.code === "refused" && !context.delivered.some((one) => one.exchange.isConnected))
    return problem("target_unreachable", `Nothing listens at ${url} (${failure.message}): start the receiver.`);
  const status = response?.status ?? 0;
  const refusals = status === 404 ? [404] : [401, 403];
  if (!refusals.includes(status) || !(await answersAll(context, refusals)) || (await tookEffect(context)))
    return undefined;
  if (status !== 404) return refusalOf(context, exchange);
  if (!(await otherPathsAnswer(context, (one) => one.status === 404))) return undefined;
  const nothing = `${url} answers 404 to everything, and so ${TRIED}`;
  return problem("setup_path", `${nothing}: --url names the wrong path or port.`);
}

/** Names the cause if everything is refused: every path wants credentials, or the receiver has another secret. */
async function refusalOf(context: ReceiverContext, { response }: Exchange): Promise<RunProblem> {
  const challenge = response?.headers["www-authenticate"];
  const asks = `${context.url} answers ${response?.status}`;
  const wants = (one: Answer) => one.headers["www-authenticate"] !== undefined && one.status === response?.status;
  if (challenge !== undefined && (await otherPathsAnswer(context, wants))) {
    const scheme = challenge.slice(0, SHOWN_CHARACTERS).split(/[\s,]/)[0];
    const cause = `with WWW-Authenticate (${scheme}) to everything, and so ${TRIED}`;
    const cure =
      "a proxy or the server wants credentials before the receiver sees a delivery; give a URL that wants none";
    return problem("setup_credentials", `${asks} ${cause}: ${cure}.`);
  }
  const cure =
    "give the secret that the receiver verifies with, or the receiver verifies something other than the stated HMAC";
  return problem("setup_secret", `${asks} to every delivery, however it is signed: ${cure}.`);
}

/** Whether a delivery took effect that was refused. */
async function tookEffect(context: ReceiverContext): Promise<boolean> {
  if (!context.seesEffects) return false;
  const effects = await context.effects().catch(() => undefined);
  const took = context.delivered.some(({ shape }) => effects?.has(shape.id));
  if (took) context.doubt = "deliveries take effect all the same, so the secret and the path are right.";
  return took;
}

/** Plain deliveries and all probes are answered with one of these. Notes a secret with white space around it. */
async function answersAll(context: ReceiverContext, refusals: readonly number[]): Promise<boolean> {
  const { secret, signatureName, url } = context;
  const shape = { ...made(context), isUnclear: true };
  const body = String(shape.body);
  const ask = async (other: Partial<Shape>) => (await context.deliverPatiently({ ...shape, ...other })).exchange;
  const askWith = (more: Record<string, string>) => ask({ signature: null, more });
  const isRefused = ({ response }: Exchange) => refusals.includes(response?.status ?? 0);
  for (let count = 0; count < PLAIN; count++) if (!isRefused(await ask(made(context)))) return false;
  const trimmed = secret.trim();
  if (secret !== trimmed && isAccepted(await ask({ signature: sign(body, trimmed) }))) {
    context.doubt =
      `the secret that you gave ${secret.trimEnd() === secret ? "begins" : "ends"} with white space; ` +
      "without it, a delivery is accepted. Give the secret without it; if it is part of it, the receiver is at fault.";
    return false;
  }
  const answers = await Promise.all(probesFor(signatureName, url, body, secret).map(askWith));
  if (answers.some(isAccepted))
    context.doubt = "it accepts a delivery that is signed in another way than stated, so the secret is right.";
  return answers.every(isRefused);
}

async function otherPathsAnswer({ url, timeoutMs }: ReceiverContext, is: (one: Answer) => boolean): Promise<boolean> {
  const requests = [...OTHER_PATHS, `/${Math.random().toString(36).slice(2)}`].flatMap((path) =>
    ["GET", "POST"].map((method) => ({ method, url: new URL(path, url).href, headers: {} })),
  );
  const exchanges = await Promise.all(requests.map((request) => send(request, { timeoutMs })));
  return exchanges.every(({ response }) => response !== undefined && is(response));
}

/** The stated one too: a receiver that knows only that is at fault where a deployment names another. */
const OTHER_HEADERS = [
  ...[SIGNATURE_HEADER, "X-Signature", "X-Hub-Signature-256", "X-Webhook-Signature", "Signature", "X-Signature-256"],
];
const TIME_HEADERS = ["Service-", "", "Webhook-", "Request-", "Signature-"].map((of) => `X-${of}Timestamp`);
/** What may stand between a time stamp and the body in a signed text. */
const SEPARATORS = [".", "", ":", "\n"];

/** How a digest may be written instead, behind the name of its algorithm or alone. */
function written(digest: Buffer): string[] {
  const [hex, base64] = [digest.toString("hex"), digest.toString("base64")];
  const prefixed = [base64, hex.toUpperCase(), digest.toString("base64url")].map((text) => `sha256=${text}`);
  return [hex, base64, ...prefixed];
}

/** Other digests, with the prefixes that go with them. */
const digested = (body: string, secret: string) =>
  Object.entries(OTHER_DIGESTS).flatMap(([what, make]) => {
    const [, name, bits] = /^HMAC with (SHA|MD)-?(\d+)$/.exec(what) ?? [];
    const prefixes = [...(name ? [`${name.toLowerCase()}${bits}=`] : []), "sha256="];
    return prefixes.map((prefix) => prefix + make(secret, body).toString("hex"));
  });

/** In front of a body: where it was sent, and with which method. */
function fronts(url: string): string[] {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return [target, url, `POST${target}`, `POST ${target}`, `${target}.`, `${target}\n`, `POST\n${target}\n`];
}

/** What a receiver may hash instead of the body; forms with other escapes or another end alone are left out. */
const rewritten = (body: string) =>
  [...mistakenBodies(Buffer.from(body))].flatMap(({ what, bytes }) =>
    /before @event|escape|capital|, with a line break/.test(what) ? [] : [bytes],
  );

/** Headers that a receiver at fault could accept with this body. `name`: of the signature header. */
function probesFor(name: string, url: string, body: string, secret: string): Record<string, string>[] {
  const stated = (bytes: string | Buffer, key: string | Buffer = secret) => sign(bytes, key);
  const right = stated(body);
  const bodies = [...fronts(url).map((front) => front + body), ...rewritten(body)];
  const values = new Set([
    ...[...bodies.map((bytes) => stated(bytes)), ...written(hmac(secret, body)), ...digested(body, secret)],
    ...mistakenKeys(secret).map(({ bytes }) => stated(body, bytes)),
  ]);
  const time = String(Math.floor(Date.now() / 1000));
  const at = Object.fromEntries(TIME_HEADERS.map((one) => [one, time]));
  const names = Object.fromEntries(OTHER_HEADERS.map((one) => [one, right]));
  const more = { Date: new Date().toUTCString(), "X-Delivery-Id": "d-1", "X-Event": EVENT };
  return [
    {},
    ...[...values].map((value) => ({ [name]: value })),
    ...SEPARATORS.map((separator) => ({ [name]: stated(time + separator + body), ...at })),
    { [name]: right, Authorization: "Bearer judge" },
    { [name]: right, ...names, ...at, ...more },
  ];
}
