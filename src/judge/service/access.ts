/**
 * Looks for a wrong token or a wrong origin in the driver before a service is judged. Reports one only if nothing
 * else explains the refusals: a service that refuses the token of its own exchange is judged.
 */

import { NotObserved } from "../check.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { isAccepted } from "../wire/http.ts";
import type { Credentials } from "./api.ts";
import type { Context } from "./context.ts";
import { asksOf, elsewhereFault } from "./elsewhere.ts";
import { isText, membersOf } from "./tokens/grants.ts";

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
