/** A history in which nothing happens for a time: what breaks meanwhile, such as a connection or a worker, shows next. */

import { create, dispatch, pause, pay, type Script, settle } from "./script.ts";

/** Longer than what blind sets had, and short enough for every run. Longer pauses are drawn with `--walk`. */
const IDLE_MS = 3500;

export const IDLE_SCRIPT: Script = {
  id: "history.client.idle",
  title: "After some seconds in which nothing happens, a payment and an event reach the webhooks that are due",
  rests: ["F-6.2-01", "F-6.2-04", "F-3-03", "F-2.2-02", "F-2.2-14", "F-6.4-01"],
  fix: "Open connections anew and start workers again if they end while nothing happens, and deliver what was due.",
  steps: [
    ...[create(0), create(1), create(2, { kind: "app" }), pay(), dispatch(), settle, pause(IDLE_MS)],
    ...[pay(), dispatch(), settle],
  ],
};
