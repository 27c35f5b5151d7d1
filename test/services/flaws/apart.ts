/** Flaws that take what belongs to one webhook, one delivery or one event for that of another one. */

import { EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Kind, Payment } from "../types.ts";
import { type Flaw, flaw, hears } from "./flaw.ts";

/** Ids of client webhooks that count from 1 after each reset, as text. */
function counted(): { adopts: Switches["adopts"]; idOf: (hook: Hook) => string; all: () => Hook[] } {
  const ids = new WeakMap<Hook, string>();
  let all: Hook[] = [];
  return {
    adopts: (hook, hooks) => {
      all = [...hooks.filter(({ kind }) => kind === "client"), ...(hook.kind === "client" ? [hook] : [])];
      ids.set(hook, String(all.length));
      return hook;
    },
    idOf: (hook) => ids.get(hook) ?? "",
    all: () => all,
  };
}

/** URLs are checked only where the event that is delivered is listed. */
const urlHoleOfOtherEvents = (of: Kind) => (): Partial<Switches> => ({
  urlHole: (_url, kind, { events }) => kind === of && !(events as unknown[]).includes(EVENT),
});

/** Events for an App that come within 50 ms of its last delivery are merged into that one, which waits for them. */
export function merging(): { switches: Partial<Switches>; countFor: (hook: Hook) => number } {
  const open = new Map<string, { until: number; count: number }>();
  const chooses = (hooks: Hook[]) => {
    const { kind, owner } = hooks[0] ?? {};
    if (kind !== "app" || owner === undefined) return hooks;
    const one = open.get(owner);
    if (one && performance.now() < one.until) {
      one.count++;
      return [];
    }
    open.set(owner, { until: performance.now() + 50, count: 1 });
    return hooks;
  };
  return { switches: { chooses, delayMs: () => 60 }, countFor: ({ owner }) => open.get(owner)?.count ?? 0 };
}

/** A pause in which something else can happen on a busy machine. Milliseconds. */
const PAUSE_MS = 400;

