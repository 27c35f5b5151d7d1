/**
 * What every delivery of the whole run shows, first attempts and later ones, as one table of rules over one delivery
 * each: its request, its signature and its payload.
 */

import type { FactId } from "../../../../generated/facts.ts";
import { isObject, kindOf } from "../../answers.ts";
import type { Check, Rests } from "../../check.ts";
import { valuesOf } from "../../wire/delivery.ts";
import { SIGNATURE_NAME } from "../../wire/signature.ts";
import { isKnownEvent } from "../acting.ts";
import { type Context, EVENT, type Kind } from "../context.ts";
import {
  bySchema,
  contentType,
  digest,
  empty,
  json,
  method,
  place,
  type Rule,
  sameFile,
  signed,
  snapshot,
  whole,
  within,
} from "./rules.ts";
import { demandEach, group, type Seen, seen } from "./seen.ts";
import { astray } from "./signed.ts";

/** A rule; `more`: requests that it is about, too, although they are no deliveries to a webhook. */
function row(
  id: string,
  title: string,
  rests: Rests,
  rule: Rule,
  fix?: string,
  more: (context: Context) => Seen[] = () => [],
): Check<Context> {
  const kind: Kind = id.startsWith("app") ? "app" : "client";
  return {
    ...{ id, title, severity: "demand", rests, group, isEarly: true, ...(fix !== undefined && { fix }) },
    async run(context) {
      const came = await seen(context, kind).catch((error: Error) => error);
      const others = more(context);
      if (came instanceof Error && others.length === 0) throw came;
      const all = came instanceof Error ? others : [...others, ...came];
      demandEach(all, `${title}.`, rule(context, all));
    },
  };
}

/** A member of the snapshot. Default: as the schema says. */
function member(
  name: string,
  fact: FactId,
  type: string,
  is: (value: unknown) => boolean = (value) => bySchema(name, value),
): Check<Context> {
  const id = `deliver.${name.replace("@", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const judge = within((body, { payments }) => {
    if (!(name in body)) return `${name} is missing`;
    const value = body[name];
    if (!is(value)) return `${name} is ${kindOf(value)}`;
    const isKnown =
      name !== "id" || payments.areUnknown || payments.all.size === 0 || payments.all.has(value as number);
    return isKnown ? undefined : `${name} is ${value}, which is not the id of a payment that the driver reported`;
  });
  return row(id, `${name} in the payload is ${type}`, [fact], judge, `Put ${name} into the payload as ${type}.`);
}

export const DELIVERY_CHECKS: readonly Check<Context>[] = [
  row(
    "deliver.method",
    "Client deliveries are POST requests",
    ["F-6.3-01", "F-4.5-01", "F-1-04"],
    method,
    undefined,
    empty,
  ),
  row(
    "deliver.url",
    "Client deliveries are sent to the registered URL, with its path and query",
    ["F-6.3-01", "F-4.5-01"],
    place,
    "Send to the URL exactly as it was registered.",
    astray,
  ),
  row(
    "deliver.content-type",
    "Client deliveries have the Content-Type application/json",
    ["F-6.3-02"],
    contentType,
    "Send Content-Type: application/json; parameters may follow.",
  ),
  row(
    "deliver.signed",
    "Client deliveries have exactly one signature header of the stated form",
    ["F-6.3-03", "F-5-09", "F-6.1-01", "F-6.3-05"],
    signed,
    `Send ${SIGNATURE_NAME}: sha256=<64 hex digits> with every attempt.`,
  ),
  row(
    "deliver.digest",
    "The signature is the HMAC of the raw body under the secret that the creation returned",
    ["F-6.3-05", "F-2.2-12", "F-5-09", "F-6.1-01"],
    digest,
    "Sign exactly the bytes that are sent, after all encoding, with the UTF-8 bytes of the secret as the key.",
  ),
  row(
    "deliver.body",
    "The body of a client delivery is JSON",
    ["F-4.5-01", "F-6.3-04", "F-2.4-10"],
    json(),
    undefined,
    whole("client"),
  ),
  row(
    "deliver.snapshot",
    "The body is the payment snapshot with its eight members",
    ["F-2.4-10", "F-6.3-04"],
    snapshot,
    "Send the eight members at the top level of a JSON object; other members are allowed.",
  ),
  member("@event", "F-2.4-01", "a string, the name of the event", (value) => typeof value === "string" && value !== ""),
  row(
    "deliver.known-event",
    `No event other than ${EVENT} is delivered`,
    ["F-2.2-06", "F-6.2-02", "F-2.4-01"],
    within(({ "@event": event }) =>
      typeof event !== "string" || isKnownEvent(event) ? undefined : `@event is ${kindOf(event)}`,
    ),
  ),
  member("id", "F-2.4-02", "an integer, the identifier of the payment"),
  member("amount", "F-2.4-03", "an integer"),
  member("paidTo", "F-2.4-04", 'the string "client"', (value) => value === "client"),
  member("confirmedAt", "F-2.4-05", "an ISO 8601 timestamp with its offset"),
  member("createdAt", "F-2.4-06", "an ISO 8601 timestamp with its offset"),
  member("updatedAt", "F-2.4-07", "an ISO 8601 timestamp with its offset"),
  member("caseFile", "F-2.4-08", "an object"),
  row(
    "deliver.case-file-id",
    "caseFile in the payload has an integer id",
    ["F-2.4-09"],
    within(({ caseFile: file }) =>
      !isObject(file) || Number.isInteger(file["id"]) ? undefined : `caseFile.id is ${kindOf(file["id"])}`,
    ),
  ),
  row(
    "deliver.same-case-file",
    "Every delivery of a payment names the same case file, at each webhook and in each attempt",
    ["F-2.4-09", "F-2.4-10"],
    sameFile,
    "Build the payload once for a payment, from its own case file.",
  ),
  row(
    "app-deliver.method",
    "App deliveries are POST requests to the webhookUrl",
    ["F-6.4-01", "F-4.5-01", "F-1-04"],
    (...of) =>
      (found) =>
        method(...of)(found) ?? place(...of)(found),
  ),
  row(
    "app-deliver.json",
    "The body of an app delivery is JSON with the dispatched event as @event",
    ["F-6.4-01", "F-4.5-01"],
    json((body, { world }) => {
      if (!isObject(body)) return `The body is ${kindOf(body)}`;
      return world.dispatched.has(body["@event"]) ? undefined : `@event is ${kindOf(body["@event"])}`;
    }),
    "Add @event with the name of the event to the top level of the JSON object.",
    whole("app"),
  ),
  row(
    "app-deliver.unsigned",
    `App deliveries are sent without the header ${SIGNATURE_NAME}`,
    ["F-6.4-02", "F-5-09", "F-6.1-02"],
    ({ signatureName }) =>
      ({ one }) =>
        valuesOf(one, signatureName).length > 0 ? "The header is there" : undefined,
    "Do not send the header at all, not even an empty one.",
  ),
];
