/** Short stories: what holds for a first delivery also holds for later ones, and after other creations and switches. */

import type { Rests } from "../../check.ts";
import { QUERY } from "./odd.ts";
import {
  answered,
  create,
  dispatch,
  off,
  on,
  once,
  pay,
  record,
  reply,
  type Script,
  settle,
  toAgency,
} from "./script.ts";
import { type Creation, creation, type Step } from "./steps.ts";
import { ODDLY_GOOD } from "./ways.ts";

/** In search of a number of retries that a webhook is granted in all: it fails and recovers so often. */
const FAILURES = 4;
const failsAgain = (slot: number, event: Step): Step[] =>
  Array.from({ length: FAILURES }, () => [reply(slot, 500), event, settle, reply(slot, 200), event, settle]).flat();
const APP = { kind: "app" } as const;
const FORGETS = { kind: "app", type: 1 } as const;
export const LATER = "later events";
const OF_LATER = { group: LATER, mayRefuse: true } as const;
const FIX = "Keep the attempts of each delivery separate: what came of earlier ones must not count.";

/** A payment of each client. */
const each = [pay(), pay(1, 1)];

/** Each webhook answers the first event in another way. */
const oddly = (id: string, title: string, rests: Rests, event: Step, of: Partial<Creation> = {}): Script => ({
  ...OF_LATER,
  ...{ id, title, rests, rule: "hears" },
  fix: "Take every 2xx for an acknowledgement, and read of an answer nothing but its status.",
  steps: [
    ...ODDLY_GOOD.flatMap((reply, slot) => [create(slot, of), once(slot, reply)]),
    ...[event, settle, event, settle],
  ],
});

/** As many as a page or a batch often has, and one more. */
const MANY = Array.from({ length: 101 }, (_, slot) => slot);

export const LATER_SCRIPTS: readonly Script[] = [
  {
    ...OF_LATER,
    id: "deliver.many",
    title: "Each of many payments at once is delivered, and a payment reaches each of many webhooks",
    rests: ["F-6.2-01", "F-6.2-04", "F-2.2-02", "F-6.1-04", "F-8-02"],
    rule: "hears",
    needs: "setClientWebhookActive",
    isFirst: true,
    fix: "Read all that is due, page by page: what a query or a batch leaves out must come next.",
    steps: [create(0), pay(), settle],
    many: [
      ...[
        pay(MANY.length),
        settle,
        { do: "create-together", all: MANY.slice(1).map((slot) => creation(slot)) } as const,
      ],
      ...[pay(), settle],
    ],
  },
  oddly(
    "deliver.after-answers",
    "After any 2xx answer, whatever stands in it, the next payment is delivered",
    ["F-6.2-01", "F-6.2-04", "F-3-03"],
    pay(),
  ),
  oddly(
    "app-deliver.after-answers",
    "After any 2xx answer, whatever stands in it, the next event of an App is delivered",
    ["F-6.4-01", "F-2.3-11"],
    dispatch(),
    APP,
  ),
  {
    ...OF_LATER,
    id: "deliver.beside-newer",
    title: "A webhook continues to receive after other webhooks of any client are created",
    rests: ["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04"],
    rule: "hears",
    fix: "When a webhook is created, change no other one.",
    steps: [create(0), create(1, { owner: 1 }), create(2), create(3, { owner: 1 }), ...each],
  },
  {
    ...OF_LATER,
    id: "deliver.row",
    title: "Each of many payments in a row is delivered",
    rests: ["F-6.2-01", "F-3-03"],
    rule: "hears",
    fix: "Emit one event for each payment that becomes confirmed, even immediately after another one.",
    steps: [create(0), pay(), pay(), pay()],
    settled: Array.from({ length: 7 }, () => pay()),
  },
  {
    ...OF_LATER,
    id: "deliver.inactive-again",
    title:
      "A webhook that is switched off a second time, or belongs to another client, receives nothing while inactive",
    rests: ["F-2.2-14", "F-6.2-04", "F-6.5-03"],
    rule: "silent",
    needs: "setClientWebhookActive",
    fix: "Check whether the webhook is active at each event.",
    steps: [create(0), create(1), create(2, { owner: 1 }), off(1), on(1), off(1), off(2), ...each],
  },
  {
    ...OF_LATER,
    id: "deliver.unheard-later",
    title:
      "After other payments were delivered, unconfirmed payments and payments to the agency are still not delivered",
    rests: ["F-3-03", "F-6.2-01"],
    rule: "silent",
    fix: "Look at each payment by itself.",
    steps: [
      ...[create(0), create(1, { owner: 1 }), ...each, settle],
      ...[record(), toAgency(), record(1), toAgency(true, 1)],
    ],
  },
  {
    ...OF_LATER,
    id: "deliver.patterns",
    title: "A webhook that lists patterns instead of the name of the event receives nothing",
    rests: ["F-6.2-04", "F-6.5-03"],
    rule: "silent",
    // Patterns may be refused as names of events (U-09).
    mayRefuse: false,
    fix: "Compare the whole name of the event with those in events.",
    steps: [create(0), create(1, { events: "patterns" }), pay()],
  },
  {
    ...OF_LATER,
    id: "retry.client.later",
    title: "Every client delivery that fails is retried: not only the first, also after a switch, and for each client",
    rests: ["F-6.5-02", "F-7-03"],
    rule: "retries",
    fix: FIX,
    steps: [
      // A retry goes to the whole URL, like the first attempt.
      ...[create(0, { query: QUERY }), create(1), create(2), create(3), create(4, { owner: 1, reply: 500 })],
      ...[pay(), settle, off(2), on(2), reply(0, 500), reply(1, 500), reply(2, 503), pay(), pay(1, 1)],
      ...[answered(1), reply(1, 200), settle, reply(0, 200), reply(2, 200), reply(4, 200)],
    ],
    settled: failsAgain(1, pay()),
  },
  {
    ...OF_LATER,
    id: "retry.app-2.later",
    title: "With responseHandlingType 2, every delivery that fails is retried: not only the first, and for each App",
    rests: ["F-6.4-04", "F-7-03"],
    rule: "retries",
    fix: FIX,
    steps: [
      ...[create(0, { ...APP, query: QUERY }), create(1, APP), create(2, APP)],
      ...[create(3, { ...APP, owner: 1, reply: 500 }), dispatch(), settle, reply(0, 500), reply(1, 500), dispatch()],
      ...[answered(1), reply(1, 200), settle, dispatch(1), settle, reply(0, 200), reply(3, 200)],
    ],
    settled: failsAgain(1, dispatch()),
  },
  {
    ...OF_LATER,
    id: "retry.app-1.later",
    title: "With responseHandlingType 1, the status does not matter for later deliveries",
    rests: ["F-6.4-03"],
    rule: "ignores",
    fix: "Ignore the status of the answer to a delivery of type 1.",
    steps: [
      ...[0, 1, 2, 3, 4].map((slot) => create(slot, FORGETS)),
      ...[dispatch(), settle, reply(0, 500), reply(1, 500), dispatch(), settle],
    ],
  },
];
