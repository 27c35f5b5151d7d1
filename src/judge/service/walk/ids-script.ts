/**
 * A history of webhooks whose ids begin or end alike, where ids count from 0 or 1 after a reset: 1, 10, 11, 2 and 12.
 * Each kind may count for itself: then app webhooks have the ids of the client webhooks that are switched.
 */

import { create, dispatch, off, on, pay, type Script, settle } from "./script.ts";

const APP = { kind: "app" } as const;
const SLOTS = Array.from({ length: 12 }, (_, slot) => slot);
/** With ids from 0 or 1, those of these begin like that of slot 0 or 1. */
const LATER = SLOTS.slice(-3);

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
    // So that what happens later is not delivered to all of them.
    ...SLOTS.filter((slot) => !LATER.includes(slot)).map(off),
  ],
};
