/** The steps of a walk: what the contract and a driver let one do. */

import type { Reply } from "../../../wire/reply.ts";
import type { Kind } from "../../webhook.ts";
import type { Fault, Listed, Spelling } from "./odd.ts";

/** Owners are 0, the first client or App of the driver, and 1, the other one. Slots number the webhooks of a walk. */
export type Step =
  | ({ readonly do: "create" } & Creation)
  /** What the receiver answers from now on, or to the next request alone. */
  | { readonly do: "reply" | "once"; readonly slot: number; readonly reply: Reply }
  /** Several rows of steps go on at the same moment. */
  | { readonly do: "beside"; readonly all: readonly (readonly Step[])[] }
  | { readonly do: "switch"; readonly slot: number; readonly active: boolean }
  /** What the webhook does from now on does not matter. */
  | { readonly do: "leave"; readonly slot: number }
  /** `times` payments at once. */
  | {
      readonly do: "pay";
      readonly owner: 0 | 1;
      readonly paidTo: "client" | "agency";
      readonly confirmed: boolean;
      readonly times: number;
    }
  /** Events of an App at the same moment: the stated one, or those with these names. `isTried`: the driver need not. */
  | {
      readonly do: "dispatch";
      readonly owner: 0 | 1;
      readonly names?: readonly string[];
      readonly isTried?: boolean;
    }
  /** Creates webhooks to which nothing is due, until the newest of each kind have the same number. */
  | { readonly do: "level" }
  /** Asks for the list of an App, which changes nothing. */
  | { readonly do: "list"; readonly owner: 0 | 1 }
  /** Waits until the webhook has been sent so many attempts of the last event; `answered`: and has answered them. */
  | { readonly do: "heard" | "answered"; readonly slot: number; readonly times: number }
  /** Every connection is refused while these steps are taken, and until nothing is pending. */
  | { readonly do: "refuse"; readonly all: readonly Step[] }
  /** Waits until nothing is pending. `shows`: what a check is about that looks at what came until then. */
  | { readonly do: "settle"; readonly shows?: string }
  /** The same, unless the ids of payments tell apart what comes of them. */
  | { readonly do: "apart" }
  /** Waits until nothing is pending, and then for so many milliseconds in which nothing happens. */
  | { readonly do: "pause"; readonly ms: number };

/** The step that does this. */
export type StepOf<D extends Step["do"]> = Extract<Step, { do: D }>;

export interface Creation {
  readonly slot: number;
  readonly kind: Kind;
  readonly owner: 0 | 1;
  readonly events: Listed;
  readonly type: 1 | 2;
  /** A boolean, or a value that a service may read as one (U-43). */
  readonly active: unknown;
  readonly reply: Reply;
  /** The slot whose URL, or whose name, it has as well. */
  readonly url?: number;
  /** The query of its URL; with `url`, all else of it is that of the slot. */
  readonly query?: string;
  /** How its URL is spelt instead. */
  readonly spelt?: Spelling;
  readonly name?: number;
  /** A name of its own. */
  readonly called?: string;
  /** The fault for which it must be refused. */
  readonly fault?: Fault;
  /** What follows its creation is what the story is about, so that no webhook of an earlier story takes its place. */
  readonly isNew?: boolean;
  /** Without it there is nothing to see: why it was refused is why nothing is observed. */
  readonly isNeeded?: boolean;
}

/** A webhook that is due, with every choice as in most of them. */
export const creation = (slot: number, change: Partial<Creation> = {}): Creation => ({
  slot,
  kind: "client",
  owner: 0,
  events: "event",
  type: 2,
  active: true,
  reply: 200,
  ...change,
});

/** Whether most webhooks of its owner, type, state and events could take its place, whatever they received before. */
export const isUsual = ({ events, active, ...more }: Creation): boolean =>
  (events === "event" || events === "among" || events === "others") &&
  typeof active === "boolean" &&
  (["url", "query", "spelt", "name", "called", "fault", "isNew"] as const).every(
    (member) => more[member] === undefined,
  );

