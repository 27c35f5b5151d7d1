/** Histories in which services are known to break: long stories, each performed without a reset before it. */

import type { Reply } from "../../../wire/reply.ts";
import {
  APP,
  anew,
  answered,
  atOnce,
  create,
  dispatch,
  ENDLESS,
  FORGETS,
  HELD,
  heard,
  list,
  MOVED,
  off,
  on,
  once,
  pause,
  pay,
  REDIRECT,
  record,
  refuse,
  repeated,
  reply,
  type Script,
  SLOW,
  settle,
  story,
  storyWith,
  toAgency,
  WALK,
  WAYS,
} from "../steps/script.ts";
import type { Creation, Step } from "../steps/steps.ts";

const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
/** Slots that never get an answer, or no end of it: as many as a pool often has workers, or a host has slots. */
const [MUTE, UNENDING] = [range(10, 30), range(10, 50)];
const answering = (way: Reply, slots: readonly number[], of: Partial<Creation> = {}): Step[] => [
  ...[...slots.map((slot) => create(slot, of)), ...slots.map((slot) => once(slot, way))],
];
/** Longer than the five seconds that many time-outs have. Longer pauses are drawn with `--walk`. */
const IDLE_MS = 5500;

const CLIENTS: readonly Script[] = [
  story`history.client.payments F-6.2-01 F-3-03 F-6.2-04 F-2.2-02 F-2.2-14 F-6.5-03 F-2.2-01
    After many payments of the client, a webhook still receives exactly the payments that are due to it
    Decide for each payment independently of the number and order of the others.`(
    [create(0), create(1, { owner: 1 }), pay(), settle, pay(2), settle, pay(), pay(1, 1), settle, pay(2), settle],
    [pay(2, 1), settle, anew(2), pay(), record(), toAgency(), pay(1, 1), settle],
    // What is due to nobody comes last, because waves cannot put it beside what is.
    [toAgency(), toAgency(), record(), record(), toAgency(true, 1), record(1), toAgency(false), settle],
    // A payment of each client at the same moment.
    repeated(2, atOnce([pay()], [pay(1, 1)]), settle),
  ),
  story`history.client.switches F-6.5-03 F-3-03 F-6.2-04 F-6.2-01 F-2.2-14 F-2.2-02
    A webhook that received many payments, and is then switched off and on, receives only while it is active
    Check whether the webhook is active at each event.`(
    [create(0), create(1), pay(), pay(), settle, off(0), pay(), settle, pay(2), settle],
    ...[on(0), off(1), off(0), on(1), on(0)].map((step) => [step, pay(), settle]),
    // How often in a row a webhook is switched off, or on, must not matter.
    [off(0), off(0), pay(), settle, on(0), pay(), settle, on(0), off(0), pay()],
  ),
  story`history.client.twins F-2.2-02 F-2.2-14 F-6.1-04 F-6.2-01 F-6.2-04 F-8-02
    A webhook with the same name or URL as another one, or created at the same moment, receives what is due
    Identify webhooks by their id, not by name, URL or time.`(
    [create(0), create(1, { name: 0 }), pay(), settle, create(2, { url: 0, name: 0 }), pay(), settle],
    [atOnce(...[3, 4, 5, 6].map((slot) => [create(slot, { name: 0 })])), pay(), settle],
    [atOnce([anew(7)], [anew(8, 1)])],
    [create(9, { owner: 1, name: 0 }), pay(2), settle, pay(1, 1), settle, off(4), pay(), settle],
    // Whichever of two at one URL is switched off, the other one is still active.
    [create(10), create(11, { url: 10 }), pay(), settle],
    [off(11), pay(), settle, on(11), off(10), pay(), settle, on(10), pay()],
  ),
  story`history.client.failures F-6.5-02 F-7-03 F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04
    Each of several payments that fail at one webhook is retried, and nothing else is delayed
    Keep the attempts of each payment at each webhook separate: no shared budget, lock or queue.`(
    [create(0), create(1, { reply: 500 }), create(2, { owner: 1 }), create(4), off(4)],
    [create(5, { events: "others" }), pay(3), settle, pay(), settle, pay(), pay(1, 1), settle],
    [create(3, { reply: "reset" }), pay(4), settle, pay(2), settle, reply(1, 200), on(1), pay(2), settle],
    [reply(0, 503), pay(2), settle, reply(0, 200), reply(3, 200), on(0), on(3), pay(2), pay(2, 1)],
  ),
  story`history.client.overtaken F-6.5-02 F-7-03 F-6.2-01 F-6.2-04
    A payment whose delivery failed is retried, even after a later one was acknowledged, and both arrive
    Keep the attempts of each payment separate: what is pending or acknowledged counts for its own delivery only.`(
    [create(0), pay(), settle],
    ...repeated(
      2,
      [once(0, HELD), pay(), heard(0), pay(), answered(0), settle],
      [once(0, 503), pay(), answered(0), pay(), settle],
    ),
    // What comes last proves that no failure had switched it off.
    [once(0, 503), pay(), answered(0), pay(), settle, pay()],
  ),
  storyWith({
    unanswered: [
      ...[...answering("silence", MUTE), ...answering(ENDLESS, UNENDING), pay(), settle],
      ...[create(40), pay(), settle],
    ],
  })`history.client.answers F-6.5-02 F-7-03 F-6.2-01 F-6.2-04
    A client delivery is retried after no answer, an answer that has no end, or a slow failure
    Only a 2xx answer of the receiver itself is an acknowledgement.`(
    [create(0), create(20), create(21), pay(), settle],
    [...WAYS.map((_, index) => create(index + 1)), ...WAYS.map((way, index) => once(index + 1, way))],
    [once(20, "reset"), once(21, "hangup"), pay(), settle, once(0, MOVED), pay(), settle, on(0), pay(), settle],
  ),
  story`history.client.pending F-6.5-03 F-2.2-14 F-6.2-04
    A webhook that is switched off while a retry is due is sent nothing until it is active again
    Check whether the webhook is active before each attempt.`(
    // Before the second retry, and then before the first one.
    [create(0), create(1), create(2), pay(), settle, reply(0, HELD), once(0, 503), pay(), heard(0, 2), off(0), settle],
    [reply(0, 200), on(0), pay(), settle, once(0, HELD), once(2, "drop"), pay(), heard(0), heard(2), off(0), off(2)],
    [settle],
    [pay(), settle, on(0), pay()],
  ),
  story`history.client.meanwhile F-6.5-02 F-7-03 F-2.2-02
    A retry that is due is made although webhooks are created and switched, or payments recorded, meanwhile
    Keep retries that are due, whatever else happens; change only those of a webhook that is switched off.`(
    [create(0), ...[1, 4, 5, 6, 9].map((slot) => create(slot)), pay(), settle],
    [once(1, 503), pay(), answered(1), anew(2), create(3, { fault: "a loopback URL" }), settle],
    [once(4, 503), pay(), answered(4), off(0), on(0), settle],
    [once(6, 503), pay(), answered(6), create(7, { ...APP, isNew: true }), anew(8, 1), settle],
    [once(5, 503), pay(), answered(5), record(), toAgency(), pay(1, 1), settle],
    [once(9, 503), pay(), answered(9), dispatch()],
  ),
  story`history.client.recovers F-6.2-01 F-3-03 F-6.2-04 F-2.2-02 F-2.2-14
    A webhook that failed and works again receives later payments once it is switched on
    A webhook that is switched on is active, whatever failed before.`(
    [create(0, { reply: 500 }), create(1), pay(), settle, reply(0, 200), off(0), on(0), pay(), settle],
    [reply(0, "hangup"), pay(2), settle, reply(0, 204), off(0), on(0), pay(2)],
  ),
  story`history.client.refused F-6.2-01 F-3-03 F-6.2-04 F-2.2-02 F-2.2-14
    After connections were refused, later payments reach new webhooks and those that are switched on
    A failure of one delivery must not end the worker or the queue of the others.`(
    [create(0), create(1), pay(), settle, refuse("client", 2), on(0), anew(2), pay(), settle],
    [refuse("client", 1), anew(3, 1), pay(1, 1)],
  ),
];

