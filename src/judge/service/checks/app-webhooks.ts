/** Creating app webhooks. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import { type Check, demand } from "../../check.ts";
import { isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, unknownEvent } from "../context.ts";
import { mustAccept } from "../expect.ts";
import {
  accepts,
  acceptsSeveral,
  eventsOf,
  group,
  mustAcceptBesidePlain,
  needsPlain,
  needsUnknownNames,
  plainApp,
  refuses,
} from "./creating.ts";
import { APP_FACTS, checksOfMember, resourcesOf } from "./members.ts";

/** 1 and 2 are what is left of them where a number has fewer bits. */
const WRAPPED = [2 ** 8 + 1, 2 ** 16 + 2, 2 ** 32 + 1, 2 ** 32 + 2];

async function ofType(context: Context, type: 1 | 2): Promise<void> {
  const names = [{ responseHandlingType: type === 1 ? "FIRE_AND_FORGET" : "WAIT_FOR_SUCCESSFUL_RESPONSE" }];
  const instead = [...names, { responseHandlingType: String(type) }, { responseHandlingType: 3 - type }];
  await accepts(context, "app", { responseHandlingType: type }, `responseHandlingType ${type} is accepted.`, instead);
}

/**
 * The one known name 101 times, so that a service which refuses unknown names (U-09) is judged as well. A service that
 * removes duplicates has kept one entry, and is not accused.
 */
async function refusesTheSame(context: Context): Promise<void> {
  await needsPlain(context, "app");
  const events = Array.from({ length: APP_WEBHOOK_EVENTS.max + 1 }, () => EVENT);
  const request = context.createRequest("app", { events });
  const exchange = await context.create("app", request);
  if (!isAccepted(exchange)) return;
  const shown = (await resourcesOf(context, "app", exchange, request)).map((resource) => resource["events"]);
  const longest = Math.max(0, ...shown.map((list) => (Array.isArray(list) ? list.length : 0)));
  demand(
    longest <= APP_WEBHOOK_EVENTS.max,
    `A list with ${APP_WEBHOOK_EVENTS.max + 1} entries is invalid, whatever they are.`,
    `It was accepted, and is shown with ${longest} entries.`,
    exchange,
  );
}

