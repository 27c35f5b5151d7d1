/**
 * A history in which nothing happens for a time: what breaks meanwhile, such as a connection or a worker, shows next.
 */

import { create, dispatch, pause, pay, reply, type Script, settle } from "./script.ts";

/** Longer than the five seconds that many time-outs have. Longer pauses are drawn with `--walk`. */
const IDLE_MS = 5500;

export const IDLE_SCRIPT: Script = {
  id: "history.client.idle",
  title: "After some seconds in which nothing happens, payments and events reach what is due, and failures are retried",
  rests: ["F-6.2-01", "F-6.2-04", "F-3-03", "F-2.2-02", "F-2.2-14", "F-6.4-01", "F-6.5-02", "F-6.4-04", "F-7-03"],
  fix: "Open connections anew and start workers again if they end while nothing happens, and deliver what was due.",
  steps: [
    ...[create(0), create(1), create(2, { kind: "app" }), create(3, { kind: "app" }), pay(), dispatch(), settle],
    ...[pause(IDLE_MS), reply(1, 503), reply(3, 503), pay(), dispatch(), settle],
  ],
};
