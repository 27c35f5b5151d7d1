/** Legal services that are odd where the flaws of `flaws/unusual.ts` are. `gap` is what leaves the choice. */

import { EVENT } from "./service.ts";
import type { Hook, Json } from "./types.ts";
import type { Variant } from "./variants.ts";

const eventsOf = ({ events }: Json): unknown[] => (Array.isArray(events) ? events : []);
const urlOf = ({ url, webhookUrl }: Json) => String(url ?? webhookUrl);
/** Without the unknown names, where a known one is left. */
const onlyKnown = (resource: Json) => ({
  ...resource,
  events: eventsOf(resource).includes(EVENT) ? [EVENT] : eventsOf(resource),
});
const once = (resource: Json) => ({ ...resource, events: [...new Set(eventsOf(resource))] });

export const UNUSUAL_VARIANTS: Variant[] = [
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
    id: "plain-short-values",
    gap: "U-10",
    about: "Names outside ASCII, URLs of more than 2,000 characters, and queries are refused.",
    switches: {
      refuses: ({ body }) =>
        /[^\0-\x7f]/.test(String(body["name"] ?? "")) || urlOf(body).length > 2000 || urlOf(body).includes("?"),
    },
  },
  {
    id: "unknown-hosts-refused",
    gap: "U-34",
    about: "A URL is refused if its host does not resolve.",
    switches: { refuses: ({ body }) => !/^https?:\/\/((www|hooks)\.)?example\.com\b/i.test(urlOf(body)) },
  },
  {
    id: "app-created-late",
    gap: "U-41",
    about: "The creation of an app webhook is answered 202, and the webhook exists 250 ms later.",
    switches: { createdStatus: 202, existsAfterMs: ({ kind }) => (kind === "app" ? 250 : 0) },
  },
  {
    id: "queries-hidden",
    gap: "N-2.3-01",
    about: "The list keeps the query of a webhookUrl to itself, because it may be a secret.",
    switches: { listed: (resource) => ({ ...resource, webhookUrl: urlOf(resource).replace(/\?.*/, "?***") }) },
  },
  {
    id: "apps-hear-payments",
    gap: "A-01",
    about: "Confirmed payments to the client go to the webhooks of an App as well.",
    switches: { tellsApps: ({ paidTo, confirmed }) => (confirmed && paidTo === "client" ? ["/api/apps/7"] : []) },
  },
  {
    id: "no-second-switch",
    gap: "N-3-01",
    about: "A webhook cannot be switched to the state that it has.",
    switches: {
      becomes: (hook: Hook, told: boolean) => {
        if (hook.active === told) throw new Error("it is so already");
        return told;
      },
    },
  },
  {
    id: "one-after-the-other",
    gap: "U-24",
    about: "Deliveries leave in any order, up to 90 ms later, three times.",
    switches: { copies: 3, delayMs: (number) => (number * 37) % 90 },
  },
  {
    id: "other-events-of-apps",
    gap: "U-27",
    about: "The payload of an app delivery has an id, as that of a payment.",
    switches: { appPayload: (event, { snapshot }) => ({ ...snapshot, ...event, "@event": EVENT }) },
  },
];
