/** Histories of client webhooks in which services are known to break. */

import {
  answered,
  create,
  dispatch,
  heard,
  MOVED,
  off,
  on,
  once,
  pay,
  payBoth,
  record,
  refuse,
  refusedCreation,
  reply,
  type Script,
  SLOWER,
  settle,
  toAgency,
  WAYS,
} from "./script.ts";
import { creation } from "./steps.ts";

const HEARS = ["F-6.2-01", "F-3-03", "F-6.2-04", "F-2.2-02", "F-2.2-14"] as const;
const SILENT = ["F-6.5-03", "F-3-03", "F-6.2-04", "F-6.2-01", "F-2.2-14"] as const;

const MUTE = Array.from({ length: 10 }, (_, index) => 30 + index);

export const CLIENT_SCRIPTS: Script[] = [
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
      ...[payBoth, settle, payBoth, settle],
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
      // How often in a row a webhook is switched off, or on, must not matter.
      ...[off(0), off(0), pay(), settle, on(0), pay(), settle, on(0), off(0), pay(), settle],
    ],
  },
  {
    id: "history.client.twins",
    title: "A webhook with the same name or URL as another one, or created at the same moment, receives what is due",
    rests: ["F-2.2-02", "F-2.2-14", "F-6.1-04", "F-6.2-01", "F-6.2-04", "F-8-02"],
    fix: "Identify webhooks by their id, not by name, URL or time.",
    steps: [
      ...[create(0), create(1, { name: 0 }), pay(), settle, create(2, { url: 0, name: 0 }), pay(), settle],
      { do: "create-together", all: [3, 4, 5, 6].map((slot) => creation(slot, { name: 0 })) },
      ...[pay(), settle],
      { do: "create-together", all: [7, 8].map((slot) => creation(slot, { owner: slot === 7 ? 0 : 1 })) },
      ...[create(9, { owner: 1, name: 0 }), pay(2), settle, pay(1, 1), settle, off(4), pay(), settle],
      // Whichever of two at one URL is switched off, the other one is still active.
      ...[create(10), create(11, { url: 10 }), pay(), settle],
      ...[off(11), pay(), settle, on(11), off(10), pay(), settle, on(10), pay(), settle],
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
    title: "A payment whose delivery failed is retried, even after a later one was acknowledged, and both arrive",
    rests: ["F-6.5-02", "F-7-03", "F-6.2-01", "F-6.2-04"],
    fix: "Keep the attempts of each payment separate: what is pending or acknowledged counts for its own delivery only.",
    steps: [
      ...[create(0), pay(), settle],
      ...Array.from({ length: 3 }, () => [once(0, 503), pay(), answered(0), pay(), settle]).flat(),
      ...Array.from({ length: 2 }, () => [once(0, SLOWER), pay(), heard(0), pay(), settle]).flat(),
      // What comes now proves that no failure had switched it off.
      ...[pay(), settle],
    ],
  },
  {
    id: "history.client.answers",
    title: "A client delivery is retried after no answer, an answer that has no end, or a slow failure",
    rests: ["F-6.5-02", "F-7-03", "F-6.2-01", "F-6.2-04"],
    fix: "Only a 2xx answer of the receiver itself is an acknowledgement.",
    steps: [
      ...[create(0), create(20), create(21), pay(), settle],
      ...[...WAYS.map((_, index) => create(index + 1)), ...WAYS.map((way, index) => once(index + 1, way))],
      ...[once(20, "reset"), once(21, "hangup"), pay(), settle],
      ...[once(0, MOVED), pay(), settle, on(0), pay(), settle],
    ],
    // As many as a pool has workers, often.
    unanswered: [
      ...[...MUTE.map((slot) => create(slot)), ...MUTE.map((slot) => once(slot, "silence")), pay(), settle],
      ...[create(40), pay(), settle],
    ],
  },
  {
    id: "history.client.pending",
    title: "A webhook that is switched off while a retry is due is sent nothing until it is active again",
    rests: ["F-6.5-03", "F-2.2-14", "F-6.2-04"],
    fix: "Check whether the webhook is active before each attempt.",
    steps: [
      ...[create(0), create(1), pay(), settle, once(0, SLOWER), pay(), heard(0), off(0), settle],
      ...[pay(), settle, on(0), pay(), settle],
      // The same before the second retry.
      ...[reply(0, SLOWER), pay(), heard(0, 2), off(0), settle, reply(0, 200), on(0), pay(), settle],
    ],
  },
  {
    id: "history.client.meanwhile",
    title: "A retry that is due is made although webhooks are created and switched, or payments recorded, meanwhile",
    rests: ["F-6.5-02", "F-7-03", "F-2.2-02"],
    fix: "Keep retries that are due, whatever else happens; change only those of a webhook that is switched off.",
    steps: [
      ...[create(0), ...[1, 4, 5, 6, 9, 10].map((slot) => create(slot)), pay(), settle],
      ...[once(1, 503), pay(), answered(1), create(2), create(3), settle],
      ...[once(4, 503), pay(), answered(4), off(0), on(0), settle],
      ...[once(5, 503), pay(), answered(5), record(), toAgency(), pay(1, 1), settle],
      ...[once(6, 503), pay(), answered(6), create(7, { kind: "app" }), create(8, { owner: 1 }), settle],
      ...[once(9, 503), pay(), answered(9), refusedCreation, settle],
      ...[once(10, 503), pay(), answered(10), dispatch(), settle],
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
  {
    id: "history.client.refused",
    title: "After connections were refused, later payments reach new webhooks and those that are switched on",
    rests: HEARS,
    fix: "A failure of one delivery must not end the worker or the queue of the others.",
    steps: [
      ...[create(0), create(1), pay(), settle, refuse("client", 2), on(0), create(2), pay(), settle],
      ...[refuse("client", 1), create(3, { owner: 1 }), pay(1, 1), settle],
    ],
  },
];
