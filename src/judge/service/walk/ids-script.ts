/**
 * A history of webhooks whose ids begin or end alike, where ids count from 0 or 1 after a reset: 1, 10, 11, 2 and 12.
 */

import { create, off, on, pay, type Script, settle } from "./script.ts";

const SLOTS = Array.from({ length: 12 }, (_, slot) => slot);
/** With ids from 0 or 1, those of these begin like that of slot 0 or 1. */
const LATER = SLOTS.slice(-3);

export const IDS_SCRIPT: Script = {
  id: "history.client.ids",
  title: "Each of twelve webhooks receives exactly what is due to it, whichever of the others is switched off or on",
  rests: ["F-2.2-14", "F-6.2-04", "F-6.2-01", "F-6.5-03", "F-3-03", "F-2.2-02"],
  fix: "Compare the whole id of the webhook that is switched, not its beginning or its end.",
  isFirst: true,
  steps: [
    ...[...SLOTS.map((slot) => create(slot)), pay(), settle],
    ...[off(0), pay(), settle, on(0), off(1), pay(), settle, on(1)],
    ...[...LATER.map(off), off(0), on(0), off(1), on(1), pay(), settle],
    // So that what happens later is not delivered to all of them.
    ...SLOTS.filter((slot) => !LATER.includes(slot)).map(off),
  ],
};
