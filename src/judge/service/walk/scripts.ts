/**
 * Walks that are written down: histories in which services are known to break. Judged by the same model as the drawn
 * ones.
 */

import type { Rests } from "../../check.ts";
import type { Reply } from "../../wire/listener.ts";
import { type Creation, creation, type Step } from "./steps.ts";

export interface Script {
  readonly id: string;
  readonly title: string;
  readonly rests: Rests;
  readonly fix: string;
  readonly steps: readonly Step[];
}

const create = (slot: number, change: Partial<Creation> = {}): Step => ({ do: "create", ...creation(slot, change) });
const pay = (times = 1, owner: 0 | 1 = 0): Step => ({ do: "pay", owner, paidTo: "client", confirmed: true, times });
const toAgency = (confirmed = true, owner: 0 | 1 = 0): Step => ({
  do: "pay",
  owner,
  paidTo: "agency",
  confirmed,
  times: 1,
});
const record = (owner: 0 | 1 = 0): Step => ({ do: "pay", owner, paidTo: "client", confirmed: false, times: 1 });
const reply = (slot: number, to: Reply): Step => ({ do: "reply", slot, reply: to });
const on = (slot: number): Step => ({ do: "switch", slot, active: true });
const off = (slot: number): Step => ({ do: "switch", slot, active: false });
const heard = (slot: number): Step => ({ do: "heard", slot });
const dispatch = (owner: 0 | 1 = 0): Step => ({ do: "dispatch", owner });
const settle: Step = { do: "settle" };

const REDIRECT: Reply = { status: 302, location: "/elsewhere" };
/** Where a webhook "moved" must not matter: its URL is the registered one. */
const MOVED: Reply = { status: 301, location: "/moved" };
const SLOW: Reply = { status: 503, afterMs: 150 };
/** Long enough for a webhook to be switched off meanwhile, on a busy machine too. */
const SLOWER: Reply = { status: 503, afterMs: 300 };
/** Once the first attempt is under way the receiver is quick again, so that nobody waits for each of them. */
const slowOnce = (slot: number): Step[] => [heard(slot), reply(slot, 503)];
const ENDLESS: Reply = { status: 500, isEndless: true };
/** Failures that a service must read beyond the status line, or must not. */
const FULL: readonly Reply[] = [
  { status: 503, retryAfter: "soon" },
  { status: 503, isHinted: true },
  { status: 500, length: 256 * 1024 },
];
/** Ways to fail that are more than a bare status. */
const WAYS: readonly Reply[] = [
  ...(["garbage", "silence", REDIRECT, { ...REDIRECT, status: 307 }, SLOW, "reset", 410, ENDLESS] as const),
  ...FULL,
];
const [SILENT_SLOT, SLOW_SLOT, ENDLESS_SLOT] = (["silence", SLOW, ENDLESS] as const).map(
  (way) => 1 + WAYS.indexOf(way),
) as [number, number, number];
const HEARS = ["F-6.2-01", "F-3-03", "F-6.2-04", "F-2.2-02", "F-2.2-14"] as const;
const SILENT = ["F-6.5-03", "F-3-03", "F-6.2-04", "F-6.2-01", "F-2.2-14"] as const;
const APP_HEARS = ["F-6.4-01", "F-2.3-11", "F-2.3-02", "F-6.4-03"] as const;

