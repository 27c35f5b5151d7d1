/** Flaws that unusual values show, and things that happen twice or at the same moment. */

import type { Switches } from "../service.ts";
import type { Hook, Json, Kind } from "../types.ts";
import { change, type Flaw, flaw, hears, sends } from "./flaw.ts";

const path = (kind: Kind, as: (path: string) => string) =>
  sends(kind, (delivery) => ({ ...delivery, path: as(delivery.path) }));

const silentIfTwice = (kind: Kind) => (): Partial<Switches> => ({
  receives: (hook, event, owner) =>
    hears(hook, event, owner) && !(hook.kind === kind && hook.events.filter((name) => name === event).length > 1),
});
/** As `array_unique` of PHP leaves it: with holes, so that JSON has an object. */
const withHoles = (events: unknown) => {
  const list = events as unknown[];
  const kept = list.flatMap((name, index) => (list.indexOf(name) === index ? [[String(index), name] as const] : []));
  return kept.length === list.length ? list : Object.fromEntries(kept);
};

const VALUES: Flaw[] = [
  flaw("events-split-at-commas", "F-6.2-04 F-6.5-03", "Events of a client webhook are split at commas.", () => ({
    receives: (hook, event, owner) =>
      hears({ ...hook, events: hook.events.flatMap((name) => String(name).split(",")) }, event, owner),
  })),
  flaw("list-shows-first-event", "F-2.3-06", "The list of an App shows only the first event of each webhook.", () => ({
    listed: change("events", (events) => [(events as unknown[])[0]]),
  })),
  flaw("plus-becomes-space", "F-6.3-01 F-4.5-01", "A plus in the query of a URL becomes %20.", () =>
    path("client", (path) => path.replace(/\+/g, "%20")),
  ),
  flaw("app-url-cut-at-2048", "F-6.4-01 F-4.5-01", "webhookUrl is kept in 2,048 characters.", () =>
    path("app", (path) => path.slice(0, 2024)),
  ),
  flaw(
    "name-in-header",
    "F-6.2-01 F-6.2-04 F-4.5-01",
    "The name is sent as a header, which fails if it is not Latin-1.",
    () => ({
      receives: (hook, event, owner) =>
        hears(hook, event, owner) && !/[^\0-\xff]/.test(String(hook.body["name"] ?? "")),
    }),
  ),
  flaw("listed-twice-unheard", "F-6.2-04 F-6.2-01", "A client webhook that lists the event twice hears nothing.", () =>
    silentIfTwice("client")(),
  ),
  flaw("app-listed-twice-unheard", "F-6.4-01", "An app webhook that lists the event twice hears nothing.", () =>
    silentIfTwice("app")(),
  ),
  flaw("list-events-with-holes", "F-2.3-06", "The list shows events as an object if one of them was repeated.", () => ({
    listed: (resource: Json) => change("events", withHoles)(resource),
  })),
  flaw("list-url-for-html", "F-2.3-05", "The list shows & in webhookUrl as &amp;.", () => ({
    listed: (resource: Json) => change("webhookUrl", (url) => String(url).replaceAll("&", "&amp;"))(resource),
  })),
  flaw(
    "worker-dies-of-terse-answer",
    "F-6.2-01 F-6.4-01 F-6.5-02 F-6.4-04 F-7-03",
    "After an answer without a reason phrase nothing is sent.",
    () => {
      let isDead = false;
      return {
        misreads: ({ phrase }) => {
          isDead ||= phrase === "";
          return isDead;
        },
        receives: (hook, event, owner) => !isDead && hears(hook, event, owner),
      };
    },
  ),
];

/** Retries of client webhooks end when something happens that is none of their business. */
const endsRetries = () => {
  let at = 0;
  return {
    now: () => {
      at = performance.now();
    },
    switches: {
      pauseMs: () => 120,
      drops: (hook: Hook, failedAt: number) => hook.kind === "client" && at > failedAt,
    },
  };
};

const MOMENTS: Flaw[] = [
  flaw("app-creation-promised", "F-4.4-01 F-2.3-02 F-6.4-01", "App webhooks are answered 202 and never made.", () => ({
    createdStatus: 202,
    existsAfterMs: ({ kind }) => (kind === "app" ? 3_600_000 : 0),
  })),
  flaw("agency-payment-to-apps", "F-3-03 F-6.2-01", "A payment to the agency goes to app webhooks.", () => ({
    tellsApps: ({ paidTo }) => (paidTo === "agency" ? ["/api/apps/7"] : []),
  })),
  flaw("off-twice-is-on", "F-2.2-14 F-6.2-04 F-6.5-03", "A webhook that is off is switched on by off.", () => ({
    becomes: (hook, told) => told || !hook.active,
  })),
  flaw("on-as-often-as-off", "F-2.2-14 F-6.2-04 F-6.2-01", "A webhook is on after as many ons as offs.", () => {
    const offs = new Map<Hook, number>();
    return {
      becomes: (hook, told) => {
        offs.set(hook, Math.max(0, (offs.get(hook) ?? 0) + (told ? -1 : 1)));
        return offs.get(hook) === 0;
      },
    };
  }),
  flaw("refused-creation-ends-retries", "F-6.5-02 F-7-03", "A creation that is refused ends client retries.", () => {
    const { now, switches } = endsRetries();
    // The refusal is that of the rules; this is only told of it.
    return {
      ...switches,
      urlHole: () => {
        now();
        return false;
      },
    };
  }),
  flaw("app-event-ends-retries", "F-6.5-02 F-7-03", "An event for an App ends client retries.", () => {
    const { now, switches } = endsRetries();
    return {
      ...switches,
      receives: (hook, event, owner) => {
        if (hook.kind === "app") now();
        return hears(hook, event, owner);
      },
    };
  }),
  flaw(
    "payments-at-once-have-one-client",
    "F-2.2-01 F-6.2-01 F-6.2-04",
    "Of payments of two clients at the same moment, both are of the first one.",
    () => {
      let current: string | undefined;
      return {
        receives: (hook, event, owner) => {
          if (hook.kind === "app") return hears(hook, event, owner);
          if (current === undefined) queueMicrotask(() => (current = undefined));
          current ??= owner;
          return hears(hook, event, current);
        },
      };
    },
  ),
];

export const UNUSUAL_FLAWS: Flaw[] = [...VALUES, ...MOMENTS];
