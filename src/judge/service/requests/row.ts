/** Rows of the table of requests: each sends changes of a valid request, and judges the answers. */

import { isDeepStrictEqual } from "node:util";
import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import type { Json } from "../../answers.ts";
import { Breach, type Check, must, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type Kind, unknownEvent } from "../context.ts";
import { outcomeOf } from "../expect.ts";

export interface Row extends Omit<Check<Context>, "run"> {
  readonly kind: Kind;
  /** The member that it is about, where its judgement needs to know. */
  readonly member?: string;
  /** Each is a request: members to replace, or undefined for those to leave out. */
  readonly changes: readonly Json[] | ((context: Context) => readonly Json[]);
  /** What a service may take that takes no valid request: then it shows why. */
  readonly instead?: Row["changes"];
  /** It is judged although no valid request is accepted: it may show why. */
  readonly isAlone?: boolean;
  readonly judge: Judgement;
}

/** A request of a row, and its answer. */
export interface Asked {
  readonly context: Context;
  readonly row: Row;
  readonly change: Json;
  readonly request: Json;
  readonly exchange: Exchange;
  /** Its place in the row, of so many. */
  readonly index: number;
  readonly count: number;
}

/** @throws Breach or NotObserved, as a check does */
export type Judgement = (asked: Asked) => Promise<void>;

/** Sends a change of a valid request, for a webhook with a name and a URL of its own. */
export const create = (context: Context, kind: Kind, change: Json = {}): Promise<Exchange> =>
  context.create(kind, { ...context.createRequest(kind), ...change });

/** The answer to a request that is valid in every member, one for all checks. */
export const plain = (context: Context, kind: Kind): Promise<Exchange> =>
  context.once(() => create(context, kind), kind);

const requestOf = ({ request }: Exchange): Json => JSON.parse(String(request.body));

/** The answer to a change of the plain request, sent once for all rows that speak of it. */
export async function ask(context: Context, kind: Kind, change: Json): Promise<Exchange> {
  const first = await plain(context, kind);
  const usual = requestOf(first);
  const differs = Object.entries(change).filter(([member, value]) => !isDeepStrictEqual(usual[member], value));
  if (differs.length === 0) return first;
  return context.once(() => create(context, kind, change), `${kind} ${differs.map(wordsOf).join()}`);
}

/**
 * `exchange`: the refusal that a finding shows; by default that of the plain request.
 * @throws Breach if no valid request is accepted, but one with what the row names instead; else NotObserved
 */
export async function needsPlain({ context, row, exchange }: Pick<Asked, "context" | "row"> & Partial<Asked>) {
  const usual = await plain(context, row.kind);
  if (isAccepted(usual)) return;
  const told = exchange ?? usual;
  for (const other of changesOf(row.instead ?? [], context)) {
    const actual = `It was refused (${outcomeOf(told)}); it was accepted ${inWords(other)} instead.`;
    must(!isAccepted(await create(context, row.kind, other)), actual, told);
  }
  observed(false, `every creation is refused: see ${row.kind}.create`);
}

/** @throws NotObserved if a plain webhook is refused by now: then there is a limit, which is open (F-8-02, N-8-01) */
export async function needsRoom({ context, row }: Asked): Promise<void> {
  const isTaken = isAccepted(await create(context, row.kind));
  observed(isTaken, "webhooks like earlier ones are refused now: there may be a limit of webhooks or requests");
}

const changesOf = (changes: Row["changes"], context: Context) =>
  typeof changes === "function" ? changes(context) : changes;

const wordsOf = ([member, value]: [string, unknown]) =>
  value === undefined ? `without ${member}` : `with ${member} ${JSON.stringify(value)}`;
/** What differs from a valid request. */
export const inWords = (change: Json): string => Object.entries(change).map(wordsOf).join(" and ").slice(0, 120);

/** This number of events, the known one first; no service needs to know the other names (U-09). */
export const eventsOf = (number: number): string[] => [
  EVENT,
  ...Array.from({ length: number - 1 }, (_, index) => unknownEvent(index)),
];
const hasUnknown = ({ events }: Json) =>
  Array.isArray(events) && events.some((name) => typeof name === "string" && name !== EVENT);

/** The answers to the changes of a row. What needs unknown names is left out of a service that refuses them (U-09). */
async function answersTo(context: Context, row: Row): Promise<Asked[]> {
  const { kind } = row;
  const all = await context.service.pace.each(changesOf(row.changes, context), async (change) => {
    const { events: all } = change;
    const few = Array.isArray(all) && all.length >= APP_WEBHOOK_EVENTS.max ? all.slice(0, 2) : eventsOf(2);
    if (hasUnknown(change) && !isAccepted(await ask(context, kind, { events: few }))) return [];
    const exchange = await ask(context, kind, change);
    return [{ context, row, change, request: requestOf(exchange), exchange }];
  });
  return all.flat().map((asked, index, { length: count }) => ({ ...asked, index, count }));
}

/** Judges the answers in turn. What is found of several is told of the first, with the others beside it. */
async function judged(context: Context, row: Row): Promise<void> {
  if (!row.isAlone) await needsPlain({ context, row });
  const answers = await answersTo(context, row);
  observed(answers.length > 0, "event names that the service does not know are refused, as they may be (U-09)");
  let first: Breach | undefined;
  const more: string[] = [];
  for (const asked of answers)
    try {
      await row.judge(asked);
    } catch (error) {
      if (!(error instanceof Breach)) {
        if (!first) throw error;
        break;
      }
      if (first) more.push(inWords(asked.change));
      first ??= error;
    }
  if (!first) return;
  const others = more.slice(0, 11).join(", ") + (more.length > 11 ? " …" : "");
  const rest = more.length === 0 ? "" : ` So it was in ${more.length} more of ${answers.length} requests: ${others}.`;
  throw new Breach({ ...first.evidence, actual: first.evidence.actual + rest });
}

export const checkOf = (row: Row): Check<Context> => ({ ...row, run: (context) => judged(context, row) });
