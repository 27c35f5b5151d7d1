/** The bodies of requests that create webhooks: read, and refused where the contract or the profile refuses them. */

import type { Validation } from "../../../generated/validators.ts";
import type { Fault } from "../../errors/calls.ts";
import { isObject } from "../../values/json.ts";
import { typedKeys } from "../../values/names.ts";
import type { Profile } from "../../values/profile.ts";
import { checkWebhookUrl } from "../../webhook-url/index.ts";
import { eventNames } from "../delivery/contract-events.ts";
import { Refusal } from "../errors.ts";
import type { Needs } from "../parts.ts";
import { readJson, readMediaType } from "./body.ts";

/** How a kind of body is checked. */
export interface Rules<T> {
  /** The member that holds the URL of the webhook. */
  readonly urlMember: string;
  /** The names of all members that the contract declares. */
  readonly members: readonly string[];
  readonly validate: (value: unknown) => Validation<T>;
}

/** Reads the body of a request and checks it. @throws Refusal with what is wrong first */
export async function readWritten<T extends { events?: readonly string[] }>(
  parts: Needs<"profile" | "deployment">,
  request: Request,
  rules: Rules<T>,
): Promise<T> {
  const type = readMediaType(request);
  const allowed = parts.profile.requestMediaTypes;
  if (!allowed.includes(type))
    throw new Refusal("mediaTypeStatus", "media_type_unsupported", [
      { path: "", message: `must have the Content-Type ${allowed.join(" or ")}, not "${type}"` },
    ]);
  return checkWritten(parts, await readJson(request), rules);
}

/** Checks a body, the URL first, because its reason helps most. @throws Refusal with the first fault */
export function checkWritten<T extends { events?: readonly string[] }>(
  parts: Needs<"profile" | "deployment">,
  body: unknown,
  { urlMember, members, validate }: Rules<T>,
): T {
  const { profile } = parts;
  const url = isObject(body) ? body[urlMember] : undefined;
  if (typeof url === "string") {
    const legal = checkWebhookUrl(url, { allowUserinfo: profile.webhookUrlUserinfo === "accept" });
    if (!legal.ok) throw new Refusal("urlStatus", legal.code, [fault(urlMember, "is refused as a webhook URL")]);
  }
  const verdict = validate(body);
  if (!verdict.ok) throw invalid(verdict.faults.map(({ path, message }) => ({ path, message })));
  refuseUnknownMembers(profile, verdict.value, members);
  refuseEvents(parts, verdict.value.events ?? []);
  return verdict.value;
}

/**
 * Returns the URL as the sandbox keeps and shows it: letters outside ASCII, which are accepted (U-34), in their encoded
 * form.
 */
export function toUri(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : (URL.parse(url)?.href ?? url);
}

/** Returns the refusal of a body that breaks the contract. */
export function invalid(faults: readonly Fault[]): Refusal {
  return new Refusal("validationStatus", "validation_failed", faults);
}

/** Returns a fault of one member. */
export function fault(member: string, message: string): Fault {
  return { path: `/${member}`, message };
}

/** The contract allows any text as an event name; the profile may not (U-09). An empty name can match nothing. */
function refuseEvents(parts: Needs<"profile" | "deployment">, events: readonly string[]): void {
  const { profile } = parts;
  const at = (found: number): Fault[] => [fault(`events/${found}`, "is refused as an event name")];
  const empty = events.indexOf("");
  if (empty >= 0) throw invalid(at(empty));
  const unknown = events.findIndex((event) => !eventNames(parts).includes(event));
  if (profile.unknownEvents === "refuse" && unknown >= 0)
    throw new Refusal("validationStatus", "event_unknown", at(unknown));
  const repeated = events.findIndex((event, i) => events.indexOf(event) < i);
  if (profile.repeatedEvents === "refuse" && repeated >= 0)
    throw new Refusal("validationStatus", "event_repeated", at(repeated));
}

function refuseUnknownMembers(profile: Needs<"profile">["profile"], body: object, known: readonly string[]): void {
  const unknown = Object.keys(body).filter((member) => !known.includes(member));
  if (profile.unknownMembers === "accept" || unknown.length === 0) return;
  throw new Refusal("validationStatus", "member_unknown", [{ path: "", message: `knows only ${known.join(", ")}` }]);
}

/**
 * Returns the webhook that already has all these values, if the profile answers with it. Undefined: create another one.
 *
 * @throws Refusal `webhook_exists`, if the profile refuses it
 */
export function findRepeated<T extends object>(
  { repeatedCreate }: Profile,
  webhooks: readonly T[],
  given: Partial<T>,
): T | undefined {
  if (repeatedCreate === "create") return undefined;
  const members = typedKeys(given);
  const existing = webhooks.find((one) =>
    members.every((member) => JSON.stringify(one[member]) === JSON.stringify(given[member])),
  );
  if (existing && repeatedCreate === "refuse") throw new Refusal("validationStatus", "webhook_exists");
  return existing;
}
