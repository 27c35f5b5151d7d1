/** Histories of app webhooks in which services are known to break. */

import { create, dispatch, REDIRECT, refuse, reply, type Script, SLOW, settle, slowOnce } from "./script.ts";

/** With other events, because what a creation with the same ones does is open (U-39). */
const TWIN = { kind: "app", url: 0, events: "among" } as const;
/** What a service may read as a boolean (U-43). */
const BOOLEANS = ["true", "false", "yes", "no", "1", "0", 1, 0];
const APP_HEARS = ["F-6.4-01", "F-2.3-11", "F-2.3-02", "F-6.4-03"] as const;

export const APP_SCRIPTS: Script[] = [
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
    id: "history.app.twins",
    title: "An active app webhook receives each event, although one with the same URL and other events is inactive",
    rests: ["F-6.4-01", "F-2.3-11", "F-2.3-02"],
    fix: "Identify webhooks by their id, not by their URL.",
    steps: [
      ...[create(0, { kind: "app" }), create(2, { kind: "app" }), dispatch(), settle],
      create(1, { ...TWIN, active: false }),
      ...[dispatch(), settle, dispatch(), settle],
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
      ...[create(4, { kind: "app", reply: SLOW }), create(5, { kind: "app", owner: 1 })],
      ...[create(7, { kind: "app", active: false }), create(8, { kind: "app", events: "others" })],
      ...[dispatch(), ...slowOnce(4), settle, dispatch(1), settle],
      ...[reply(0, 500), dispatch(), settle, reply(0, 200), create(6, { kind: "app" }), dispatch(), settle],
    ],
  },
  {
    id: "history.app.refused",
    title: "After connections were refused, later events reach new app webhooks",
    rests: APP_HEARS,
    fix: "A failure of one delivery must not end the worker or the queue of the others.",
    steps: [
      ...[create(0, { kind: "app" }), create(1, { kind: "app", type: 1 }), dispatch(), settle, refuse("app", 2)],
      ...[create(2, { kind: "app" }), create(3, { kind: "app", type: 1 }), dispatch(), settle],
    ],
  },
  {
    id: "app-deliver.converted",
    title: "An app webhook receives events exactly if active is shown as true, whatever value it was read from",
    rests: ["F-2.3-11", "F-3-02", "F-6.2-04", "F-6.4-01"],
    group: "app deliveries",
    mayRefuse: true,
    fix: "Read active once, store the boolean, and show and use what is stored.",
    steps: [
      ...[create(0, { kind: "app" }), ...BOOLEANS.map((active, index) => create(index + 1, { kind: "app", active }))],
      ...[dispatch(), settle],
    ],
  },
];
