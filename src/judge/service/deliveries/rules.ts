/** What must hold for one delivery: its request, its signature, its payload. */

import { validatePaymentSnapshot } from "../../../../generated/validators.ts";
import { isMarked, isObject, type Json, kindOf } from "../../answers.ts";
import { observed } from "../../check.ts";
import { payloadOf, valuesOf } from "../../wire/delivery.ts";
import { type Context, EVENT } from "../context.ts";
import { isAt } from "../world.ts";
import type { Fault, Seen } from "./seen.ts";
import { signatureOf } from "./signed.ts";

/** `all`: those of its kind. @throws NotObserved if they show nothing of what it is about */
export type Rule = (found: Seen, context: Context, all: readonly Seen[]) => Fault;

/** Returns requests without a body that may be meant as deliveries: payments were confirmed, and no POST came. */
export function empty({ hooks, trace, fence }: Context): Seen[] {
  const clients = hooks.filter(({ kind }) => kind === "client");
  const paid = trace.of("act").find(({ name }) => name === "confirmPayment")?.at ?? Number.POSITIVE_INFINITY;
  const all = clients.flatMap((hook) => hook.endpoint.received.map((one) => ({ hook, one, attempt: 1 })));
  if (!fence.has("setClientWebhookActive") || all.some(({ one }) => one.method === "POST")) return [];
  return all.filter(({ one }) => one.at > paid && one.body.length === 0 && !/^(OPTIONS|HEAD)$/.test(one.method));
}

export const method: Rule = ({ one }) => (one.method === "POST" ? undefined : `The method is ${one.method}`);

export const place: Rule = ({ one, hook }) =>
  isAt(one, hook) ? undefined : `It went to ${one.target.slice(0, 200)} instead of ${hook.target}`;

export const contentType: Rule = ({ one }) => {
  const values = valuesOf(one, "content-type");
  const type = values[0]?.split(";")[0]?.trim().toLowerCase();
  if (values.length === 0) return "There is no Content-Type";
  if (type === "application/json" && values.length === 1) return undefined;
  return `Content-Type is ${values.join(" and ").slice(0, 120)}`;
};

export const signed: Rule = (found, context) => {
  const verdict = signatureOf(context, found);
  return verdict.ok || verdict.fault === "digest" ? undefined : () => `In the signature header, ${verdict.why}`;
};

export const digest: Rule = (found, context, all) => {
  const isKeyed = ({ hook }: Seen) => hook.secret !== undefined;
  observed(all.some(isKeyed), "no secret was returned: see client.secret");
  const isFormed = all.some((one) => isKeyed(one) && signed(one, context, all) === undefined);
  observed(isFormed, "no delivery has a signature header of the stated form: see deliver.signed");
  const verdict = signatureOf(context, found);
  if (!isKeyed(found) || verdict.ok || verdict.fault !== "digest") return undefined;
  return () => verdict.why.charAt(0).toUpperCase() + verdict.why.slice(1);
};

/** The body is JSON; `more` is asked of its value. */
export const json =
  (more: (value: unknown, context: Context) => Fault = () => undefined): Rule =>
  (found, context) => {
    if (isMarked(found.one.body)) return "The body begins with a byte order mark, which is not allowed (RFC 8259, 8.1)";
    const value = payloadOf(found.one);
    if (value === undefined) return found.one.body.length === 0 ? "The body is empty" : "The body is not JSON";
    return more(value, context);
  };

/** Whether it is of an event that the deployment adds, whose payload is not that of a payment. */
const isOfEvent = ({ options }: Context, { "@event": name }: Json) =>
  name !== EVENT && (options.deployment?.events ?? []).some((event) => event.name === name);

export const snapshot: Rule = (found, context) => {
  const body = payloadOf(found.one);
  if (body === undefined || (isObject(body) && isOfEvent(context, body))) return undefined;
  if (!isObject(body)) return `The body is ${kindOf(body)}`;
  const verdict = validatePaymentSnapshot(body);
  const faults = verdict.ok ? [] : verdict.faults;
  const missing = faults.filter(({ path, keyword }) => keyword === "required" && path.lastIndexOf("/") === 0);
  return missing.length === 0 ? undefined : `Missing: ${missing.map(({ path }) => path.slice(1)).join(", ")}`;
};

/** Judges the payloads that are objects. If none is, deliver.body reports it. */
export const within =
  (judge: (body: Json, context: Context) => string | undefined): Rule =>
  (found, context, all) => {
    const isAny = all.some(({ one }) => isObject(payloadOf(one)));
    observed(isAny, "no delivery has a JSON object as its body: see deliver.body");
    const body = payloadOf(found.one);
    return isObject(body) && !isOfEvent(context, body) ? judge(body, context) : undefined;
  };

/** What the schema of the snapshot says about one member. */
export function bySchema(name: string, value: unknown): boolean {
  const verdict = validatePaymentSnapshot({ [name]: value });
  return verdict.ok || verdict.faults.every(({ path }) => path !== `/${name}`);
}

/** The case file in a delivery, and the payment; undefined if the driver did not report the id. */
function fileOf({ hook, one }: Seen, context: Context): { key: string; file: number } | undefined {
  const [body, id] = [payloadOf(one), context.payments.ownIdIn(one)];
  const file = isObject(body) && isObject(body["caseFile"]) ? body["caseFile"]["id"] : undefined;
  if (typeof file !== "number" || id === undefined || !context.payments.all.has(id)) return undefined;
  return { key: JSON.stringify([context.trace.eraAt(hook.createdAt), hook.owner, id]), file };
}

const firstFiles = new WeakMap<readonly Seen[], ReadonlyMap<string, number>>();

/** Ids that the driver does not report need not be those of one payment. */
export const sameFile: Rule = (found, context, all) => {
  const told = () => all.toSorted((a, b) => b.one.at - a.one.at).flatMap((one) => fileOf(one, context) ?? []);
  const first = firstFiles.get(all) ?? new Map(told().map(({ key, file }) => [key, file]));
  firstFiles.set(all, first);
  const { key = "", file } = fileOf(found, context) ?? {};
  const before = first.get(key);
  return file === before ? undefined : `caseFile.id is ${file}, and ${before} in the first delivery of the payment`;
};
