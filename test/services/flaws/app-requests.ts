/** Flaws of the request of an app delivery, beside those in `app-deliveries.ts`. */

import type { Switches } from "../service.ts";
import type { Hook } from "../types.ts";
import { type Flaws, flaw, flaws, hears, put } from "./flaw.ts";

/** Events of one name for an App that come within 50 ms are merged into the first one, which waits for them. */
export function merging(): { switches: Partial<Switches>; countFor: (hook: Hook, event: unknown) => number } {
  const open = new Map<string, { until: number; count: number }>();
  let last = "";
  /** Remembers the event whose webhooks are chosen next. */
  const receives = (hook: Hook, event: string, owner: string) => {
    last = event;
    return hears(hook, event, owner);
  };
  const keyOf = (owner: string, event: unknown) => `${owner} ${event}`;
  const chooses = (hooks: Hook[]) => {
    const { kind, owner } = hooks[0] ?? {};
    if (kind !== "app" || owner === undefined) return hooks;
    const one = open.get(keyOf(owner, last));
    if (one && performance.now() < one.until) {
      one.count++;
      return [];
    }
    open.set(keyOf(owner, last), { until: performance.now() + 50, count: 1 });
    return hooks;
  };
  const countFor = ({ owner }: Hook, event: unknown) => open.get(keyOf(owner, event))?.count ?? 0;
  return { switches: { receives, chooses, delayMs: () => 60 }, countFor };
}

export const APP_REQUEST_FLAWS: Flaws = {
  judge: [
    flaw("app-body-ndjson", "F-6.4-01 F-4.5-01", "The body of an app delivery is two lines of JSON.", {
      send: (delivery, { hook }) =>
        hook.kind === "app" ? { ...delivery, body: Buffer.from(`${delivery.body}\n${delivery.body}`) } : delivery,
    }),
    flaw(
      "app-length-in-characters",
      "F-6.4-01 F-4.5-01",
      "An app delivery ends after as many bytes as it has letters.",
      {
        send: (delivery, { hook }) =>
          hook.kind === "app"
            ? { ...delivery, body: delivery.body.subarray(0, delivery.body.toString().length) }
            : delivery,
      },
    ),
    ...flaws("F-6.4-01", {
      "app-event-number: @event of an app delivery is a number.": { appPayload: put("@event", 7) },
      "app-event-null: @event of an app delivery is null.": { appPayload: put("@event", null) },
    }),
  ],
  histories: [
    flaw("app-events-in-one", "F-6.4-01", "Events for an App that follow within 50 ms are sent as one list.", () => {
      const { switches, countFor } = merging();
      return {
        ...switches,
        appPayload: (event, { hook }) => (countFor(hook, event["@event"]) > 1 ? [event, event] : event),
      };
    }),
  ],
};
