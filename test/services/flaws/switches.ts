/** Flaws of switching a client webhook on and off. */

import type { Switches } from "../service.ts";
import type { Hook } from "../types.ts";
import { type Flaws, flaw, flaws, hears, OTHER_CLIENT } from "./flaw.ts";
import { isListed, receivesIf } from "./recipients.ts";

/** Ids of client webhooks that count from 1 after each reset, as text. */
function counted(): { notes: Switches["notes"]; idOf: (hook: Hook) => string; all: () => Hook[] } {
  const ids = new WeakMap<Hook, string>();
  let all: Hook[] = [];
  return {
    notes: (hook, hooks) => {
      all = [...hooks.filter(({ kind }) => kind === "client"), ...(hook.kind === "client" ? [hook] : [])];
      ids.set(hook, String(all.length));
    },
    idOf: (hook) => ids.get(hook) ?? "",
    all: () => all,
  };
}

export const SWITCH_FLAWS: Flaws = {
  look: [
    ...flaws("F-2.2-14 F-6.2-04 F-6.5-03", {
      "inactive-receives: Inactive client webhooks receive deliveries.": receivesIf(
        (hook, event, owner) => isListed(hook, event) && hook.owner === owner,
      ),
    }),
    ...flaws("F-2.2-14 F-6.2-01 F-6.2-04", {
      "reactivated-receives-nothing: A client webhook that was switched off once receives nothing any more.": {
        deactivates: (hook, told) => hook === told && Boolean(Object.assign(hook, { owner: "" })),
      },
      "deactivation-hits-all: To switch one client webhook off switches off all of its client.": {
        deactivates: (hook, told) => hook.owner === told.owner,
      },
    }),
  ],
  judge: [
    ...flaws("F-6.5-03 F-2.2-14 F-6.2-04", {
      "missed-events-delivered-later: What happened while a webhook was inactive is delivered when it is switched on.":
        {
          catchesUp: true,
        },
    }),
    ...flaws("F-2.2-02 F-6.1-04", {
      "newer-switches-off-older: A new client webhook switches off those that the client has.": {
        notes: (hook, hooks) => {
          for (const one of hooks) if (one.kind === "client" && one.owner === hook.owner) one.active = false;
        },
      },
    }),
    ...flaws("F-2.2-14 F-6.2-04 F-6.5-03", {
      "inactive-of-other-client: Webhooks of the second client cannot be switched off.": {
        receives: (hook, event, owner) =>
          hears({ ...hook, active: hook.active || owner === OTHER_CLIENT }, event, owner),
      },
      "inactive-hears-its-second-event: Whether a webhook is active counts for the first event that it lists alone.": {
        receives: (hook, event, owner) =>
          hears({ ...hook, active: hook.active || hook.events[0] !== event }, event, owner),
      },
    }),
  ],
  histories: [
    ...flaws("F-6.2-04 F-2.2-14 F-6.2-01", {
      "switched-on-with-first-event: A webhook that is switched on again hears only the first event that it lists.": {
        becomes: (hook, told) => told && Boolean(Object.assign(hook, { events: hook.events.slice(0, 1) })),
      },
    }),
    flaw(
      "inactive-wakes-after-many-deliveries",
      "F-6.5-03 F-2.2-14 F-6.2-04",
      "A client webhook that is switched off is active again after a hundred deliveries to others.",
      () => {
        let count = 0;
        const since = new WeakMap<Hook, number>();
        return {
          answered: () => void count++,
          receives: (hook, event, owner) => {
            const isOff = hook.kind === "client" && !hook.active;
            if (isOff && !since.has(hook)) since.set(hook, count);
            const isAwake = isOff && count - (since.get(hook) ?? count) > 100;
            return hears({ ...hook, active: hook.active || isAwake }, event, owner);
          },
        };
      },
    ),
    ...flaws("F-2.2-14 F-6.2-04 F-6.5-03", {
      "off-twice-is-on: A webhook that is off is switched on by off.": () => ({
        becomes: (hook, told) => told || !hook.active,
      }),
      "switched-on-by-prefix: Switching webhook 1 on switches 10 to 19 on.": () => {
        const { notes, idOf, all } = counted();
        return {
          notes,
          becomes: (hook, told) => {
            if (told) for (const one of all()) if (idOf(one).startsWith(idOf(hook))) one.active = true;
            return told;
          },
        };
      },
    }),
    ...flaws("F-2.2-14 F-6.2-04 F-6.2-01", {
      "off-for-long-is-gone: A webhook that was off for two seconds cannot be switched on.": () => {
        const offAt = new WeakMap<Hook, number>();
        return {
          becomes: (hook, told) => {
            if (!told && hook.active) offAt.set(hook, performance.now());
            return told && (hook.active || performance.now() - (offAt.get(hook) ?? Number.POSITIVE_INFINITY) < 2000);
          },
        };
      },
      "on-as-often-as-off: A webhook is on after as many ons as offs.": () => {
        const offs = new Map<Hook, number>();
        return {
          becomes: (hook, told) => {
            offs.set(hook, Math.max(0, (offs.get(hook) ?? 0) + (told ? -1 : 1)));
            return offs.get(hook) === 0;
          },
        };
      },
      "switched-off-by-prefix: Switching webhook 1 off switches 10 to 19 off.": () => {
        const { notes, idOf } = counted();
        return { notes, deactivates: (hook, told) => idOf(hook).startsWith(idOf(told)) };
      },
      "switched-off-by-suffix: Switching webhook 2 off switches 12 off.": () => {
        const { notes, idOf } = counted();
        return { notes, deactivates: (hook, told) => idOf(hook).endsWith(idOf(told)) };
      },
    }),
    ...flaws("F-6.4-01 F-2.3-11", {
      "switches-the-app-webhook-too: A switch reaches the webhooks of both kinds with its number.": () => {
        const nth = new WeakMap<Hook, number>();
        let all: readonly Hook[] = [];
        return {
          notes: (hook, hooks) => {
            all = [...hooks, hook];
            nth.set(hook, all.filter(({ kind }) => kind === hook.kind).length);
          },
          becomes: (hook, told) => {
            for (const one of all) if (one.kind === "app" && nth.get(one) === nth.get(hook)) one.active = told;
            return told;
          },
        };
      },
    }),
    flaw(
      "switches-the-app-webhook-of-its-sequence",
      "F-6.4-01 F-2.3-11",
      "The same, where each kind counts on after a reset, and shows the number.",
      () => {
        const numbers = { client: 0, app: 3 };
        const all: Hook[] = [];
        const numberOf = new WeakMap<Hook, number>();
        return {
          notes: (hook) => {
            numberOf.set(hook, ++numbers[hook.kind]);
            all.push(hook);
          },
          created: (resource, hook) => ({ "@id": `/api/${hook.kind}_webhooks/${numberOf.get(hook)}`, ...resource }),
          becomes: (hook, told) => {
            for (const one of all)
              if (one.kind === "app" && numberOf.get(one) === numberOf.get(hook)) one.active = told;
            return told;
          },
        };
      },
    ),
  ],
};
