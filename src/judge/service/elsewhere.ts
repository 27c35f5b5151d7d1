/**
 * Looks for an API that is not under baseUrl but under a shorter one. The service may ignore the path of its base URL
 * (F-4-01), so this excuses nothing, except where baseUrl repeats what the judge adds.
 */

import { OPERATIONS } from "../../../generated/constants.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { Credentials } from "./api.ts";
import { type Context, CREATE, type Kind } from "./context.ts";

const PUBLIC_URL = "https://www.example.com/hooks/judge";
const ADDED = "/api";

/** Returns a problem if baseUrl ends with `/api`; otherwise keeps what else explains the 404s for the findings. */
export async function elsewhereFault(context: Context): Promise<RunProblem | undefined> {
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
export function asksOf(context: Context, own?: Credentials, url?: string): (() => Promise<Exchange>)[] {
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