export const APP_WEBHOOK_CHECKS: Check<Context>[] = [
  {
    id: "app.create",
    title: "An app webhook is created by a request with the five stated members to the stated path",
    severity: "demand",
    rests: ["F-4.4-03", "F-4-01", "F-6.1-02"],
    group,
    fix: "Serve POST {base_url}/api/app_webhooks, and accept app, webhookUrl, events, responseHandlingType and active.",
    async run(context) {
      mustAccept(
        await context.once(plainApp),
        "A request with all five members is answered 2xx.",
        "appIri",
        context.elsewhere,
      );
    },
  },
  {
    id: "app.app.iri",
    title: "The IRI of the App is accepted as app of an app webhook",
    severity: "demand",
    rests: ["F-2.3-04"],
    group,
    run: (context) =>
      accepts(context, "app", { app: context.owner("app") }, "The IRI of the App is accepted.", [
        { app: context.driver.appId },
        { app: String(context.driver.appId) },
      ]),
  },
  {
    id: "app.events.list",
    title: "events of an app webhook is accepted as a list",
    severity: "demand",
    rests: ["F-2.3-06"],
    group,
    run: (context) =>
      accepts(context, "app", { events: [EVENT] }, "A list that contains the name of the event is accepted.", [
        { events: EVENT },
      ]),
  },
  {
    id: "app.events.one",
    title: "An app webhook may list a single event",
    severity: "demand",
    rests: ["F-8-01", "F-2.3-07"],
    group,
    run: (context) =>
      accepts(context, "app", { events: [EVENT] }, "A list with one entry is accepted.", [
        { events: [EVENT, unknownEvent()] },
      ]),
  },
  {
    id: "app.events.most",
    title: `An app webhook may list ${APP_WEBHOOK_EVENTS.max} events`,
    severity: "demand",
    rests: ["F-2.3-07", "F-7-02", "F-8-01"],
    group,
    async run(context) {
      await needsUnknownNames(context, "app");
      const events = eventsOf(APP_WEBHOOK_EVENTS.max);
      const request = context.createRequest("app", { events });
      const exchange = await context.create("app", request);
      const expected = `A list with ${APP_WEBHOOK_EVENTS.max} entries is accepted`;
      await mustAcceptBesidePlain(context, "app", exchange, `${expected}.`);
      for (const { events: shown } of await resourcesOf(context, "app", exchange, request)) {
        const kept = Array.isArray(shown) ? events.filter((name) => shown.includes(name)).length : events.length;
        // A service that keeps only the names it knows has not cut the list.
        demand(
          kept <= 1 || kept >= events.length,
          `${expected} and kept.`,
          `Of ${events.length} entries, ${kept} are shown.`,
          exchange,
        );
      }
    },
  },
  {
    id: "app.events.empty",
    title: "An app webhook with an empty list of events is refused",
    severity: "demand",
    rests: ["F-2.3-07", "F-7-02", "F-8-01"],
    group,
    async run(context) {
      for (const responseHandlingType of [1, 2])
        for (const active of [true, false]) {
          const change = { events: [], responseHandlingType, active };
          await refuses(context, "app", change, "An empty list of events is refused.");
        }
    },
  },
  {
    id: "app.events.too-many",
    title: `An app webhook with ${APP_WEBHOOK_EVENTS.max + 1} events is refused`,
    severity: "demand",
    rests: ["F-7-02", "F-2.3-07", "F-8-01"],
    group,
    async run(context) {
      await refusesTheSame(context);
      await needsUnknownNames(context, "app");
      await refuses(
        context,
        "app",
        { events: eventsOf(APP_WEBHOOK_EVENTS.max + 1) },
        `A list with ${APP_WEBHOOK_EVENTS.max + 1} entries is invalid.`,
      );
    },
  },
  ...Object.entries(APP_FACTS).flatMap(([member, facts]) => checksOfMember("app", member, facts)),
  ...([1, 2] as const).map(
    (type): Check<Context> => ({
      id: `app.type.${type}`,
      title: `responseHandlingType ${type} is accepted`,
      severity: "demand",
      rests: ["F-2.3-08"],
      group,
      run: (context) => ofType(context, type),
    }),
  ),
  ...[0, 3, -1, 1.5].map(
    (type): Check<Context> => ({
      id: `app.type.${type}`,
      title: `responseHandlingType ${type} is refused`,
      severity: "demand",
      rests: ["F-2.3-08"],
      group,
      fix: "Accept only the values 1 and 2.",
      run: (context) =>
        refuses(context, "app", { responseHandlingType: type }, "A value other than 1 and 2 is refused."),
    }),
  ),
  {
    id: "app.type.wrapped",
    title: "Values of responseHandlingType that are 1 or 2 in 8, 16 or 32 bits only are refused",
    severity: "demand",
    rests: ["F-2.3-08"],
    group,
    fix: "Compare the whole number.",
    async run(context) {
      for (const type of WRAPPED)
        await refuses(context, "app", { responseHandlingType: type }, "A value other than 1 and 2 is refused.");
    },
  },
  ...[true, false].map(
    (active): Check<Context> => ({
      id: `app.active.${active}`,
      title: `An app webhook may be created with active ${active}`,
      severity: "demand",
      rests: ["F-2.3-11", "F-3-02"],
      group,
      run: (context) => accepts(context, "app", { active }, `active ${active} is accepted.`, [{ active: !active }]),
    }),
  ),
  {
    id: "app.several",
    title: "One App may have several webhooks",
    severity: "demand",
    rests: ["F-2.3-02", "F-8-02", "F-6.1-04"],
    group,
    run: (context) => acceptsSeveral(context, "app"),
  },
];
