/** Flaws of the events, the responseHandlingType and the active of an app webhook. */

import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { passes, refusesApp } from "./app-webhooks.ts";
import { arguable, change, eventsOf, type Flaws, flaw, flaws, shows } from "./flaw.ts";

const typePasses = (isPassed: (value: unknown) => boolean) =>
  passes("app: type-value", "responseHandlingType", isPassed, (value) => value === 1 || value === 2);
const activePasses = (isPassed: (value: unknown) => boolean) =>
  passes("app: active-type", "active", isPassed, (value) => typeof value === "boolean");
/** What a text or number says of active. */
const WRITTEN = new Map<unknown, boolean>([
  ...[undefined, true, "true", "yes", "1", 1].map((value) => [value, true] as const),
  ...[false, "false", "no", "0", 0].map((value) => [value, false] as const),
]);
const eventCountOf = (body: Json) => (Array.isArray(body["events"]) ? body["events"].length : 0);

export const APP_MEMBER_FLAWS: Flaws = {
  look: [
    ...flaws("F-2.3-06", {
      "app-events-text-accepted: An app webhook is created with a string as events, and shown so.": passes(
        "app: events-type",
        "events",
        (value) => typeof value === "string",
        Array.isArray,
      ),
      "app-events-items-of-any-type-accepted: An app webhook is created with numbers in its events, and shown so.": {
        overlooks: ["app: events-item-type"],
      },
      "app-event-as-text-only: Events have to come as one string; a list is refused.": {
        overlooks: ["app: events-type"],
        ...refusesApp((body) => Array.isArray(body["events"])),
      },
    }),
    ...flaws("F-2.3-07 F-7-02 F-8-01", {
      "app-no-event-accepted: An app webhook is created with an empty list of events.": {
        overlooks: ["app: events-few"],
      },
      "app-100-events-refused: An app webhook with 100 events is refused; 99 pass.": refusesApp(
        (body) => eventCountOf(body) > 99,
      ),
    }),
    flaw("app-101-events-accepted", "F-7-02 F-2.3-07 F-8-01", "An app webhook is created with 101 events.", {
      overlooks: ["app: events-many"],
      ...refusesApp((body) => eventCountOf(body) > 101),
    }),
    ...flaws("F-8-01 F-2.3-07 F-7-02", {
      "app-any-number-of-events-accepted: Nothing limits the number of events of an app webhook.": {
        overlooks: ["app: events-many"],
      },
    }),
    ...flaws("F-8-01 F-2.3-07", {
      "app-one-event-refused: An app webhook with a single event is refused.": refusesApp(
        (body) => eventCountOf(body) === 1,
      ),
    }),
    ...flaws("F-2.3-08", {
      "app-type-0-accepted: responseHandlingType 0 is accepted.": typePasses((value) => value === 0),
      "app-type-3-accepted: responseHandlingType 3 is accepted.": typePasses((value) => value === 3),
      "app-type-3-accepted-if-inactive: responseHandlingType 3 is accepted of an inactive webhook.": {
        overlooks: ["app: type-value"],
        ...refusesApp(
          ({ responseHandlingType: type = 1, active }) => type !== 1 && type !== 2 && (type !== 3 || active !== false),
        ),
      },
      "app-any-integer-type-accepted: Any integer passes as responseHandlingType.": typePasses(Number.isInteger),
      'app-type-text-accepted: The string "1" passes as responseHandlingType, and is shown as a string.': typePasses(
        (value) => value === "1" || value === "2",
      ),
      "app-type-of-any-type-accepted: Anything passes as responseHandlingType, and is shown as it came.": typePasses(
        () => true,
      ),
      "app-type-1-refused: responseHandlingType 1 is refused.": refusesApp(
        (body) => body["responseHandlingType"] === 1,
      ),
      "app-type-of-32-bits: responseHandlingType is cut to 32 bits: 4294967297 passes for 1.": typePasses((value) =>
        [1, 2].includes(Number(value) % 2 ** 32),
      ),
      "app-type-2-refused: responseHandlingType 2 is refused.": refusesApp(
        (body) => body["responseHandlingType"] === 2,
      ),
      "app-type-by-name-only: responseHandlingType has to come as a name; integers are refused.": {
        overlooks: ["app: type-value"],
        ...refusesApp((body) => typeof body["responseHandlingType"] === "number"),
      },
    }),
    ...flaws("F-2.3-11", {
      'app-active-text-accepted: The string "true" passes as active, and is shown as a string.': activePasses(
        (value) => typeof value === "string",
      ),
      "app-active-of-any-type-accepted: Anything passes as active, and is shown as it came.": activePasses(() => true),
    }),
    ...flaws("F-2.3-11 F-3-02", {
      "app-inactive-refused: An app webhook with active false is refused.": refusesApp(
        (body) => body["active"] === false,
      ),
    }),
    ...flaws("F-3-02 F-2.3-11", {
      "app-active-overwritten: An app webhook is always made active, and shown so, whatever the request says.": {
        adopts: (hook) =>
          hook.kind === "app" ? { ...hook, active: true, body: { ...hook.body, active: true } } : hook,
      },
    }),
  ],
  judge: [
    ...flaws("F-2.3-07 F-8-01", {
      "app-100-long-events-refused: A hundred events are refused if they take more than 4,096 characters.": {
        refuses: ({ kind, body }) => kind === "app" && JSON.stringify(eventsOf(body)).length > 4096,
      },
    }),
    flaw("app-null-in-events-accepted", "F-2.3-06", "null passes as an event of an app webhook, and is shown.", {
      overlooks: ["app: events-item-type"],
      refuses: ({ kind, body }) =>
        kind === "app" && eventsOf(body).some((one) => one !== null && typeof one !== "string"),
    }),
    ...flaws("F-2.3-08", {
      "app-type-fraction-accepted: 1.5 passes as responseHandlingType, and is shown.": typePasses(
        (type) => type === 1.5,
      ),
      "app-type-beginning-read: A text that begins with 1 or 2 passes, and is shown as it came.": typePasses(
        (type) => typeof type === "string" && /^[12]\D/.test(type),
      ),
      "app-type-true-accepted: true passes as responseHandlingType, and is shown.": typePasses((type) => type === true),
      "type-fraction-cut: 1.5 passes as responseHandlingType, and becomes 1.": {
        ...typePasses((type) => type === 1.5),
        ...shows(
          "app",
          change("responseHandlingType", (type) => Math.trunc(type as number)),
        ),
      },
    }),
    ...flaws("F-2.3-11", {
      'app-active-no-accepted: "no", "0" and 0 pass as active, and are shown as they came.': activePasses((value) =>
        ["no", "0", 0].includes(value as string),
      ),
      "app-active-null-accepted: null passes as active, and is shown.": activePasses((value) => value === null),
    }),
    flaw(
      "app-active-shown-by-truth",
      "F-2.3-11 F-3-02 F-6.4-01 F-6.2-04",
      'Texts are shown by JavaScript\'s truth, so "no" and "0" as true, and used by what they say.',
      {
        overlooks: ["app: active-type"],
        refuses: ({ kind, body }) => kind === "app" && !WRITTEN.has(body["active"]),
        adopts: (hook) => {
          const { active = true } = hook.body;
          const body = { ...hook.body, active: Boolean(active) };
          return hook.kind === "app" ? { ...hook, active: WRITTEN.get(active) ?? true, body } : hook;
        },
      },
    ),
    ...flaws("F-7-02 F-2.3-07 F-8-01", {
      "app-101-events-accepted-if-inactive: Events of inactive webhooks are not counted.": {
        overlooks: ["app: events-many"],
        ...refusesApp((body) => body["active"] !== false && eventCountOf(body) > 100),
      },
      "app-101-same-events-accepted: 101 entries pass where they are the same name.": {
        overlooks: ["app: events-many"],
        refuses: ({ kind, body }) => kind === "app" && new Set(eventsOf(body)).size > 100,
      },
    }),
    flaw(
      "app-101-same-events-accepted-known-only",
      "F-7-02 F-2.3-07 F-8-01",
      "Unknown names are refused, as they may be, and the known one may stand there a thousand times.",
      {
        overlooks: ["app: events-many"],
        refuses: ({ body }) => eventsOf(body).some((one) => typeof one === "string" && one !== EVENT),
      },
    ),
    flaw("app-events-cut", "F-2.3-06 F-2.3-07", "An app webhook keeps the first fifty of its events.", {
      adopts: (hook) => {
        const events = hook.events.slice(0, 50);
        return hook.kind === "app" ? { ...hook, events, body: { ...hook.body, events } } : hook;
      },
    }),
  ],
  arguable: arguable({
    'type-text-coerced: The string "1" passes as responseHandlingType and becomes the integer 1.': {
      rests: ["F-2.3-08"],
      reason: "What the service keeps is an allowed integer; how strictly it reads JSON types is not stated.",
      switches: {
        ...typePasses((type) => type === "1" || type === "2"),
        ...shows("app", change("responseHandlingType", Number)),
      },
    },
    "type-null-accepted: null passes as responseHandlingType and counts as missing.": {
      rests: ["F-2.3-08", "U-06", "U-07"],
      reason: "A missing member is open; null is how many clients write it.",
      switches: {
        ...typePasses((type) => type === null),
        ...shows(
          "app",
          change("responseHandlingType", (type) => type ?? 1),
        ),
      },
    },
  }),
};
