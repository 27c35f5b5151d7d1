/** What a row expects of an answer, and what answers to creations show: each its own webhook, with its own secret. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import { contentOf, isObject, type Json, kindOf, objectsIn, typeFault } from "../../answers.ts";
import { type Check, demandOf, must, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Accepted, type Context, EVENT, type Kind } from "../context.ts";
import { isBusy, mustAccept, mustRefuse, outcomeOf, refusedByChance, secretIn } from "../expect.ts";
import { listedNow } from "../list/listed.ts";
import { type Asked, ask, create, inWords, type Judgement, needsPlain, needsRoom } from "./row.ts";

/** A webhook wherever it is shown: in the answer, and in the list if it is an app webhook that is found there. */
export async function resourcesOf({ context, exchange, request }: Pick<Asked, "context" | "exchange" | "request">) {
  if (!isAccepted(exchange)) return [];
  const value = contentOf(exchange);
  const url = request["webhookUrl"];
  if (url === undefined)
    return objectsIn(value)
      .filter((one, index) => index === 0 || "secret" in one)
      .slice(0, 2);
  const inList = await listedNow(context).catch(() => undefined);
  return [...(isObject(value) ? [value] : []), ...(inList?.items.filter((item) => item["webhookUrl"] === url) ?? [])];
}

/** How many webhooks of an owner are made, unless there are so many already. */
const SEVERAL = 3;
/** The webhooks of the first owner that were accepted since the last reset. */
const earlierOf = ({ trace, driver }: Context, kind: Kind): readonly Accepted[] =>
  trace.of("accepted").filter(({ at, request }) => at > trace.resetAt && request[kind] === driver[`${kind}Iri`]);
const countOf = (context: Context, kind: Kind): number => earlierOf(context, kind).length;

/** Resolves to the last answer, if one was needed. */
async function makeSeveral(context: Context, kind: Kind): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  while (countOf(context, kind) < SEVERAL && (!last || isAccepted(last))) last = await create(context, kind);
  return last;
}

/** Whether requests like the last active webhook are accepted now, and plain ones are not: in no order of a limit. */
async function isOnlyPlain(context: Context, kind: Kind): Promise<boolean> {
  const earlier = earlierOf(context, kind).findLast(({ request }) => request["active"] !== false);
  const { url, webhookUrl, name, ...like } = earlier?.request ?? {};
  for (const change of earlier ? [like, {}, {}, like, like] : [])
    if (isAccepted(await create(context, kind, change)) !== (change === like)) return false;
  return earlier !== undefined;
}

/** The first request of its group: what else explains a refusal is named beside it. */
export const created: Judgement = async ({ context, row: { kind }, exchange }) => {
  const isFirst = countOf(context, kind) === 0;
  const isSure = isAccepted(exchange) || isFirst || (await isOnlyPlain(context, kind));
  observed(isSure, "earlier ones were accepted: there may be a limit");
  mustAccept(exchange, isFirst ? `${kind}Iri` : undefined, context.elsewhere);
};

export const accepted: Judgement = async (asked) => {
  if (isAccepted(asked.exchange)) return;
  await needsPlain(asked);
  await needsRoom(asked);
  mustAccept(asked.exchange);
};

export const refused: Judgement = async ({ change, exchange }) => mustRefuse(exchange, inWords(change));

/** Refused, but for a list of one name, of which a service may keep one. */
export const refusedOrMerged: Judgement = async (asked) => {
  const { events } = asked.request;
  const isSame = Array.isArray(events) && new Set(events).size === 1;
  const isLong = (shown: unknown) => Array.isArray(shown) && shown.length > APP_WEBHOOK_EVENTS.max;
  if (!isSame || (await resourcesOf(asked)).some((one) => isLong(one["events"]))) await refused(asked);
};

/** Demands that a list is accepted and not shortened; a service may leave out names that it does not know. */
export const kept: Judgement = async (asked) => {
  await accepted(asked);
  const events = asked.request["events"] as string[];
  for (const { events: shown } of await resourcesOf(asked)) {
    const count = Array.isArray(shown) ? events.filter((name) => shown.includes(name)).length : events.length;
    must(count <= 1 || count >= events.length, `Of ${events.length} entries, ${count} are shown.`, asked.exchange);
  }
};

/** Refused, or shown with the stated type, because a service may convert what it reads, and with the known event. */
export const shown: Judgement = async (asked) => {
  const { kind, member = "" } = asked.row;
  const written = asked.request["events"];
  // What becomes of a list with anything but names is open (U-43), and no answer has to show each member (N-2.3-01).
  const isNamed =
    Array.isArray(written) && written.includes(EVENT) && written.every((name) => typeof name === "string");
  const isLost = ({ events }: Json) =>
    kind === "app" && member === "events" && isNamed && Array.isArray(events) && !events.includes(EVENT);
  for (const resource of await resourcesOf(asked)) {
    const fault = typeFault(kind, member, resource) ?? (isLost(resource) ? `${EVENT} is not among the events` : "");
    must(fault === "", `${fault}.`, asked.exchange);
  }
};

/** A server error, or none at all: the request was not refused but broke something. */
const isBroken = ({ response, failure }: Exchange) =>
  response ? response.status >= 500 : failure !== undefined && failure.code !== "refused";

/** Accepted or refused, which is open (U-10), but answered. */
export const answered: Judgement = async ({ context, row: { kind }, change, exchange }) => {
  if (!isBroken(exchange) || !isBroken(await create(context, kind, change))) return;
  // Where a request that must be refused is answered in the same way, that is how this service refuses (N-7-01).
  const isUsual = isBroken(await ask(context, kind, { name: undefined })) || isBroken(await create(context, kind));
  observed(!isUsual, "other requests are answered with a server error, too (N-7-01)");
  must(false, `The request ${inWords(change)} was answered ${outcomeOf(exchange)}, twice.`, exchange);
};