export const APART_FLAWS: Flaw[] = [
  flaw(
    "url-of-other-event-unchecked",
    "F-7-01 F-2.2-07 F-2.2-08 F-2.2-09",
    "With an event that is never delivered, a client webhook may have any URL.",
    urlHoleOfOtherEvents("client"),
  ),
  flaw(
    "app-url-of-other-event-unchecked",
    "F-2.3-05 F-7-01",
    "With an event that is never delivered, an app webhook may have any URL.",
    urlHoleOfOtherEvents("app"),
  ),
  flaw(
    "app-webhook-of-other-app-given-out",
    "F-2.3-04 F-2.3-01 F-4.4-01 F-4.4-02 F-6.4-01",
    "Who creates an app webhook with the URL and events of another App's gets that one, and no other is created.",
    () => ({
      reuses: (earlier, hook) =>
        hook.kind === "app" &&
        earlier.kind === "app" &&
        earlier.owner !== hook.owner &&
        earlier.url === hook.url &&
        `${earlier.events}` === `${hook.events}`,
    }),
  ),
  flaw(
    "url-taken-over-by-other-client",
    "F-6.2-01 F-6.2-04 F-2.2-01 F-2.2-02",
    "A client webhook disappears when another client creates one with its URL.",
    () => ({
      replaces: (earlier, hook) =>
        hook.kind === "client" && earlier.kind === "client" && earlier.owner !== hook.owner && earlier.url === hook.url,
    }),
  ),
  flaw(
    "refused-request-known",
    "F-7-01 F-2.2-07 F-2.2-08 F-2.2-09",
    "A refused request passes when it is repeated.",
    () => {
      const known = new Map<string, unknown>();
      return {
        // The rule may ask several times about one request.
        urlHole: (_url, kind, body) => {
          const request = `${kind} ${JSON.stringify(body)}`;
          if (!known.has(request)) known.set(request, body);
          return known.get(request) !== body;
        },
      };
    },
  ),
  flaw(
    "later-retries-unchecked",
    "F-6.5-03 F-2.2-14",
    "Whether a webhook is active is looked up before the first retry, and not before the others.",
    () => ({ keepsPending: (attempt) => attempt > 1, pauseMs: () => 60 }),
  ),
  flaw(
    "worker-ends-at-time-out",
    "F-6.2-01 F-6.2-04",
    "Each attempt that gets no answer ends one of eight workers; without them nothing is delivered.",
    () => {
      let workers = 8;
      return {
        attemptTimeoutMs: 300,
        broke: (_, code) => {
          if (code === "ETIMEDOUT") workers--;
        },
        receives: (hook, event, owner) => workers > 0 && hears(hook, event, owner),
      };
    },
  ),
  flaw("switched-off-by-prefix", "F-2.2-14 F-6.2-01 F-6.2-04", "Switching webhook 1 off switches 10 to 19 off.", () => {
    const { adopts, idOf } = counted();
    return { adopts, deactivates: (hook, told) => idOf(hook).startsWith(idOf(told)) };
  }),
  flaw("switched-off-by-suffix", "F-2.2-14 F-6.2-01 F-6.2-04", "Switching webhook 2 off switches 12 off.", () => {
    const { adopts, idOf } = counted();
    return { adopts, deactivates: (hook, told) => idOf(hook).endsWith(idOf(told)) };
  }),
  flaw("switched-on-by-prefix", "F-2.2-14 F-6.5-03 F-6.2-04", "Switching webhook 1 on switches 10 to 19 on.", () => {
    const { adopts, idOf, all } = counted();
    return {
      adopts,
      becomes: (hook, told) => {
        if (told) for (const one of all()) if (idOf(one).startsWith(idOf(hook))) one.active = true;
        return told;
      },
    };
  }),
  flaw("switched-off-with-its-url", "F-2.2-14 F-6.2-01 F-6.2-04", "Switching off is for all at one URL.", () => ({
    deactivates: (hook, told) => hook.url === told.url,
  })),
  flaw(
    "twin-ends-retries",
    "F-6.5-02 F-7-03",
    "A delivery that succeeds ends the retries of another client webhook at its URL.",
    () => {
      const succeeded = new Map<string, { hook: Hook; at: number }>();
      return {
        answered: (hook, outcome) => {
          if (isSuccess(outcome)) succeeded.set(hook.url, { hook, at: performance.now() });
        },
        pauseMs: () => PAUSE_MS,
        drops: (hook, failedAt) => {
          const last = succeeded.get(hook.url);
          return hook.kind === "client" && last !== undefined && last.hook !== hook && last.at > failedAt;
        },
      };
    },
  ),
  flaw("case-file-of-the-second", "F-2.4-09", "At its second webhook, a payment's caseFile.id is its own id.", () => {
    const first = new WeakMap<Payment, Hook>();
    return {
      payload: (snapshot, { payment, hook }) => {
        if (!first.has(payment)) first.set(payment, hook);
        return first.get(payment) === hook ? snapshot : { ...snapshot, caseFile: { id: payment.id } };
      },
    };
  }),
  flaw("app-events-in-one", "F-6.4-01", "Events for an App that follow within 50 ms are sent as one list.", () => {
    const { switches, countFor } = merging();
    return { ...switches, appPayload: (event, { hook }) => (countFor(hook) > 1 ? [event, event] : event) };
  }),
  flaw(
    "newer-event-replaces-retry",
    "F-6.4-04 F-7-03",
    "A newer event takes the place of a retry that is due at an app webhook.",
    () => {
      const eventAt = new WeakMap<Hook, number>();
      return {
        receives: (hook, event, owner) => {
          const isDue = hears(hook, event, owner);
          if (isDue) eventAt.set(hook, performance.now());
          return isDue;
        },
        pauseMs: () => PAUSE_MS,
        drops: (hook, failedAt) => hook.kind === "app" && (eventAt.get(hook) ?? 0) > failedAt,
      };
    },
  ),
];
