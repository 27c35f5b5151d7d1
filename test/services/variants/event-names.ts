/** Variants in which lists of events are accepted, and in how they are kept and shown. */

import { shows } from "../flaws/flaw.ts";
import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { eventsOf, type Variants, variant, variants } from "./variant.ts";

const corrected = (name: unknown) => (typeof name === "string" ? name.replaceAll("-", "_") : name);
/** Without the unknown names, where a known one is left. */
const onlyKnown = (resource: Json) => ({
  ...resource,
  events: eventsOf(resource).includes(EVENT) ? [EVENT] : eventsOf(resource),
});
const once = (resource: Json) => ({ ...resource, events: [...new Set(eventsOf(resource))] });

export const EVENT_NAME_VARIANTS: Variants = {
  look: [
    ...variants("U-09", {
      "unknown-events-refused: Event names that do not exist are refused.": {
        refuses: ({ body }) => eventsOf(body).some((event) => event !== EVENT),
      },
      "same-event-twice-refused: The same event name twice in a list is refused.": {
        refuses: ({ body }) => new Set(eventsOf(body)).size < eventsOf(body).length,
      },
    }),
    ...variants("A-05", {
      "only-known-events-once: Unknown and repeated event names are refused, so that one event is all there can be.": {
        refuses: ({ body }) => eventsOf(body).length > 1 || eventsOf(body).some((event) => event !== EVENT),
      },
    }),
    variant("client-events-capped", "U-08", "A client webhook with more than 20 events is refused.", {
      refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 20,
    }),
  ],
  judge: variants("U-09", {
    "event-names-are-words: Names of events are small letters, underlines and dots.": {
      refuses: ({ body }) => eventsOf(body).some((one) => typeof one === "string" && !/^[a-z_.]+$/.test(one)),
    },
    "events-deduplicated: The same event twice is kept once, and shown so.": {
      ...shows("client", (resource) => ({ ...resource, events: [...new Set(resource["events"] as string[])] })),
    },
    "events-sorted: Events are shown in another order than written.": {
      ...shows("app", (resource) => ({
        ...resource,
        events: [...((resource["events"] ?? []) as string[])].sort().reverse(),
      })),
    },
    "unlisted-names-refused: Names that are nearly right are refused.": {
      refuses: ({ body }) =>
        eventsOf(body).some((one) => typeof one === "string" && one !== EVENT && one.toLowerCase().includes(EVENT)),
    },
  }),
  histories: [
    variant("client-with-many-events-refused", "U-08", "A client webhook with more than ten events is refused.", {
      refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 10,
    }),
    ...variants("U-09", {
      "hyphens-corrected-and-shown: Hyphens in the names of events become underscores, and are shown so.": {
        adopts: (hook) => ({ ...hook, events: hook.events.map(corrected) }),
        created: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
        listed: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
      },
      "known-event-alone: Lists of several events are refused, and so are URLs that a webhook of the owner has.": {
        refuses: ({ body, hooks }) => {
          const url = body["url"] ?? body["webhookUrl"];
          const owner = body["client"] ?? body["app"];
          const isTaken = hooks.some((hook) => hook.url === url && hook.owner === owner);
          return isTaken || eventsOf(body).some((name) => name !== EVENT);
        },
      },
      "repeated-events-kept-once: Of repeated events the list shows one; 101 are refused all the same.": {
        listed: once,
        created: once,
      },
      "unknown-events-not-shown: Beside the event that is delivered, other names are taken and not shown.": {
        listed: onlyKnown,
        created: onlyKnown,
      },
      "names-split-and-shown: A name with a comma is read as several names, and shown so.": {
        adopts: (hook) => ({ ...hook, events: hook.events.flatMap((name) => String(name).split(",")) }),
        created: (resource) => ({ ...resource, events: eventsOf(resource).flatMap((name) => String(name).split(",")) }),
        listed: (resource) => ({ ...resource, events: eventsOf(resource).flatMap((name) => String(name).split(",")) }),
      },
      "known-event-needed: Lists without the event that is delivered are refused; beside it, any name is taken.": {
        refuses: ({ body: { events } }) => Array.isArray(events) && events.length > 0 && !events.includes(EVENT),
      },
    }),
    variant(
      "repeated-events-refused",
      "U-09",
      "A list that repeats an event is refused, and so is a name that is no words joined by dots.",
      {
        refuses: ({ body }) =>
          new Set(eventsOf(body)).size < eventsOf(body).length ||
          !eventsOf(body).every((name) => /^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(String(name))),
      },
    ),
    ...variants("A-05", {
      "other-events-unknown: App webhooks may list any event name, and only the stated event is ever dispatched.": {
        receives: (hook, event, owner) =>
          event === EVENT && hook.active && hook.events.includes(event) && hook.owner === owner,
      },
    }),
  ],
};