export const hasSecret: Judgement = async ({ exchange }) => {
  const value = contentOf(exchange);
  const holder = objectsIn(value).find(({ secret }) => secret !== undefined && secret !== null);
  const body = isObject(value) ? `an object with ${Object.keys(value).join(", ") || "no member"}` : kindOf(value);
  must(holder, `There is none: the body is ${body}.`, exchange);
};

export const secretIsText: Judgement = async ({ exchange }) => {
  const holder = objectsIn(contentOf(exchange)).find((one) => "secret" in one);
  observed(holder, "there is no secret: see client.secret");
  const { secret } = holder;
  const found = typeof secret === "string" ? "empty" : `of the type ${secret === null ? "null" : typeof secret}`;
  must(secretIn(contentOf(exchange)), `secret is ${found}.`, exchange);
};

/** No text of the request is the secret. A request that contains one may be refused. */
export const secretIsGenerated: Judgement = async ({ request, exchange }) => {
  const secret = isAccepted(exchange) ? secretIn(contentOf(exchange)) : undefined;
  const given = Object.entries(request).find(([, value]) => secret !== undefined && value === secret);
  must(!given, () => `It is the ${given?.[0]} of the request.`, exchange);
};

/** Several webhooks of one owner are accepted. The first of them may be of an earlier round. */
export const several: Judgement = async ({ context, row }) => {
  if (countOf(context, row.kind) === 0) await needsPlain({ context, row });
  const last = await makeSeveral(context, row.kind);
  if (last && countOf(context, row.kind) < SEVERAL) mustAccept(last);
};

function judgeOwnSecrets(accepted: readonly Accepted[], { trace }: Context): void {
  const all = accepted.map((one) => ({ ...one, secret: secretIn(contentOf(one.exchange)), era: trace.eraAt(one.at) }));
  const isAny = all.some(({ secret }) => secret !== undefined);
  observed(isAny, "no secret was returned: see client.secret");
  for (const { exchange, request, secret, era } of all) {
    must(secret !== undefined, "This one has none.", exchange);
    const twin = all.find((one) => one.era === era && one.secret === secret);
    // The webhook that exists may be given out again to the client that asks for its URL once more (U-39).
    const isSame = twin?.request["url"] === request["url"] && twin?.request["client"] === request["client"];
    must(isSame, "This secret belongs to a webhook that was created before.", exchange);
  }
}

/** Values may be shown in another form than they were written; those of another webhook are another webhook's. */
function judgeOwnValues(accepted: readonly Accepted[]): void {
  observed(accepted.length > 0, "every creation is refused: see client.create");
  for (const { exchange, request } of accepted) {
    const shown = objectsIn(contentOf(exchange)).find((one) => "secret" in one);
    for (const member of ["url", "name"]) {
      const value = shown?.[member];
      if (typeof value !== "string" || value === request[member]) continue;
      // The service may give out the webhook that has this URL already (U-39).
      const isOther = (one: Accepted) => one.request["url"] !== request["url"] && one.request[member] === value;
      must(!accepted.some(isOther), `Its ${member} is that of another webhook.`, exchange);
    }
  }
}

/** What requests that mean the same have in common: all but the name and the end of the URL. */
function formOf({ kind, request: { name = "", url, webhookUrl, ...like } }: Accepted): string {
  return JSON.stringify([kind, like, String(name).split(" ")[0], String(url ?? webhookUrl).replace(/[^/]*$/, "")]);
}

/** How many creations of a kind are looked at, at least: a run has many more. */
const LEAST = 8;

/** Requests like those that were accepted are accepted again, unless there is a limit. */
const always = (kind: Kind) =>
  demandOf<Context>("every delivery", async (context) => {
    const made = (how: "accepted" | "refused") => context.trace.of(how).filter((one) => one.kind === kind);
    for (let count = made("accepted").length; count < LEAST; count++) await create(context, kind);
    const forms = new Set(made("accepted").map(formOf));
    const refused = made("refused").filter(({ exchange }) => !isBusy(exchange));
    const { name, url, webhookUrl, ...like } = refused.find((one) => forms.has(formOf(one)))?.request ?? {};
    if (Object.keys(like).length === 0) return;
    const exchange = await refusedByChance(() => create(context, kind, like));
    must(!exchange, "Now and then it is refused after a pause, and a request like it accepted at once.", exchange);
  });

/** Judges all client webhooks of the run that were accepted, and of which there are several. */
const row = (judge: (accepted: readonly Accepted[], context: Context) => void) => {
  const run = async (context: Context) => {
    if (!context.looksBack) await makeSeveral(context, "client");
    const all = context.trace.of("accepted").filter(({ kind }) => kind === "client");
    judge(all, context);
  };
  return demandOf("every delivery", run, { isEarly: true });
};

export const ANSWER_CHECKS: readonly Check<Context>[] = [
  always("client")`client.accepted.always F-4.3-01 F-4.3-02
    The creation of a client webhook is not refused now and then
    Let each server of the service, and each version that runs, take every request that the contract allows.`,
  always("app")`app.accepted.always F-4.4-03
    The creation of an app webhook is not refused now and then
    Let each server of the service, and each version that runs, take every request that the contract allows.`,
  row(judgeOwnSecrets)`client.secret.always F-2.2-11 F-4.3-03 F-2.2-10 F-2.2-02
    Each client webhook of the whole run has a secret that no other webhook has, of any client
    Generate a new secret for every webhook, and return it.`,
  row(judgeOwnValues)`client.answer.own F-4.3-03 F-2.2-02
    The answer to each creation of a client webhook shows that webhook, and not another one`,
];
