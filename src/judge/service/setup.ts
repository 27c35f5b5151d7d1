/**
 * Looks for a wrong set-up before a service is judged. Reports one only if nothing else explains the behaviour: a
 * service that refuses the token of its own exchange is judged.
 */

import { isUtf8 } from "node:buffer";
import { OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import type { ServiceDriver } from "../driver.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { type Exchange, isAccepted, type SendOptions, send } from "../wire/http.ts";
import { firstAt } from "../wire/protocol.ts";
import { type Credentials, refusesToken } from "./api.ts";
import { type Context, CREATE, type Kind, listOf } from "./context.ts";
import { join } from "./expect.ts";
import { isText, membersOf } from "./tokens/grants.ts";

/** How to ask a service before there is a run. */
type How = Pick<SendOptions, "timeoutMs" | "signal">;

/** Whether a service answers at all, in HTTP, with a readable size. */
export async function reach(driver: ServiceDriver, how: How): Promise<RunProblem | undefined> {
  const { baseUrl, authUrl, credentials } = driver;
  const { method, path } = listOf(driver.appId ?? 1);
  const request = { method, url: join(baseUrl, path), headers: { Accept: "application/json" } };
  const where = `baseUrl (${baseUrl})`;
  const exchange = await firstAt(baseUrl, () => send(request, how));
  if (typeof exchange === "string") return problem("setup_protocol", `${where} ${exchange} in the driver.`);
  const { response, failure } = exchange;
  const away = `${where} gives no answer (${failure?.message}): start the service, or correct the driver.`;
  const isReadable = !response || response.headers["content-encoding"] !== undefined || isUtf8(response.body);
  const faults = [
    [failure?.code === "no_http", "target_no_http", `The answer of ${where} is not HTTP: is the port right?`],
    [failure, "target_unreachable", away],
    [response?.isCut, "answer_too_large", `${where} answers with more than 1 MiB to a request for a list.`],
    [!isReadable, "target_garbage", `${where} answers with bytes that are not text: is it the right port?`],
  ] as const;
  const [, code, message = ""] = faults.find(([holds]) => holds) ?? [];
  if (code) return problem(code, message);
  // Without credentials nothing is asked at authUrl.
  const isAlone = typeof credentials !== "function" || new URL(authUrl).origin === new URL(baseUrl).origin;
  const lost = isAlone ? undefined : await lostAuthUrl(authUrl, how);
  if (lost || response?.status !== 404 || !(await isNothingThere(driver, how))) return lost;
  const both = `Every path answers 404, under ${where} and under authUrl (${authUrl})`;
  return problem("setup_path", `${both}: correct both in the driver.`);
}

/** What is wrong with authUrl, if nothing else shows it. */
async function lostAuthUrl(authUrl: string, how: How): Promise<RunProblem | undefined> {
  const exchange = await firstAt(authUrl, () => send({ method: "GET", url: authUrl, headers: {} }, how));
  if (typeof exchange === "string") return problem("setup_protocol", `authUrl (${authUrl}) ${exchange} in the driver.`);
  const nobody = `Nothing listens at authUrl (${authUrl}, ${exchange.failure?.message})`;
  if (exchange.failure?.code !== "refused") return undefined;
  return problem("target_unreachable", `${nobody}: start it, or correct the driver.`);
}

/** Whether all stated paths answer 404, that for tokens too. Only some would be a fault of the service. */
async function isNothingThere({ baseUrl, authUrl }: ServiceDriver, how: How): Promise<boolean> {
  const requests = [
    [CREATE.client, baseUrl, "application/json", "{}"],
    [CREATE.app, baseUrl, "application/json", "{}"],
    [OPERATIONS.exchangeAuthorizationCode, authUrl, TOKEN_REQUEST_TYPE, ""],
  ] as const;
  for (const [{ method, path }, at, type, body] of requests) {
    const headers = { "Content-Type": type, Accept: "application/json" };
    if ((await send({ method, url: join(at, path), headers, body }, how)).response?.status !== 404) return false;
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
    return (await tokenFault(context)) ?? (await elsewhereFault(context)) ?? (await originFault(context));
  } catch {
    // What throws here throws in the checks as well, which say so.
    return undefined;
  }
}

async function tokenFault(context: Context): Promise<RunProblem | undefined> {
  const { fence, service } = context;
  const token = await service.token().catch(() => undefined);
  const around = "accessToken() of the driver gives white space or a line break around the token: remove it.";
  if (token !== token?.trim()) return problem("driver_invalid", around);
  const status = await refusal(context);
  if (status === undefined) return undefined;
  const told = (message: string) => problem("setup_token", message);
  const given = fence.has("accessToken");
  if (token === undefined) {
    // A call that failed is reported; a failed exchange is judged.
    if (fence.problems.length > 0 || fence.has("credentials")) return undefined;
    const cure = given ? "accessToken() gives none" : "add accessToken() or credentials()";
    return told(`The API answers ${status} to every request, and the driver gives no access token: ${cure}.`);
  }
  for (const [name, before = ""] of CARRIERS) {
    if ((await refusal(context, { headers: { [name]: before + token } })) !== undefined) continue;
    const form = `The API accepts the access token in another form, in the header ${name}`;
    return told(`${form}: correct requestHeaders() in the driver.`);
  }
  const cause = `The API answers ${status} to every request with the token of accessToken()`;
  if (given && !fence.has("credentials")) {
    const doubt = "If it is valid, the service is at fault: with credentials(), the judge finds out.";
    return told(`${cause}: give a valid token. ${doubt}`);
  }
  const { access_token: other } = given ? membersOf(await service.exchangeCode().catch(() => undefined)) : {};
  // The service accepts no token at all, or no code: it is judged.
  if (!isText(other) || (await refusal(context, { token: other })) !== undefined) return undefined;
  return told(`${cause}, and accepts the token of an exchange: correct accessToken(), or leave it out.`);
}

/** The status of the first request, if every request of the API is refused with 401 or 403. */
async function refusal(context: Context, own?: Credentials): Promise<number | undefined> {
  return (await firstOfAll(context, refusesToken, own))?.response?.status;
}

const PUBLIC_URL = "https://www.example.com/hooks/judge";

/** A service that refuses the judge's own origin is right if that is not public, and accepts a public one. */
async function originFault(context: Context): Promise<RunProblem | undefined> {
  const { receiver, clientIri, appIri } = context.driver;
  const kind = clientIri !== undefined ? "client" : "app";
  if (!receiver || (clientIri ?? appIri) === undefined) return undefined;
  if (!NOT_PUBLIC.test(new URL(receiver.origin).hostname.replace(/\.$/, ""))) return undefined;
  const ask = async (url?: string) => isAccepted(await context.create(kind, context.createRequest(kind, {}, url)));
  if ((await ask()) || !(await ask(PUBLIC_URL))) return undefined;
  const local = `receiver.origin (${receiver.origin}) is not a public host, and the service refuses it, as it must`;
  const cure = "give a name with a real top-level domain, and let the service reach receiver.listen by that name";
  return problem("driver_invalid", `${local} (F-2.2-08, F-2.2-09): ${cure}.`);
}

/**
 * Returns a problem if the API is under a base URL without `/api`, which the judge adds; keeps what else explains the
 * 404s for the findings, because a service may ignore the path of its base URL (F-4-01).
 */
async function elsewhereFault(context: Context): Promise<RunProblem | undefined> {
  const { baseUrl } = context.driver;
  const { origin, pathname } = new URL(baseUrl);
  const parts = [origin, ...pathname.split("/").filter((part) => part !== "")];
  const isMissing = ({ response }: Exchange) => response?.status === 404;
  if (parts.length === 1 || !(await firstOfAll(context, isMissing))) return undefined;
  const token = await context.service.token();
  for (let length = parts.length - 1; length > 0; length--) {
    const base = parts.slice(0, length).join("/");
    if (await firstOfAll(context, (one) => !isAccepted(one), { token, base }, PUBLIC_URL)) continue;
    const seen = `Every path under baseUrl (${baseUrl}) answers 404, and the API answers under ${base}`;
    if (length === parts.length - 1 && parts.at(-1) === "api")
      return problem("setup_path", `${seen}: leave out /api in the driver, because the judge adds it.`);
    const why = "the service ignores the path of its base URL (F-4-01), or that in the driver is wrong";
    context.elsewhere = `${seen}: ${why}.`;
    return undefined;
  }
  return undefined;
}

/**
 * Sends a request for each operation of the API whose owner the driver has, as long as `holds` is true of the answers.
 * Resolves to the first answer, if it is true of all. `url`: that of the webhooks to create.
 */
async function firstOfAll(context: Context, holds: (one: Exchange) => boolean, own?: Credentials, url?: string) {
  const { appId, clientIri, appIri } = context.driver;
  const create = (kind: Kind) => {
    const request = context.createRequest(kind, {}, url);
    return own ? context.service.call(CREATE[kind], request, own) : context.create(kind, request);
  };
  const asks = [
    ...(appId === undefined ? [] : [() => context.service.call(listOf(appId), undefined, own)]),
    ...(clientIri === undefined ? [] : [() => create("client")]),
    ...(appIri === undefined ? [] : [() => create("app")]),
  ];
  let first: Exchange | undefined;
  for (const ask of asks) {
    const exchange = await ask();
    if (!holds(exchange)) return undefined;
    first ??= exchange;
  }
  return first;
}