const CLIENT: Script[] = [
  {
    id: "history.client.payments",
    title: "After many payments of the client, a webhook still receives exactly the payments that are due to it",
    rests: [...HEARS, "F-6.5-03", "F-2.2-01"],
    fix: "Decide for each payment independently of the number and order of the others.",
    steps: [
      create(0),
      create(1, { owner: 1 }),
      ...[pay(), settle, pay(2), settle, toAgency(), toAgency(), settle, record(), record(), settle],
      ...[pay(), pay(1, 1), settle, toAgency(true, 1), record(1), toAgency(false), settle, pay(3), settle],
      create(2),
      ...[pay(), toAgency(), settle, pay(2, 1), settle, record(), toAgency(false), toAgency(), settle],
    ],
  },
  {
    id: "history.client.switches",
    title: "A webhook that received many payments, and is then switched off and on, receives only while it is active",
    rests: [...SILENT, "F-2.2-02"],
    fix: "Check whether the webhook is active at each event.",
    steps: [
      ...[create(0), create(1), pay(), pay(), settle, off(0), pay(), settle, pay(2), settle],
      ...[
        on(0),
        pay(),
        settle,
        off(1),
        pay(),
        settle,
        off(0),
        pay(),
        settle,
        on(1),
        pay(),
        settle,
        on(0),
        pay(),
        settle,
      ],
    ],
  },
  {
    id: "history.client.twins",
    title: "A webhook with the same name or URL as another one, or created at the same moment, receives what is due",
    rests: ["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04", "F-8-02"],
    fix: "Identify webhooks by their id, not by name, URL or time.",
    steps: [
      ...[create(0), create(1, { name: 0 }), pay(), settle, create(2, { url: 0, name: 0 }), pay(), settle],
      { do: "create-together", all: [3, 4, 5, 6].map((slot) => creation(slot, { name: 0 })) },
      ...[pay(), settle],
      { do: "create-together", all: [7, 8].map((slot) => creation(slot, { owner: slot === 7 ? 0 : 1 })) },
      ...[create(9, { owner: 1, name: 0 }), pay(2), settle, pay(1, 1), settle, off(4), pay(), settle],
    ],
  },
  {
    id: "history.client.failures",
    title: "Each of several payments that fail at one webhook is retried, and nothing else is delayed",
    rests: ["F-6.5-02", "F-7-03", "F-6.2-01", "F-6.2-04", "F-2.2-02", "F-6.1-04"],
    fix: "Keep the attempts of each payment at each webhook separate: no shared budget, lock or queue.",
    steps: [
      ...[
        create(0),
        create(1, { reply: 500 }),
        create(2, { owner: 1 }),
        create(4),
        off(4),
        create(5, { events: "others" }),
      ],
      ...[pay(3), settle, pay(), settle],
      ...[pay(), pay(1, 1), settle],
      ...[create(3, { reply: "reset" }), pay(4), settle, pay(2), settle, reply(1, 200), on(1), pay(2), settle],
      ...[reply(0, 503), pay(2), settle, reply(0, 200), reply(3, 200), on(0), on(3), pay(2), pay(2, 1), settle],
    ],
  },
  {
    id: "history.client.overtaken",
    title: "A payment whose delivery failed is retried, even after a later one was acknowledged",
    rests: ["F-6.5-02", "F-7-03"],
    fix: "Keep the attempts of each payment separate: an acknowledgement counts only for its own delivery.",
    steps: [
      ...[create(0), pay(), settle],
      ...Array.from({ length: 3 }, () => [reply(0, 503), pay(), heard(0), reply(0, 200), pay(), settle]).flat(),
      // What comes now proves that no failure had switched it off.
      ...[pay(), settle],
    ],
  },
  {
    id: "history.client.answers",
    title: "A client delivery is retried after no answer, bytes that are not HTTP, a redirect or a slow failure",
    rests: ["F-6.5-02", "F-7-03", "F-6.2-01", "F-6.2-04"],
    fix: "Only a 2xx answer of the receiver itself is an acknowledgement.",
    steps: [
      ...[create(0), create(20), create(21), pay(), settle],
      ...WAYS.map((way, index) => create(index + 1, { reply: way })),
      ...[reply(20, "reset"), reply(21, "hangup"), pay(), heard(SILENT_SLOT), reply(SILENT_SLOT, 200)],
      ...[...slowOnce(ENDLESS_SLOT), ...slowOnce(SLOW_SLOT), settle],
      ...[reply(0, MOVED), pay(), settle, reply(0, 200), on(0), pay(), settle],
    ],
  },
  {
    id: "history.client.pending",
    title: "A webhook that is switched off while a retry is due is sent nothing until it is active again",
    rests: ["F-6.5-03", "F-2.2-14", "F-6.2-04"],
    fix: "Check whether the webhook is active before each attempt.",
    steps: [
      ...[create(0), create(1), pay(), settle, reply(0, SLOWER), pay(), heard(0), off(0), settle],
      ...[pay(), settle, reply(0, 200), on(0), pay(), settle],
    ],
  },
  {
    id: "history.client.meanwhile",
    title: "A retry that is due is made although webhooks are created and switched, or payments recorded, meanwhile",
    rests: ["F-6.5-02", "F-7-03", "F-2.2-02"],
    fix: "Keep retries that are due, whatever else happens; change only those of a webhook that is switched off.",
    steps: [
      ...[create(0), pay(), settle, create(1, { reply: 503 }), pay(), heard(1), create(2), create(3), settle],
      ...[create(4, { reply: 503 }), pay(), heard(4), off(0), on(0), settle],
      ...[create(5, { reply: 503 }), pay(), heard(5), record(), toAgency(), pay(1, 1), settle],
      ...[create(6, { reply: 503 }), pay(), heard(6), create(7, { kind: "app" }), create(8, { owner: 1 }), settle],
    ],
  },
  {
    id: "history.client.recovers",
    title: "A webhook that failed and works again receives later payments once it is switched on",
    rests: HEARS,
    fix: "A webhook that is switched on is active, whatever failed before.",
    steps: [
      ...[create(0, { reply: 500 }), create(1), pay(), settle, reply(0, 200), off(0), on(0), pay(), settle],
      ...[reply(0, "hangup"), pay(2), settle, reply(0, 204), off(0), on(0), pay(2), settle],
    ],
  },
];

