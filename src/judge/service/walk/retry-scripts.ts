/** Short stories of retries: what holds for a first delivery also holds for later ones. */

import { QUERY } from "../experiments/confusable.ts";
import { answered, create, dispatch, off, on, pay, reply, type Script, settle } from "./script.ts";
import type { Step } from "./steps.ts";

/** In search of a number of retries that a webhook is granted in all: it fails and recovers so often. */
const FAILURES = 4;
const failsAgain = (slot: number, event: Step): Step[] =>
  Array.from({ length: FAILURES }, () => [reply(slot, 500), event, settle, reply(slot, 200), event, settle]).flat();
const APP = { kind: "app" } as const;
const FORGETS = { kind: "app", type: 1 } as const;
const LATER = { group: "later events", mayRefuse: true } as const;
const FIX = "Keep the attempts of each delivery separate: what came of earlier ones must not count.";

export const RETRY_SCRIPTS: readonly Script[] = [
  {
    ...LATER,
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
    ...LATER,
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
    ...LATER,
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
