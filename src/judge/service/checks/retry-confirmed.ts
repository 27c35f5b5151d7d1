/** A suspicion about retries counts only if every round confirms it. */

import { NotObserved } from "../../check.ts";
import type { Reply } from "../../wire/listener.ts";
import type { Context } from "../context.ts";
import {
  type Comparison,
  countsOf,
  goodCounts,
  type IsSuspect,
  roundsAfter,
  suspectsIn,
} from "../experiments/retries.ts";
import { silenceOf } from "./seen.ts";

const NOTHING = "a webhook that answers 2xx received nothing, so there is nothing to compare with";

export const times = (count: number) => (count === 1 ? "once" : `${count} times`);

export type Experiment = (context: Context) => Promise<Comparison>;

/** The counts of an answer in each round; undefined unless every round confirms the suspicion. */
export async function confirmed(context: Context, experiment: Experiment, reply: Reply, isSuspect: IsSuspect) {
  const { first, again } = await context.once(experiment);
  const own = first.find((one) => one.reply === reply);
  const good = goodCounts(first);
  if (good.includes(0)) throw silenceOf(context, first[0]?.hook.kind ?? "client", NOTHING);
  if (!own) throw new NotObserved("an additional webhook was refused");
  if (own.count === 0) throw silenceOf(context, own.hook.kind, "the webhook received no first delivery");
  if (!isSuspect([own], good)) return undefined;
  const isConfirmed =
    again.length === roundsAfter(first) && again.every((round) => suspectsIn(round, [reply], isSuspect).length > 0);
  return isConfirmed ? { own, good, rounds: again.flatMap((round) => countsOf(round, reply)) } : undefined;
}
