/** Stories that are performed alone: the first one after a reset, and one in which nothing happens for a time. */

import { WALK } from "./needs.ts";
import { create, dispatch, off, on, pause, pay, reply, type Script, settle } from "./script.ts";

/** Longer than the five seconds that many time-outs have. Longer pauses are drawn with `--walk`. */
const IDLE_MS = 5500;

/** What breaks while nothing is delivered, such as a connection or a worker, shows next. */
export const IDLE_SCRIPT: Script = {
  id: "history.client.idle",
  title: "After some seconds in which nothing happens, payments and events reach what is due, and failures are retried",
  rests: ["F-6.2-01", "F-6.2-04", "F-3-03", "F-2.2-02", "F-2.2-14", "F-6.4-01", "F-6.5-02", "F-6.4-04", "F-7-03"],
  fix: "Open connections anew and start workers again if they end while nothing happens, and deliver what was due.",
  group: WALK,
  steps: [
    ...[create(0), create(1), create(2, { kind: "app" }), create(3, { kind: "app" }), pay(), dispatch(), settle],
    ...[pause(IDLE_MS), reply(1, 503), reply(3, 503), pay(), dispatch(), settle],
  ],
};

const APP = { kind: "app" } as const;
const SLOTS = Array.from({ length: 12 }, (_, slot) => slot);
/** With ids from 0 or 1, those of these begin like that of slot 0 or 1. */
const LATER = SLOTS.slice(-3);

/**
 * Webhooks whose ids begin or end alike, where ids count from 0 or 1 after a reset: 1, 10, 11, 2 and 12. Each kind may
 * count for itself: then app webhooks have the ids of the client webhooks that are switched.
 */
export const IDS_SCRIPT: Script = {
  id: "history.client.ids",
  title: "Each of fifteen webhooks receives exactly what is due to it, whichever of the others is switched off or on",
  rests: ["F-2.2-14", "F-6.2-04", "F-6.2-01", "F-6.5-03", "F-3-03", "F-2.2-02", "F-6.4-01"],
  fix: "Compare the kind and the whole id of the webhook that is switched, not the beginning or the end of the id.",
  isFirst: true,
  steps: [
    ...[create(0), create(12, APP), { do: "level" } as const, ...SLOTS.slice(1).map((slot) => create(slot))],
    ...[create(13, APP), create(14, APP), pay(), settle],
    ...[off(0), pay(), dispatch(), settle, on(0), off(1), pay(), dispatch(), settle, on(1)],
    ...[...LATER.map(off), off(0), on(0), off(1), on(1), pay(), settle],
  ],
};