/** Steps that ask the service or its driver for something, and cause no delivery. */
const ASKED: ReadonlySet<Step["do"]> = new Set(["create", "list", "switch", "leave"]);
const areAsked = (step: Step) => partsOf(step).every((part) => ASKED.has(part.do));
/** Whether nothing happens and nothing is waited for. */
export const isQuiet = (step: Step): boolean =>
  partsOf(step).every((part) => ASKED.has(part.do) || part.do === "reply" || part.do === "once");

/**
 * The same steps, with what is asked in a row, or beside what receivers will answer, asked at the same moment: after
 * what is about the same webhooks. What is about one row alone follows in it.
 */
export function together(steps: readonly Step[]): Step[] {
  const found: Step[] = [];
  for (const step of steps.flatMap(splitQuiet)) {
    const own = slotsIn(step);
    const isAbout = (row: readonly Step[]) => row.flatMap(slotsIn).some((slot) => own.includes(slot));
    const before = found.findLastIndex((one) => !isQuiet(one) || isAbout([one]));
    const later = areAsked(step) ? found.findIndex((one, index) => index > before && areAsked(one)) : -1;
    const last = found[later < 0 ? before : later];
    const rows = last && areAsked(step) && areAsked(last) ? rowsOf(last) : [];
    const [row, ...others] = rows.filter(isAbout);
    if (later >= 0) found[later] = { do: "beside", all: [...rows, ...rowsOf(step)] };
    else if (row && others.length === 0 && rows.length > 1)
      found[before] = { do: "beside", all: rows.map((one) => (one === row ? [...row, step] : one)) };
    else found.push(step);
  }
  return found;
}

/** What is asked beside what receivers will answer, as steps of their own. */
const splitQuiet = (step: Step): Step[] =>
  step.do === "beside" && isQuiet(step) && !areAsked(step) ? step.all.flat().flatMap(splitQuiet) : [step];
const slotsIn = (step: Step): number[] => partsOf(step).flatMap((part) => ("slot" in part ? part.slot : []));
const rowsOf = (step: Step) => (step.do === "beside" ? step.all : [[step]]);

/** The steps that are taken at the same moment, or the step itself. */
export const partsOf = (step: Step): readonly Step[] =>
  step.do === "beside" ? step.all.flat().flatMap(partsOf) : [step];

/** The same step with each of its parts changed. */
export const changed = (step: Step, change: (part: Step) => Step): Step =>
  step.do === "beside" ? { ...step, all: step.all.map((row) => row.map((one) => changed(one, change))) } : change(step);

/** Whether it creates webhooks, and does nothing else. */
export const isOfCreations = (step: Step): boolean => partsOf(step).every((part) => part.do === "create");

/** The webhooks that a step creates. */
export const creationsIn = (step: Step): readonly Creation[] =>
  partsOf(step).flatMap((part) => (part.do === "create" ? [part] : []));
export const createdIn = (step: Step): number[] => creationsIn(step).map(({ slot }) => slot);

/** Returns the steps as far as some webhooks are concerned: events, waits, and what is done to these. */
export function concerning(steps: readonly Step[], slots: readonly number[]): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.do !== "beside") return !("slot" in step) || slots.includes(step.slot) ? [step] : [];
    const all = step.all.map((of) => concerning(of, slots)).filter(({ length }) => length > 0);
    return all.length > 1 ? [{ do: "beside", all }] : all.flat();
  });
}

/** Returns a slot, and those of webhooks that have its URL or its name. */
export function twinsOf(steps: readonly Step[], slot: number): number[] {
  const isTwin = (one: Creation) => [one.slot, one.url, one.name].includes(slot);
  const made = steps.flatMap(creationsIn);
  const found = made.filter((one) => isTwin(one)).flatMap((one) => [one.slot, one.url ?? slot, one.name ?? slot]);
  return [...new Set([slot, ...found])];
}

/** The same step with other slots. */
export const renumbered = (step: Step, numberOf: (slot: number) => number): Step =>
  changed(step, (part) => {
    const numbers = Object.entries(part).filter(([name]) => name === "slot" || name === "url" || name === "name");
    return { ...part, ...Object.fromEntries(numbers.map(([name, slot]) => [name, numberOf(slot)])) };
  });
