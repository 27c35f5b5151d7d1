/** The deliveries of one payment to a receiver, in time: what a finding about repetitions shows. */

import type { Check } from "../check.ts";
import type { ReportMoment } from "../report/report.ts";
import { type Verdict, verdictOf } from "../verdicts.ts";
import type { Exchange } from "../wire/http.ts";
import type { ReceiverContext } from "./context.ts";

/** Resolves to the verdict of a check; a failure tells every delivery of its payment, if there were several. */
export async function verdictInTime(check: Check<ReceiverContext>, context: ReceiverContext): Promise<Verdict> {
  const verdict = await verdictOf(check, context);
  const { evidence } = verdict;
  if (!evidence?.exchange) return verdict;
  return { ...verdict, evidence: { ...evidence, sequence: sequenceOf(context, evidence.exchange) } };
}

function sequenceOf({ delivered }: ReceiverContext, exchange: Exchange): ReportMoment[] | undefined {
  const id = delivered.find((one) => one.exchange === exchange)?.shape.id;
  const all = delivered
    .filter(({ shape }) => shape.id === id)
    .map(({ exchange: one, answeredAt }) => ({ at: answeredAt - one.ms, one }))
    .sort((a, b) => a.at - b.at);
  const [first] = all;
  if (!first || all.length < 2) return undefined;
  return all.map(({ at, one }, index) => ({ ms: Math.round(at - first.at), what: wordsOf(one, index + 1) }));
}

function wordsOf({ response, failure, ms }: Exchange, number: number): string {
  const outcome = response ? `answered ${response.status}` : `no answer (${failure?.message})`;
  return `delivery ${number} sent, ${outcome} after ${Math.round(ms)} ms`;
}