const APPS: readonly Script[] = [
  story`history.app.events F-6.4-01 F-2.3-11 F-2.3-02 F-6.4-03 F-6.2-04 F-6.5-03 F-2.3-06
    After many events of an App, each event still reaches its active webhooks, and no other one
    Decide for each event independently of the others.`(
    [create(0, FORGETS), create(1, APP), create(2, { ...APP, active: false })],
    [create(3, { ...APP, owner: 1 }), create(4, { ...APP, events: "others" })],
    [dispatch(), settle, list(1), dispatch(), settle, list(), dispatch(1), settle],
    [create(5, { ...APP, url: 0 }), create(6, { ...FORGETS, events: "among" }), list(), list(1)],
    [dispatch(), settle, dispatch(), settle, dispatch(1)],
  ),
  story`history.app.twins F-6.4-01 F-2.3-11 F-2.3-02
    An active app webhook receives each event, although one with the same URL and other events is inactive
    Identify webhooks by their id, not by their URL.`(
    [create(0, APP), create(2, APP), dispatch(), settle],
    // With other events, because what a creation with the same ones does is open (U-39).
    [create(1, { ...APP, url: 0, events: "among", active: false }), dispatch(), settle, dispatch()],
  ),
  story`history.app.ignored F-6.4-03 F-6.4-01 F-2.3-11
    With responseHandlingType 1, later events are delivered after every status and any number of failures
    Ignore the status of the answer to a delivery of type 1.`(
    [410, 500, 404, REDIRECT, 503, 401, 200].map((way, index) => create(index, { ...FORGETS, reply: way })),
    [dispatch(), settle, once(4, SLOW), dispatch(), settle],
    // An attempt whose transport fails is of one webhook, too.
    [...repeated(5, dispatch(), settle), reply(0, "reset"), dispatch(), settle],
  ),
  storyWith({
    unanswered: [settle, ...answering("silence", MUTE, APP), dispatch(), settle, create(40, FORGETS), dispatch()],
  })`history.app.failures F-6.4-04 F-7-03 F-6.4-01 F-2.3-02
    With responseHandlingType 2, a delivery is retried after every answer outside 2xx, and delays nothing else
    Only a 2xx answer of the receiver itself is success. Retry each delivery independently of the others.`(
    [create(0, APP), create(1, { ...APP, reply: REDIRECT }), create(2, FORGETS), create(4, { ...APP, reply: 503 })],
    [create(5, { ...APP, owner: 1 }), create(7, { ...APP, active: false }), create(8, { ...APP, events: "others" })],
    [create(9, APP), once(4, SLOW), dispatch(), settle, dispatch(1), settle],
    [once(9, 503), dispatch(), answered(9), list(), create(6, { ...APP, isNew: true }), settle],
    [reply(0, 500), dispatch(), settle, reply(0, 200), dispatch()],
  ),
  story`history.app.refused F-6.4-01 F-2.3-11 F-2.3-02 F-6.4-03
    After connections were refused, later events reach new app webhooks
    A failure of one delivery must not end the worker or the queue of the others.`(
    [create(0, APP), create(1, FORGETS), dispatch(), settle, refuse("app", 2)],
    [create(2, { ...APP, isNew: true }), create(3, { ...FORGETS, isNew: true }), dispatch()],
  ),
];

