/** Stories that are told once, and that several checks ask for what they are about. */

import type { GapId } from "../../../../../generated/assumptions.ts";
import type { FactId } from "../../../../../generated/facts.ts";
import { type Check, observed, told } from "../../../check.ts";
import type { ServiceDriver } from "../../../driver.ts";
import type { Context, Hook } from "../../context.ts";
import { hasHeard, needsAnything, needsHeard, needsTrigger, RECEIVES, shownFrom } from "../../shown.ts";
import type { Expectation } from "../due/rules.ts";
import { type Found, perform, type Walked } from "../perform/perform.ts";
import type { RuleName } from "../steps/script.ts";
import type { Step } from "../steps/steps.ts";
import { confirmed, storyCheck } from "./finding.ts";

/** A webhook that was due an event, or was not, what says so, and what the story is about there. */
interface Looked {
  readonly kind: Hook["kind"];
  readonly rule: RuleName;
  readonly slot: number;
  readonly because: FactId | GapId | undefined;
  /** Whether the event has an id. */
  readonly isTold?: boolean;
  readonly shows?: string | undefined;
}

function lookedAt({ tracked: { slot, hook }, event, due, because, shows }: Expectation): Looked[] {
  if (due !== "must" && due !== "not") return [];
  const rule = due === "not" ? "silent" : "hears";
  return [{ kind: hook.kind, rule, slot, because, isTold: event.id !== undefined, shows }];
}

type Teller = (context: Context) => Promise<Walked>;

export interface AskedStory {
  readonly group: string;
  readonly kind: Hook["kind"];
  readonly steps: readonly Step[];
  readonly asks: readonly Ask[];
}

/** A check that asks a story: all that has these members is its own. Default of `looked`: `of`. */
export interface Ask extends Pick<Check<Context>, "id" | "title" | "rests" | "fix"> {
  /** The members of what it judges. Default of `kind`: that of the story. */
  readonly of: Partial<Looked>;
  /** What must have been looked at. */
  readonly looked?: Partial<Looked>;
  /** Why it may not have been. */
  readonly why?: string;
  /** The function of the driver without which it is not. */
  readonly call?: keyof ServiceDriver & string;
  /** An earlier story that shows it, too: what that shows is certain before this one is told. */
  readonly early?: Teller;
}

/** A check in words (see `told`), and then what it asks for. */
export const ask =
  (...text: Parameters<typeof told>) =>
  (of: Ask["of"], more: Pick<Ask, "looked" | "why" | "call" | "early"> = {}): Ask => ({
    ...{ ...told(...text), of, ...more },
  });

/** A pause after which it is judged what the story is about. */
export const settleFor = (shows: string): Step => ({ do: "settle", shows });
export const UNLISTED = "event names that the service does not know are refused, as they may be (U-09)";
const REFUSED = "there is no such webhook: the driver has no owner for it, or it was refused (U-09, U-37)";

/** What the story shows, to its end. Told once in a run: see `Context.once`. */
export const tellerOf =
  ({ kind, steps }: Pick<AskedStory, "kind" | "steps">): Teller =>
  async (context) => {
    context.owner(kind);
    needsTrigger(context, kind);
    return perform(context, steps, { leaves: () => [] });
  };

const isOf = (of: Partial<Looked>) => (one: Looked) =>
  Object.entries(of).every(([name, value]) => one[name as keyof Looked] === value);
const isFoundOf = (of: Partial<Looked>) => (one: Found) => isOf(of)({ ...one, because: one.facts[0] });

/** Returns the first violation that is asked for, if the story shows any, with how often it shows. */
export function violationIn(context: Context, of: Partial<Looked>, found: readonly Found[]): Found | undefined {
  const all = found.filter(isFoundOf(of));
  const [first] = all;
  if (!first) return undefined;
  const { hook, one } = first;
  const other = hook.endpoint.received.find(({ method }) => method !== "POST");
  const more = [
    all.length > 1 ? ` So did ${all.length - 1} more.` : "",
    !one && other ? ` A ${other.method} request arrived instead.` : "",
  ];
  return { ...first, actual: first.actual + more.join(""), exchange: shownFrom(context, one) ?? hook.exchange };
}

/** The checks of a story. */
export function checksOf(story: AskedStory, tell = tellerOf(story)): Check<Context>[] {
  const { kind, group, asks } = story;
  return asks.map(({ of, looked = of, why = REFUSED, call, early, ...words }) =>
    storyCheck({ ...words, group, isEarly: early !== undefined }, async (context) => {
      const before = early && (await context.once(early).catch(() => undefined));
      const certain = before && violationIn(context, { kind, ...of }, before.found);
      if (certain) return certain;
      const { found, webhooks, expectations } = await context.once(tell);
      const hooks = webhooks.map(({ hook }) => hook);
      const isAbout = words.id === RECEIVES[kind];
      const own = { kind, ...of };
      if (isAbout && found.some(isFoundOf(own))) needsAnything(context, words.id);
      const isFound = isAbout || hasHeard(context, kind, hooks);
      const counted = found.filter(({ rule }) => isFound || rule === "silent");
      const violation = violationIn(context, own, counted);
      if (violation) return violation.rule === "retries" ? confirmed(context, violation, true) : violation;
      observed(call === undefined || context.fence.has(call), `the driver has no ${call}()`);
      needsHeard(context, kind, hooks);
      observed(expectations.flatMap(lookedAt).some(isOf({ kind, ...looked })), why);
      return undefined;
    }),
  );
}
