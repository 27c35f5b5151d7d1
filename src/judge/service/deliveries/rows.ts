/**
 * What every delivery of the whole run shows, first attempts and later ones, as one table of rules over one delivery
 * each: its request, its signature and its payload.
 */

import { EVENT_NAMES } from "../../../../generated/constants.ts";
import { isObject, kindOf } from "../../answers.ts";
import { type Check, demandOf } from "../../check.ts";
import { valuesOf } from "../../wire/delivery.ts";
import { SIGNATURE_NAME } from "../../wire/signature.ts";
import { type Context, EVENT, type Kind } from "../context.ts";
import * as is from "./rules.ts";
import { demandEach, demandWhole, group, type Seen, seen } from "./seen.ts";
import { astray } from "./signed.ts";

/** A rule; `more`: requests that it is about, too, although they are no deliveries to a webhook. It may throw. */
const row = (rule: is.Rule, more: (context: Context) => Seen[] = () => []) =>
  demandOf<Context>(
    group,
    async (context, { id, title }) => {
      const came = await seen(context, id.startsWith("app") ? "app" : "client").catch((error: Error) => error);
      const others = more(context);
      if (came instanceof Error && others.length === 0) throw came;
      const all = came instanceof Error ? others : [...others, ...came];
      demandEach(all, `${title}.`, (found) => rule(found, context, all));
    },
    { isEarly: true, isUnrepeatable: true },
  );

/** Whether a call failed, or is under way, whose payment may have been confirmed: it may have any id. */
const isOneUntold = ({ trace }: Context) =>
  trace.of("act").some(({ name, args: [payment], ...done }) => {
    const isPaid = name === "confirmPayment" && isObject(payment) && payment["paidTo"] === "client";
    return isPaid && !("value" in done);
  });

/** A member of the snapshot. Default: as the schema says. */
function member(name: string, fact: string, type: string, isRight = (value: unknown) => is.bySchema(name, value)) {
  const id = `deliver.${name.replace("@", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const judge = is.within((body, context) => {
    if (!(name in body)) return `${name} is missing`;
    const value = body[name];
    if (!isRight(value)) return `${name} is ${kindOf(value)}`;
    const { payments } = context;
    const isKnown =
      name !== "id" || payments.areUnknown || payments.all.size === 0 || payments.all.has(value as number);
    return isKnown || isOneUntold(context)
      ? undefined
      : `${name} is ${value}, which is not the id of a payment that the driver reported`;
  });
  return row(judge)`${id} ${fact}
    ${name} in the payload is ${type}
    Put ${name} into the payload as ${type}.`;
}

const isNamed: is.Rule = is.within(({ "@event": event }) =>
  typeof event !== "string" || EVENT_NAMES.some((name) => name === event) ? undefined : `@event is ${kindOf(event)}`,
);
const ofFile: is.Rule = is.within(({ caseFile: file }) =>
  !isObject(file) || Number.isInteger(file["id"]) ? undefined : `caseFile.id is ${kindOf(file["id"])}`,
);
const toUrl: is.Rule = (...of) => is.method(...of) ?? is.place(...of);
const ofEvent = is.json((body, { world }) => {
  if (!isObject(body)) return `The body is ${kindOf(body)}`;
  return world.isEvent(body["@event"]) ? undefined : `@event is ${kindOf(body["@event"])}`;
});
const whole = (kind: Kind) => (context: Context) => {
  demandWhole(context, kind);
  return [];
};
const unsigned: is.Rule = ({ one }, { signatureName }) =>
  valuesOf(one, signatureName).length > 0 ? "The header is there" : undefined;

export const DELIVERY_CHECKS: readonly Check<Context>[] = [
  row(is.method, is.empty)`deliver.method F-6.3-01 F-4.5-01 F-1-04
    Client deliveries are POST requests`,
  row(is.place, astray)`deliver.url F-6.3-01 F-4.5-01
    Client deliveries are sent to the registered URL, with its path and query
    Send to the URL exactly as it was registered.`,
  row(is.contentType)`deliver.content-type F-6.3-02
    Client deliveries have the Content-Type application/json
    Send Content-Type: application/json; parameters may follow.`,
  row(is.signed)`deliver.signed F-6.3-03 F-5-09 F-6.1-01 F-6.3-05
    Client deliveries have exactly one signature header of the stated form
    Send ${SIGNATURE_NAME}: sha256=<64 hex digits> with every attempt.`,
  row(is.digest)`deliver.digest F-6.3-05 F-2.2-12 F-5-09 F-6.1-01
    The signature is the HMAC of the raw body under the secret that the creation returned
    Sign exactly the bytes that are sent, after all encoding, with the UTF-8 bytes of the secret as the key.`,
  row(is.json(), whole("client"))`deliver.body F-4.5-01 F-6.3-04 F-2.4-10
    The body of a client delivery is JSON`,
  row(is.snapshot)`deliver.snapshot F-2.4-10 F-6.3-04
    The body is the payment snapshot with its eight members
    Send the eight members at the top level of a JSON object; other members are allowed.`,
  member("@event", "F-2.4-01", "a string, the name of the event", (value) => typeof value === "string" && value !== ""),
  row(isNamed)`deliver.known-event F-2.2-06 F-6.2-02 F-2.4-01
    No event other than ${EVENT} is delivered`,
  member("id", "F-2.4-02", "an integer, the identifier of the payment"),
  member("amount", "F-2.4-03", "an integer"),
  member("paidTo", "F-2.4-04", 'the string "client"', (value) => value === "client"),
  member("confirmedAt", "F-2.4-05", "an ISO 8601 timestamp with its offset"),
  member("createdAt", "F-2.4-06", "an ISO 8601 timestamp with its offset"),
  member("updatedAt", "F-2.4-07", "an ISO 8601 timestamp with its offset"),
  member("caseFile", "F-2.4-08", "an object"),
  row(ofFile)`deliver.case-file-id F-2.4-09
    caseFile in the payload has an integer id`,
  row(is.sameFile)`deliver.same-case-file F-2.4-09 F-2.4-10
    Every delivery of a payment names the same case file, at each webhook and in each attempt
    Build the payload once for a payment, from its own case file.`,
  row(toUrl)`app-deliver.method F-6.4-01 F-4.5-01 F-1-04
    App deliveries are POST requests to the webhookUrl`,
  row(ofEvent, whole("app"))`app-deliver.json F-6.4-01 F-4.5-01
    The body of an app delivery is JSON with the dispatched event as @event
    Add @event with the name of the event to the top level of the JSON object.`,
  row(unsigned)`app-deliver.unsigned F-6.4-02 F-5-09 F-6.1-02
    App deliveries are sent without the header ${SIGNATURE_NAME}
    Do not send the header at all, not even an empty one.`,
];