/** The ids of the last three begin like those of slot 0 or 1, where ids count from 0 or 1. */
const TWELVE = range(12);

/**
 * Webhooks whose ids begin or end alike, where ids count from 0 or 1 after a reset: 1, 10, 11, 2 and 12. Each kind may
 * count for itself: then app webhooks have the ids of the client webhooks that are switched.
 */
const IDS = storyWith({ isFirst: true })`history.client.ids F-2.2-14 F-6.2-04 F-6.2-01 F-6.5-03 F-3-03 F-2.2-02 F-6.4-01
  Each of fifteen webhooks receives exactly what is due to it, whichever of the others is switched off or on
  Compare the kind and the whole id of the webhook that is switched, not the beginning or the end of the id.`(
  [create(0), create(12, APP), { do: "level" }, ...TWELVE.slice(1).map((slot) => create(slot))],
  [create(13, APP), create(14, APP), pay(), settle],
  [off(0), pay(), dispatch(), settle, on(0), off(1), pay(), dispatch(), settle, on(1)],
  [...TWELVE.slice(-3).map(off), off(0), on(0), off(1), on(1), pay(), settle],
);

const SAME_ID = storyWith({ isFirst: true, rule: "retries" })`history.client.same-id F-6.5-02 F-6.4-04 F-7-03
  A retry that is due is made although a webhook of the other kind with the same id is served meanwhile
  Keep what is pending by the kind and the id of its webhook.`(
  [create(0), create(1, APP), { do: "level" }, create(2), create(3, APP), pay(), dispatch(), settle],
  [once(2, 503), pay(), answered(2), dispatch(), settle],
  [once(3, 503), dispatch(), answered(3), pay(), settle, pay(), dispatch()],
);

/** One more than the usual size of a page or a batch. */
const MANY = 101;
const CROWD = storyWith({
  rule: "hears",
  needs: "setClientWebhookActive",
  isFirst: true,
  isWide: true,
})`deliver.many F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04 F-8-02
  Each of many payments at once is delivered, and a payment reaches each of many webhooks
  Read all that is due, page by page: what a query or a batch leaves out must come next.`(
  [create(0), pay(), settle, pay(MANY), settle],
  [atOnce(...range(MANY - 1, 1).map((slot) => [create(slot)])), pay(), settle],
);

/** What breaks while nothing is delivered, such as a connection or a worker, shows next. */
export const IDLE = storyWith({
  group: WALK,
})`history.client.idle F-6.2-01 F-6.2-04 F-3-03 F-2.2-02 F-2.2-14 F-6.4-01 F-6.5-02 F-6.4-04 F-7-03
  After some seconds in which nothing happens, payments and events reach what is due, and failures are retried
  Open connections anew and start workers again if they end while nothing happens, and deliver what was due.`(
  [create(0), create(1), create(2, APP), create(3, APP), create(4), pay(), dispatch(), settle],
  [toAgency(), record(), off(4), pause(IDLE_MS), on(4), once(1, 503), once(3, 503), pay(), dispatch(), settle],
);

export const HISTORIES: readonly Script[] = [IDS, SAME_ID, CROWD, ...CLIENTS, ...APPS];
