/** Variants in which lists of events are accepted, and in how they are kept and shown. */

import { shows } from "../flaws/flaw.ts";
import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { eventsOf, type Variants, variant } from "./variant.ts";

const corrected = (name: unknown) => (typeof name === "string" ? name.replaceAll("-", "_") : name);
/** Without the unknown names, where a known one is left. */
const onlyKnown = (resource: Json) => ({
  ...resource,
  events: eventsOf(resource).includes(EVENT) ? [EVENT] : eventsOf(resource),
});
const once = (resource: Json) => ({ ...resource, events: [...new Set(eventsOf(resource))] });

export const EVENT_NAME_VARIANTS: Variants = {
  look: [
    {
      id: "unknown-events-refused",
      gap: "U-09",
      about: "Event names that do not exist are refused.",
      switches: { refuses: ({ body }) => eventsOf(body).some((event) => event !== EVENT) },
    },
    {
      id: "same-event-twice-refused",
      gap: "U-09",
      about: "The same event name twice in a list is refused.",
      switches: { refuses: ({ body }) => new Set(eventsOf(body)).size < eventsOf(body).length },
    },
    {
      id: "only-known-events-once",
      gap: "A-05",
      about: "Unknown and repeated event names are refused, so that one event is all there can be.",
      switches: { refuses: ({ body }) => eventsOf(body).length > 1 || eventsOf(body).some((event) => event !== EVENT) },
    },
    {
      id: "client-events-capped",
      gap: "U-08",
      about: "A client webhook with more than 20 events is refused.",
      switches: { refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 20 },
    },
  ],
  judge: [
    variant("event-names-are-words", "U-09", "Names of events are small letters, underlines and dots.", {
      refuses: ({ body }) => eventsOf(body).some((one) => typeof one === "string" && !/^[a-z_.]+$/.test(one)),
    }),
    variant("events-deduplicated", "U-09", "The same event twice is kept once, and shown so.", {
      ...shows("client", (resource) => ({ ...resource, events: [...new Set(resource["events"] as string[])] })),
    }),
    variant("events-sorted", "U-09", "Events are shown in another order than written.", {
      ...shows("app", (resource) => ({
        ...resource,
        events: [...((resource["events"] ?? []) as string[])].sort().reverse(),
      })),
    }),
    variant("unlisted-names-refused", "U-09", "Names that are nearly right are refused.", {
      refuses: ({ body }) =>
        eventsOf(body).some((one) => typeof one === "string" && one !== EVENT && one.toLowerCase().includes(EVENT)),
    }),
  ],
  histories: [
    {
      id: "client-with-many-events-refused",
      gap: "U-08",
      about: "A client webhook with more than ten events is refused.",
      switches: { refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 10 },
    },
    {
      id: "hyphens-corrected-and-shown",
      gap: "U-09",
      about: "Hyphens in the names of events become underscores, and are shown so.",
      switches: {
        adopts: (hook) => ({ ...hook, events: hook.events.map(corrected) }),
        created: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
        listed: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
      },
    },
    {
      id: "known-event-alone",
      gap: "U-09",
      about: "Lists of several events are refused, and so are URLs that a webhook of the owner has.",
      switches: {
        refuses: ({ body, hooks }) => {
          const url = body["url"] ?? body["webhookUrl"];
          const owner = body["client"] ?? body["app"];
          const isTaken = hooks.some((hook) => hook.url === url && hook.owner === owner);
          return isTaken || eventsOf(body).some((name) => name !== EVENT);
        },
      },
    },
    {
      id: "repeated-events-refused",
      gap: "U-09",
      about: "A list that repeats an event is refused, and so is a name that is no words joined by dots.",
      switches: {
        refuses: ({ body }) =>
          new Set(eventsOf(body)).size < eventsOf(body).length ||
          !eventsOf(body).every((name) => /^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(String(name))),
      },
    },
    {
      id: "repeated-events-kept-once",
      gap: "U-09",
      about: "Of repeated events the list shows one; 101 are refused all the same.",
      switches: { listed: once, created: once },
    },
    {
      id: "unknown-events-not-shown",
      gap: "U-09",
      about: "Beside the event that is delivered, other names are taken and not shown.",
      switches: { listed: onlyKnown, created: onlyKnown },
    },
    {
      id: "names-split-and-shown",
      gap: "U-09",
      about: "A name with a comma is read as several names, and shown so.",
      switches: {
        adopts: (hook) => ({ ...hook, events: hook.events.flatMap((name) => String(name).split(",")) }),
        created: (resource) => ({ ...resource, events: eventsOf(resource).flatMap((name) => String(name).split(",")) }),
        listed: (resource) => ({ ...resource, events: eventsOf(resource).flatMap((name) => String(name).split(",")) }),
      },
    },
    {
      id: "known-event-needed",
      gap: "U-09",
      about: "Lists without the event that is delivered are refused; beside it, any name is taken.",
      switches: {
        refuses: ({ body: { events } }) => Array.isArray(events) && events.length > 0 && !events.includes(EVENT),
      },
    },
    {
      id: "other-events-unknown",
      gap: "A-05",
      about: "App webhooks may list any event name, and only the stated event is ever dispatched.",
      switches: {
        receives: (hook, event, owner) =>
          event === EVENT && hook.active && hook.events.includes(event) && hook.owner === owner,
      },
    },
  ],
};
