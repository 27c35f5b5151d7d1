/** What holds for the retries of a first delivery must also hold for those of later ones. */

import { Breach, type Check } from "../../check.ts";
import type { Context, Kind } from "../context.ts";
import { courseOf } from "../course.ts";
import { type Late, lateRound } from "../experiments/repeated.ts";
import { silenceOf } from "./seen.ts";

/** Number of rounds that must agree before the service is accused. */
const ROUNDS = 3;

/** Another check judges whether it is retried at all; a single delivery after a failure is proof. */
const isNotRetried = ({ count }: Late) => count === 1;
const isRetried = (ignored: readonly Late[]) =>
  Math.min(...ignored.map(({ count }) => count)) > Math.max(...(ignored[0]?.good ?? []));

/** Webhooks that look wrong in every one of several rounds; a round without a suspect ends the search. */
function suspected(kind: Kind, isIgnored: boolean, find: (round: readonly Late[]) => Late[]) {
  return async (context: Context): Promise<Late[]> => {
    let suspects: Late[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const late = await (round === 0 ? context.once(FIRST[kind]) : lateRound(context, kind));
      const seen = comparable(late, isIgnored);
      if (round === 0 && seen.length === 0)
        throw silenceOf(context, kind, "no webhook received an event to compare with");
      const found = find(seen);
      suspects = round === 0 ? found : suspects.filter(({ what }) => found.some((one) => one.what === what));
      if (suspects.length === 0) break;
    }
    return suspects;
  };
}
const FIRST = {
  client: (context: Context) => lateRound(context, "client"),
  app: (context: Context) => lateRound(context, "app"),
};

/** Only events that every webhook received can be compared. */
const comparable = (round: readonly Late[], isIgnored: boolean) => {
  const found = round.filter(({ what }) => (what === "ignored") === isIgnored);
  const isHeard = found.every(({ good }) => good.length > 0 && !good.includes(0));
  return isHeard ? found.filter(({ count }) => count > 0) : [];
};

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
const WORDS: Record<Late["what"], string> = {
  later: "After an acknowledged delivery, one that fails",
  again: "After a delivery that failed and then succeeded, one that fails",
  switched: "After the webhook was switched off and on, a delivery that fails",
  other: "A delivery that fails at a webhook of the other owner",
  ignored: "With responseHandlingType 1, a later delivery that is answered 500",
};

function later(
  id: string,
  title: string,
  rests: Check<Context>["rests"],
  kind: Kind,
  isIgnored: boolean,
  find: (round: readonly Late[]) => Late[],
): Check<Context> {
  const look = suspected(kind, isIgnored, find);
  return {
    id,
    title,
    severity: "demand",
    rests,
    group: "later events",
    async run(context) {
      const [first] = await look(context);
      if (!first) return;
      const good = first.good.map(times).join(", ");
      const actual = `${WORDS[first.what]} arrived ${times(first.count)}, and ${good} where it was acknowledged; ${ROUNDS} rounds agree.`;
      const sequence = courseOf(context, [first.hook], first);
      throw new Breach({ expected: title, actual, exchange: first.hook.exchange, sequence });
    },
  };
}

export const REPEATED_RETRY_CHECKS: Check<Context>[] = [
  later(
    "retry.client.later",
    "Every client delivery that fails is retried: not only the first, also after a switch, and for each client",
    ["F-6.5-02", "F-7-03"],
    "client",
    false,
    (seen) => seen.filter(isNotRetried),
  ),
  later(
    "retry.app-2.later",
    "With responseHandlingType 2, every delivery that fails is retried: not only the first, and for each App",
    ["F-6.4-04", "F-7-03"],
    "app",
    false,
    (seen) => seen.filter(isNotRetried),
  ),
  later(
    "retry.app-1.later",
    "With responseHandlingType 1, the status does not matter for later deliveries",
    ["F-6.4-03"],
    "app",
    true,
    (seen) => (seen.length > 0 && isRetried(seen) ? seen.slice(0, 1) : []),
  ),
];
