/**
 * The stated type of each member: a value that cannot be read as this type is refused, and answers show the member
 * with this type.
 */

import { contentOf, isObject, type Json, MEMBERS, objectsIn, typeFault } from "../../answers.ts";
import { type Check, demand, type Rests } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type Kind, unknownEvent } from "../context.ts";
import { listed } from "../list/listed.ts";
import { group, needsPlain, plainOf, refuses } from "./creating.ts";

const COERCED = "A service may convert values, such as strings to numbers; what it shows still has the stated type.";

/** Values that no interpretation turns into the stated type. */
const NOT_TEXT = { wrong: { nested: true } };
const NOT_LIST = { wrong: { nested: [1] } };

/**
 * Sends wrong types that a service may convert. If it accepts one, the value that it shows must have the stated type.
 */
async function showsRightTypes(context: Context, kind: Kind, member: string, values: unknown[]): Promise<void> {
  await needsPlain(context, kind);
  for (const value of values) {
    const request = { ...context.createRequest(kind), [member]: value };
    const exchange = await context.create(kind, request);
    if (!isAccepted(exchange)) continue;
    const shown = await resourcesOf(context, kind, exchange, request);
    judgeTypes(kind, shown, [member], exchange);
  }
}

/**
 * The created webhook wherever it is shown: in the answer, and in the list if it is an app webhook that is found there.
 */
export async function resourcesOf(context: Context, kind: Kind, exchange: Exchange, request: Json): Promise<Json[]> {
  const value = exchange.response && contentOf(exchange.response);
  if (kind === "client")
    return objectsIn(value)
      .filter((one, index) => index === 0 || "secret" in one)
      .slice(0, 2);
  const own = isObject(value) ? [value] : [];
  const inList = await listed(context, context.driver.appId).catch(() => undefined);
  const url = request["webhookUrl"];
  return [...own, ...(inList?.items.filter((item) => item["webhookUrl"] === url) ?? [])];
}

function judgeTypes(kind: Kind, shown: Json[], members: string[], exchange: Exchange): void {
  for (const resource of shown)
    for (const member of members) {
      const fault = typeFault(kind, member, resource);
      demand(
        !fault,
        `${member} has its stated type wherever it is shown: ${MEMBERS[kind][member]?.type}.`,
        `${fault}.`,
        exchange,
      );
    }
}

/** What is shown of a valid webhook. */
async function shownTypes(context: Context, kind: Kind, member: string): Promise<void> {
  const exchange = await context.once(plainOf(kind));
  await needsPlain(context, kind);
  const request = JSON.parse(String(exchange.request.body)) as Json;
  judgeTypes(kind, await resourcesOf(context, kind, exchange, request), [member], exchange);
}

export const CLIENT_FACTS = {
  client: ["F-2.2-03", "F-2.2-01"],
  name: ["F-2.2-04"],
  events: ["F-2.2-05"],
  url: ["F-2.2-07"],
} as const;
export const APP_FACTS = {
  app: ["F-2.3-04"],
  webhookUrl: ["F-2.3-05"],
  events: ["F-2.3-06"],
  responseHandlingType: ["F-2.3-08"],
  active: ["F-2.3-11"],
} as const;
const WRONG: Record<string, unknown> = {
  client: NOT_TEXT,
  name: NOT_TEXT,
  url: NOT_TEXT,
  events: NOT_LIST,
  app: NOT_TEXT,
  webhookUrl: NOT_TEXT,
  responseHandlingType: "two",
  active: "maybe",
};
/** Wrong types that can be converted (it is not stated that they are refused), and more than one event (U-09). */
const READABLE: Record<string, unknown[]> = {
  client: [7, ["/api/clients/1"]],
  name: [7, true],
  url: [["https://www.example.com/"], 7],
  events: [EVENT, [7], [EVENT, null], null, [EVENT, unknownEvent()]],
  app: [7, null, ["/api/apps/7"]],
  webhookUrl: [["https://www.example.com/"], 7, null],
  responseHandlingType: ["1", "2", true, null],
  active: ["true", "false", 1, 0, "no", "0", null],
};

export function checksOfMember(kind: Kind, member: string, rests: Rests): Check<Context>[] {
  const type = MEMBERS[kind][member]?.type ?? "";
  return [
    {
      id: `${kind}.${member}.type`,
      title: `A request for ${an(kind)} webhook whose ${member} cannot be read as ${type} is refused`,
      severity: "demand",
      rests,
      group,
      fix: `Refuse what cannot be read as ${type}.`,
      async run(context) {
        await refuses(
          context,
          kind,
          { [member]: WRONG[member] },
          `A request whose ${member} cannot be read as ${type} is refused.`,
        );
        // null is not a value, and a client webhook needs every member; members of an app webhook may be omitted
        // (U-06).
        if (kind === "client") {
          const expected = `A request whose ${member} is null is refused.`;
          await refuses(context, kind, { [member]: null }, expected);
        }
        if (member === "events") {
          const items = { events: [EVENT, NOT_TEXT] };
          await refuses(context, kind, items, "A request with an event that is an object, not a string, is refused.");
        }
      },
    },
    {
      id: `${kind}.${member}.shown`,
      title: `${member} of ${an(kind)} webhook is shown as ${type}`,
      severity: "demand",
      rests: kind === "client" ? [rests[0], ...rests.slice(1), "F-4.3-02", "F-4.3-03"] : rests,
      group,
      fix: `Show ${member} as ${type}. ${COERCED}`,
      async run(context) {
        await shownTypes(context, kind, member);
        await showsRightTypes(context, kind, member, READABLE[member] ?? []);
      },
    },
  ];
}

const an = (kind: Kind) => (kind === "app" ? "an app" : "a client");

/** One value of each member that frameworks convert. */
const LIKELY: Record<Kind, Json> = { client: { name: 7 }, app: { responseHandlingType: "2", active: "false" } };

export const CONVERTED_CHECKS: readonly Check<Context>[] = (["client", "app"] as const).map((kind) => ({
  id: `${kind}.converted`,
  title: `Values of another type in a request for ${an(kind)} webhook are refused`,
  severity: "practice",
  rests: ["U-43"],
  group,
  fix: "Refuse them: whoever sends a text for a boolean learns it at once, and nobody has to know how texts are read.",
  async run(context) {
    await needsPlain(context, kind);
    for (const [member, value] of Object.entries(LIKELY[kind])) {
      const exchange = await context.create(kind, { ...context.createRequest(kind), [member]: value });
      const actual = `${member} ${JSON.stringify(value)} was accepted, so it is converted: how is for the service to say.`;
      demand(!isAccepted(exchange), "Only values of the stated type are accepted.", actual, exchange);
    }
  },
}));
