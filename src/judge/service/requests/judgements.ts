/** What a row expects of an answer. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import { isObject, kindOf, MEMBERS, objectsIn, typeFault } from "../../answers.ts";
import { demand, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { mustAccept, mustRefuse, outcomeOf, secretIn } from "../expect.ts";
import { createdSinceReset, makeSeveral, resourcesOf, SEVERAL, valueIn } from "./answers.ts";
import { ask, create, inWords, type Judgement, needsPlain, needsRoom } from "./row.ts";

/** The first request of all: what else explains a refusal is named beside it. */
export const created: Judgement = async ({ context, row, exchange }) =>
  mustAccept(exchange, `${row.title}.`, `${row.kind}Iri`, context.elsewhere);

/** Accepted, as the facts say. */
export const accepted: Judgement = async ({ context, row, exchange }) => {
  if (isAccepted(exchange)) return;
  await needsPlain(context, row.kind, row, exchange);
  await needsRoom(context, row.kind);
  mustAccept(exchange, `${row.title}.`);
};

/** Refused, with any status outside 2xx. */
export const refused: Judgement = async ({ row, change, exchange }) => {
  mustRefuse(exchange, `${row.title}.`, inWords(change));
};

/** Refused, but for a list of one name, of which a service may keep one. */
export const refusedOrMerged: Judgement = async (asked) => {
  const { events } = asked.request;
  const isSame = Array.isArray(events) && new Set(events).size === 1;
  const isLong = (shown: unknown) => Array.isArray(shown) && shown.length > APP_WEBHOOK_EVENTS.max;
  if (!isSame || (await resourcesOf(asked)).some((one) => isLong(one["events"]))) await refused(asked);
};

/** Accepted, and not cut. A service that keeps only the names it knows has not cut the list. */
export const kept: Judgement = async (asked) => {
  await accepted(asked);
  const events = asked.request["events"] as string[];
  for (const { events: shown } of await resourcesOf(asked)) {
    const count = Array.isArray(shown) ? events.filter((name) => shown.includes(name)).length : events.length;
    const actual = `Of ${events.length} entries, ${count} are shown.`;
    demand(count <= 1 || count >= events.length, `${asked.row.title}, and they are kept.`, actual, asked.exchange);
  }
};

/** Refused, or shown with the stated type, because a service may convert what it reads. */
export const shown: Judgement = async (asked) => {
  const { row, exchange } = asked;
  const { kind, member = "" } = row;
  const expected = `${member} has its stated type wherever it is shown: ${MEMBERS[kind][member]?.type}.`;
  for (const resource of await resourcesOf(asked)) {
    const fault = typeFault(kind, member, resource);
    demand(!fault, expected, `${fault}.`, exchange);
  }
};

/** A server error, or none at all: the request was not refused but broke something. */
const isBroken = ({ response, failure }: Exchange) =>
  response ? response.status >= 500 : failure !== undefined && failure.code !== "refused";

/** Accepted or refused, which is open (U-10), but answered. */
export const answered: Judgement = async ({ context, row, change, exchange }) => {
  const { kind } = row;
  if (!isBroken(exchange) || !isBroken(await create(context, kind, change))) return;
  // Where a request that must be refused is answered in the same way, that is how this service refuses (N-7-01).
  const isUsual = isBroken(await ask(context, kind, { name: undefined })) || isBroken(await create(context, kind));
  observed(!isUsual, "other requests are answered with a server error, too (N-7-01)");
  const actual = `The request ${inWords(change)} was answered ${outcomeOf(exchange)}, twice.`;
  demand(false, "It is accepted, or refused for a rule of the service.", actual, exchange);
};

export const hasSecret: Judgement = async ({ exchange }) => {
  const value = valueIn(exchange);
  const holder = objectsIn(value).find(({ secret }) => secret !== undefined && secret !== null);
  const body = isObject(value) ? `an object with ${Object.keys(value).join(", ") || "no member"}` : kindOf(value);
  demand(holder, "The answer has a member secret.", `There is none: the body is ${body}.`, exchange);
};

export const secretIsText: Judgement = async ({ exchange }) => {
  const holder = objectsIn(valueIn(exchange)).find((one) => "secret" in one);
  observed(holder, "there is no secret: see client.secret");
  const { secret } = holder;
  const found = typeof secret === "string" ? "empty" : `of the type ${secret === null ? "null" : typeof secret}`;
  demand(secretIn(valueIn(exchange)), "secret is a string that is not empty.", `secret is ${found}.`, exchange);
};

/** No text of the request is the secret. A request that contains one may be refused. */
export const secretIsGenerated: Judgement = async ({ request, exchange }) => {
  const secret = isAccepted(exchange) ? secretIn(valueIn(exchange)) : undefined;
  const given = Object.entries(request).find(([, value]) => secret !== undefined && value === secret);
  demand(!given, "The service generated the secret.", () => `It is the ${given?.[0]} of the request.`, exchange);
};

/** Several webhooks of one owner are accepted. The first of them may be of an earlier round. */
export const several: Judgement = async ({ context, row }) => {
  if (createdSinceReset(context, row.kind) === 0) await needsPlain(context, row.kind, row);
  const last = await makeSeveral(context, row.kind);
  if (last && createdSinceReset(context, row.kind) < SEVERAL) mustAccept(last, `${row.title}.`);
};