const refuse = (kind: "client" | "app", times: number): Step => ({ do: "refuse", kind, times });
const CLIENT_REFUSED: Script = {
  id: "history.client.refused",
  title: "After connections were refused, later payments reach new webhooks and those that are switched on",
  rests: HEARS,
  fix: "A failure of one delivery must not end the worker or the queue of the others.",
  steps: [
    ...[create(0), create(1), pay(), settle, refuse("client", 2), on(0), create(2), pay(), settle],
    ...[refuse("client", 1), create(3, { owner: 1 }), pay(1, 1), settle],
  ],
};

const APP_REFUSED: Script = {
  id: "history.app.refused",
  title: "After connections were refused, later events reach new app webhooks",
  rests: APP_HEARS,
  fix: "A failure of one delivery must not end the worker or the queue of the others.",
  steps: [
    ...[create(0, { kind: "app" }), create(1, { kind: "app", type: 1 }), dispatch(), settle, refuse("app", 2)],
    ...[create(2, { kind: "app" }), create(3, { kind: "app", type: 1 }), dispatch(), settle],
  ],
};

const APP: Script[] = [
  {
    id: "history.app.events",
    title: "After many events of an App, each event still reaches its active webhooks, and no other one",
    rests: [...APP_HEARS, "F-6.2-04", "F-6.5-03", "F-2.3-06"],
    fix: "Decide for each event independently of the others.",
    steps: [
      ...[create(0, { kind: "app", type: 1 }), create(1, { kind: "app" }), create(2, { kind: "app", active: false })],
      ...[create(3, { kind: "app", owner: 1 }), create(4, { kind: "app", events: "others" })],
      ...[dispatch(), settle, dispatch(), settle, dispatch(1), settle],
      ...[create(5, { kind: "app", url: 0 }), create(6, { kind: "app", type: 1, events: "among" })],
      ...[dispatch(), settle, dispatch(), settle, dispatch(1), settle],
    ],
  },
  {
    id: "history.app.ignored",
    title: "With responseHandlingType 1, later events are delivered after every status and any number of failures",
    rests: ["F-6.4-03", "F-6.4-01", "F-2.3-11"],
    fix: "Ignore the status of the answer to a delivery of type 1.",
    steps: [
      ...[410, 500, 404, REDIRECT, SLOW, 401].map((way, index) => create(index, { kind: "app", type: 1, reply: way })),
      create(6, { kind: "app", type: 1 }),
      ...[dispatch(), ...slowOnce(4), settle],
      ...Array.from({ length: 7 }, () => [dispatch(), settle]).flat(),
    ],
  },
  {
    id: "history.app.failures",
    title: "With responseHandlingType 2, a delivery is retried after every answer outside 2xx, and delays nothing else",
    rests: ["F-6.4-04", "F-7-03", "F-6.4-01", "F-2.3-02"],
    fix: "Only a 2xx answer of the receiver itself is success. Retry each delivery independently of the others.",
    steps: [
      ...[create(0, { kind: "app" }), create(1, { kind: "app", reply: REDIRECT }), create(2, { kind: "app", type: 1 })],
      ...[create(3, { kind: "app", reply: { ...REDIRECT, status: 307 } }), create(4, { kind: "app", reply: SLOW })],
      ...[create(5, { kind: "app", owner: 1 }), create(7, { kind: "app", active: false })],
      ...[
        create(8, { kind: "app", events: "others" }),
        ...FULL.map((way, index) => create(9 + index, { kind: "app", reply: way })),
      ],
      ...[dispatch(), ...slowOnce(4), settle, dispatch(1), settle],
      ...[reply(0, 500), dispatch(), settle, reply(0, 200), create(6, { kind: "app" }), dispatch(), settle],
    ],
  },
];

export const SCRIPTS: readonly Script[] = [...CLIENT, CLIENT_REFUSED, ...APP, APP_REFUSED];
