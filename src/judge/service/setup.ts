/**
 * Looks for a wrong set-up before a service is judged. Reports one only if nothing else explains the behaviour: a
 * service that refuses the token of its own exchange is judged.
 */

import { isUtf8 } from "node:buffer";
import { OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import { NotObserved } from "../check.ts";
import type { ServiceDriver } from "../driver.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { type Exchange, isAccepted, type SendOptions, send } from "../wire/http.ts";
import { firstAt } from "../wire/protocol.ts";
import type { Credentials } from "./api.ts";
import { type Context, CREATE, type Kind } from "./context.ts";
import { join } from "./expect.ts";
import { isText, membersOf } from "./tokens/grants.ts";

/** How to ask a service before there is a run. */
type How = Pick<SendOptions, "timeoutMs" | "signal">;

/** Whether a service answers at all, in HTTP, with a readable size. */
export async function reach(driver: ServiceDriver, how: How): Promise<RunProblem | undefined> {
  const path = OPERATIONS.listAppWebhooks.path.replace("{id}", encodeURIComponent(String(driver.appId ?? 1)));
  const request = { method: "GET", url: join(driver.baseUrl, path), headers: { Accept: "application/json" } };
  const where = `baseUrl (${driver.baseUrl})`;
  const exchange = await firstAt(driver.baseUrl, () => send(request, how));
  if (typeof exchange === "string") return problem("setup_protocol", `${where} ${exchange} in the driver.`);
  const { response, failure } = exchange;
  const noHttp = `The answer of ${where} is not HTTP: is the port right?`;
  const away = `${where} gives no answer (${failure?.message}): start the service, or correct the driver.`;
  if (failure)
    return failure.code === "no_http" ? problem("target_no_http", noHttp) : problem("target_unreachable", away);
  if (response?.isCut)
    return problem("answer_too_large", `${where} answers with more than 1 MiB to a request for a list.`);
  const isCoded = response?.headers["content-encoding"] !== undefined;
  if (response && !isCoded && response.body.length > 0 && !isUtf8(response.body))
    return problem("target_garbage", `${where} answers with bytes that are not text: is it the right port?`);
  const lost = await lostAuthUrl(driver, how);
  if (lost || response?.status !== 404 || !(await isNothingThere(driver, how))) return lost;
  const both = `Every path answers 404, under ${where} and under authUrl (${driver.authUrl})`;
  return problem("setup_path", `${both}: correct both in the driver.`);
}

/** What is wrong with authUrl, if nothing else shows it. Without credentials nothing is asked there. */
async function lostAuthUrl(
  { baseUrl, authUrl, credentials }: ServiceDriver,
  how: How,
): Promise<RunProblem | undefined> {
  if (typeof credentials !== "function" || new URL(authUrl).origin === new URL(baseUrl).origin) return undefined;
  const exchange = await firstAt(authUrl, () => send({ method: "GET", url: authUrl, headers: {} }, how));
  if (typeof exchange === "string") return problem("setup_protocol", `authUrl (${authUrl}) ${exchange} in the driver.`);
  const { failure } = exchange;
  if (failure?.code !== "refused") return undefined;
  const nobody = `Nothing listens at authUrl (${authUrl}, ${failure.message})`;
  return problem("target_unreachable", `${nobody}: start it, or correct the driver.`);
}

/** Whether all stated paths answer 404, that for tokens too. Only some would be a fault of the service. */
async function isNothingThere({ baseUrl, authUrl }: ServiceDriver, how: How): Promise<boolean> {
  const json = { "Content-Type": "application/json", Accept: "application/json" };
  const form = { "Content-Type": TOKEN_REQUEST_TYPE, Accept: "application/json" };
  const requests = [
    { operation: OPERATIONS.createClientWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.createAppWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.exchangeAuthorizationCode, at: authUrl, headers: form, body: "" },
  ];
  for (const { operation, at, headers, body } of requests) {
    const request = { method: operation.method, url: join(at, operation.path), headers, body };
    if ((await send(request, how)).response?.status !== 404) return false;
  }
  return true;
}

/** Headers that may carry the token where the driver does not say which (N-5-03), with what stands before it. */
const CARRIERS: readonly (readonly [name: string, before?: string])[] = [
  ...([["Authorization", "Bearer "], ["Authorization"], ["Authorization", "Token "], ["X-Access-Token"]] as const),
  ...([["X-Auth-Token"], ["X-Api-Token"], ["X-Api-Key"], ["Access-Token"]] as const),
];
/** Hosts of the judge's own machine or network: every service must refuse them (F-2.2-08, F-2.2-09). */
const NOT_PUBLIC =
  /^(\[.*\]|[\d.]+|[^.]+)$|\.(localhost|local|localdomain|internal|intranet|lan|home|corp|test|example|invalid|arpa)$/;

/** Returns one sentence with cause and fix; undefined if the service can be judged. */
export async function accessFault(context: Context): Promise<RunProblem | undefined> {
  try {
    const token = await tokenOf(context);
    if (typeof token === "object") return token;
    return (await tokenFault(context, token)) ?? (await elsewhereFault(context)) ?? (await originFault(context));
  } catch {
    // What throws here throws in the checks as well, which say so.
    return undefined;
  }
}

async function tokenOf(context: Context): Promise<string | undefined | RunProblem> {
  const token = await context.service.token().catch((error: unknown) => {
    if (error instanceof NotObserved) return undefined;
    throw error;
  });
  if (token === undefined || token.trim() === token) return token;
  const around = "accessToken() of the driver gives white space or a line break around the token";
  return problem("driver_invalid", `${around}: remove it.`);
}

async function tokenFault(context: Context, token: string | undefined): Promise<RunProblem | undefined> {
  const status = await refusal(context);
  if (status === undefined) return undefined;
  const told = (message: string) => problem("setup_token", message);
  const { fence } = context;
  if (token === undefined) {
    // A call that failed is reported; a failed exchange is judged.
    if (fence.problems.length > 0 || fence.has("credentials")) return undefined;
    const cure = fence.has("accessToken") ? "accessToken() gives none" : "add accessToken() or credentials()";
    return told(`The API answers ${status} to every request, and the driver gives no access token: ${cure}.`);
  }
  for (const [name, before = ""] of CARRIERS) {
    if ((await refusal(context, { headers: { [name]: before + token } })) !== undefined) continue;
    const form = `The API accepts the access token in another form, in the header ${name}`;
    return told(`${form}: correct requestHeaders() in the driver.`);
  }
  if (!fence.has("accessToken")) return undefined;
  const cause = `The API answers ${status} to every request with the token of accessToken()`;
  if (!fence.has("credentials")) {
    const doubt = "If it is valid, the service is at fault: with credentials(), the judge finds out.";
    return told(`${cause}: give a valid token. ${doubt}`);
  }
  const other = await exchanged(context);
  // The service accepts no token at all, or no code: it is judged.
  if (other === undefined || (await refusal(context, { token: other })) !== undefined) return undefined;
  return told(`${cause}, and accepts the token of an exchange: correct accessToken(), or leave it out.`);
}

/** The status of the first request, if every request of the API is refused with 401 or 403. */
async function refusal(context: Context, own?: Credentials): Promise<number | undefined> {
  let first: number | undefined;
  for (const ask of asksOf(context, own)) {
    const { response } = await ask();
    if (response?.status !== 401 && response?.status !== 403) return undefined;
    first ??= response.status;
  }
  return first;
}

async function exchanged(context: Context): Promise<string | undefined> {
  const sent = await context.service.exchangeCode().catch(() => undefined);
  const { access_token: token } = sent && isAccepted(sent) ? membersOf(sent) : {};
  return isText(token) ? token : undefined;
}

/** A service that refuses the judge's own origin is right if that is not public, and accepts a public one. */
async function originFault(context: Context): Promise<RunProblem | undefined> {
  const { receiver, clientIri, appIri } = context.driver;
  const kind = clientIri !== undefined ? "client" : "app";
  if (!receiver || (clientIri ?? appIri) === undefined) return undefined;
  if (!NOT_PUBLIC.test(new URL(receiver.origin).hostname.replace(/\.$/, ""))) return undefined;
  const ask = async (url?: string) => isAccepted(await context.create(kind, context.createRequest(kind, {}, url)));
  if ((await ask()) || !(await ask("https://www.example.com/hooks/judge"))) return undefined;
  const local = `receiver.origin (${receiver.origin}) is not a public host, and the service refuses it, as it must`;
  const cure = "give a name with a real top-level domain, and let the service reach receiver.listen by that name";
  return problem("driver_invalid", `${local} (F-2.2-08, F-2.2-09): ${cure}.`);
}

const PUBLIC_URL = "https://www.example.com/hooks/judge";
const ADDED = "/api";

/**
 * Returns a problem if the API is under a base URL without `/api`, which the judge adds; keeps what else explains the
 * 404s for the findings, because a service may ignore the path of its base URL (F-4-01).
 */
async function elsewhereFault(context: Context): Promise<RunProblem | undefined> {
  const { baseUrl } = context.driver;
  const bases = shorter(baseUrl);
  if (bases.length === 0 || !(await is(context, 404))) return undefined;
  const token = await context.service.token();
  for (const base of bases) {
    if (!(await is(context, "accepted", { token, base }))) continue;
    const seen = `Every path under baseUrl (${baseUrl}) answers 404, and the API answers under ${base}`;
    if (baseUrl.replace(/\/+$/, "") === base + ADDED)
      return problem("setup_path", `${seen}: leave out ${ADDED} in the driver, because the judge adds it.`);
    context.elsewhere = `${seen}: the service ignores the path of its base URL (F-4-01), or baseUrl in the driver is wrong.`;
    return undefined;
  }
  return undefined;
}

/** Every base URL that this one begins with, the longest first. */
function shorter(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split("/").filter((part) => part !== "");
  return parts.map((_, index) => [origin, ...parts.slice(0, parts.length - 1 - index)].join("/"));
}

/** One request for each operation of the API whose owner the driver has; `url`: that of the webhooks to create. */
function asksOf(context: Context, own?: Credentials, url?: string): (() => Promise<Exchange>)[] {
  const { appId, clientIri, appIri } = context.driver;
  const { method, path } = OPERATIONS.listAppWebhooks;
  const list = { method, path: path.replace("{id}", encodeURIComponent(String(appId))) };
  const create = (kind: Kind) => () => {
    const request = context.createRequest(kind, {}, url);
    return own ? context.api(CREATE[kind], request, own) : context.create(kind, request);
  };
  return [
    ...(appId === undefined ? [] : [() => context.api(list, undefined, own)]),
    ...(clientIri === undefined ? [] : [create("client")]),
    ...(appIri === undefined ? [] : [create("app")]),
  ];
}

/** Whether every request of the API gets 404, or any of them is accepted. */
async function is(context: Context, what: 404 | "accepted", own?: Credentials): Promise<boolean> {
  const asks = asksOf(context, own, PUBLIC_URL);
  for (const ask of asks) {
    const exchange = await ask();
    if (what === "accepted" && isAccepted(exchange)) return true;
    if (what === 404 && exchange.response?.status !== 404) return false;
  }
  return what === 404 && asks.length > 0;
}
