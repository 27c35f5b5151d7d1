/** Who receives an event of an App, and who receives nothing. */

import { EVENT } from "../webhook.ts";
import { ENCODED_SLASH, FRAGMENT, LONG_QUERIES, OTHER, QUERY, SLASHED } from "./odd.ts";
import { create, dispatch, settle } from "./script.ts";
import type { Step } from "./steps.ts";
import { type AskedStory, settleFor, UNLISTED } from "./stories.ts";

const APP = { kind: "app" } as const;
const FORGETS = { kind: "app", type: 1 } as const;
const together = (...names: readonly string[]): Step => ({ do: "dispatch", owner: 0, names });

const APP_HEARS = { kind: "app", rule: "hears" } as const;
const APP_SILENT = { kind: "app", rule: "silent" } as const;
/** Events with different names, where another than the stated one happens. */
export const APP_EVENTS: AskedStory = {
  group: "app deliveries",
  kind: "app",
  steps: [
    ...[create(0, { ...FORGETS, events: "other", isNeeded: true }), create(1, { ...APP, events: "both" })],
    ...[create(2, { ...APP, events: "never" }), create(3, { ...FORGETS, events: "other", active: false })],
    ...[create(4, FORGETS), together(OTHER), settleFor("other"), together(OTHER, EVENT), settle],
  ],
  asks: [
    {
      id: "app-deliver.other-event",
      title: "Events of an App with different names reach exactly the active webhooks that list them, also two at once",
      rests: ["F-6.4-01", "F-6.2-04", "F-6.5-03", "F-2.3-06", "F-2.3-11"],
      fix: "Keep the name of an event with its delivery, and compare it with every entry of events.",
      of: { kind: "app" },
      looked: { ...APP_HEARS, shows: "other" },
      why: "no event is dispatched but the stated one, as it may be (F-6.2-02)",
    },
  ],
};

/** An event of each App, and two at once. */
export const APPS_STORY: AskedStory = {
  group: "app deliveries",
  kind: "app",
  steps: [
    ...[create(0, { ...FORGETS, isNeeded: true }), create(1, { ...APP, query: QUERY })],
    ...[create(2, { ...FORGETS, query: SLASHED }), create(3, { ...APP, query: ENCODED_SLASH })],
    ...LONG_QUERIES.map((query, index) => create(4 + index, { ...APP, query })),
    create(8, { ...APP, query: FRAGMENT }),
    ...[create(6, { ...APP, events: "twice" }), create(7, { ...FORGETS, events: "most" })],
    ...[create(10, { ...APP, active: false }), create(11, { ...FORGETS, active: false })],
    ...[create(20, { ...APP, events: "others" }), create(21, { ...APP, events: "nearly" })],
    ...[create(22, { ...APP, owner: 1 })],
    ...[create(30, { ...APP, fault: "responseHandlingType 3" }), create(31, { ...APP, fault: "too many events" })],
    // Of two at once that look the same, one may come (U-27).
    ...[
      dispatch(),
      settleFor("receives"),
      dispatch(1),
      settleFor("other"),
      together(EVENT, EVENT),
      settleFor("receives"),
    ],
  ],
  asks: [
    {
      id: "app-deliver.receives",
      title: "An event for an App reaches each of its active webhooks that lists it",
      rests: ["F-6.4-01", "F-2.3-02", "F-6.1-04", "F-2.3-11", "F-1-04", "F-4.5-01"],
      of: { ...APP_HEARS, shows: "receives" },
    },
    {
      id: "app-deliver.inactive",
      title: "An app webhook with active false receives nothing",
      rests: ["F-2.3-11", "F-3-02", "F-6.2-04", "F-6.4-01", "F-6.5-03"],
      fix: "Check active when an event is dispatched.",
      of: { ...APP_SILENT, because: "F-6.5-03" },
    },
    {
      id: "app-deliver.unsubscribed",
      title: "An app webhook that does not list the event receives nothing",
      rests: ["F-2.3-06", "F-6.2-04", "F-6.5-03", "F-6.4-01"],
      fix: "Compare the whole name of the event with those in events.",
      of: { ...APP_SILENT, because: "F-6.2-04" },
      why: UNLISTED,
    },
    {
      id: "app-deliver.other-app",
      title: "A webhook receives nothing of the events for another App",
      rests: ["F-2.3-01", "F-2.3-04", "F-6.4-01"],
      fix: "Deliver to the webhooks of the App that the event is dispatched to.",
      of: { ...APP_SILENT, because: "F-2.3-01" },
    },
    {
      id: "app-deliver.refused",
      title: "An app webhook whose creation was refused receives nothing",
      rests: ["F-7-02", "F-2.3-07", "F-2.3-08", "F-6.2-04"],
      fix: "Validate the whole request before anything is stored.",
      of: { ...APP_SILENT, because: "F-7-02" },
      why: "no faulty creation was refused with 4xx",
    },
    {
      id: "app-deliver.to-other-app",
      title: "An event for another App reaches the webhook of that App",
      rests: ["F-6.4-01", "F-2.3-01", "F-2.3-04"],
      of: { ...APP_HEARS, shows: "other" },
    },
  ],
};
