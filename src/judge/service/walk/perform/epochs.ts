/** The parts of a story that others may go beside: from one wait to the next, and those in which receivers fail. */

import type { Reply } from "../../../wire/listener.ts";
import { creationsIn, partsOf, type Step } from "../steps/steps.ts";

/** Whether it makes something happen. */
export const isEvent = (step: Step): boolean =>
  partsOf(step).every((part) => part.do === "pay" || part.do === "dispatch");

/** Whose webhooks an event is for. */
export const reachOf = (step: Step): string[] =>
  partsOf(step).flatMap((part) => {
    if (part.do === "dispatch") return [`app ${part.owner}`];
    return part.do === "pay" && part.confirmed && part.paidTo === "client" ? [`client ${part.owner}`] : [];
  });

/** The steps of a story from one wait until nothing is pending to the next. */
export interface Epoch {
  /** What happens before it while every connection is refused, if it follows that. */
  readonly refused: readonly Step[] | undefined;
  readonly events: readonly Step[];
  /** The steps before the first event, between events, and after the last one. */
  readonly between: readonly (readonly Step[])[];
  /** After each of these, whose webhooks fail: after one failure too many, what they are due is open (U-25). */
  readonly failing: readonly ReadonlySet<string>[];
  /** Steps after the story, so that its webhooks slow down no other one. */
  after: readonly Step[];
}

/** Whether an answer is 2xx. */
export const isGood = (reply: Reply) => typeof reply === "number" && reply >= 200 && reply < 300;

/** The webhooks of a story, and which of them fail until they are told not to. */
class Failing {
  /** `url`: the slot whose URL it has: what fails there may be for any of them. */
  readonly #webhooks = new Map<number, { readonly whose: string; readonly url: number; fails: boolean }>();
  /** What a service does with webhooks at a URL that failed, now or later, is open (U-25). */
  readonly #everFailed = new Set<number>();

  take(step: Step): void {
    const created = creationsIn(step).filter(({ fault }) => fault === undefined);
    for (const { slot, kind, owner, type, url = slot } of created) {
      // With type 1 the status does not matter, however often.
      const whose = kind === "client" || type === 2 ? `${kind} ${owner}` : "";
      this.#webhooks.set(slot, { whose, url: this.#webhooks.get(url)?.url ?? slot, fails: false });
    }
    for (const { slot, reply } of step.do === "reply" || step.do === "once" ? [step] : created) {
      const webhook = this.#webhooks.get(slot);
      if (webhook && !isGood(reply)) this.#everFailed.add(webhook.url);
      if (webhook && step.do !== "once") webhook.fails = !isGood(reply);
    }
  }

  /** Nothing more comes: to those that never failed it must not. */
  get ends(): Step[] {
    return [...this.#webhooks].flatMap(([slot, { whose, url }]): Step[] => {
      if (this.#everFailed.has(url)) return [{ do: "leave", slot }];
      return whose.startsWith("client") ? [{ do: "switch", slot, active: false }] : [];
    });
  }

  get owners(): ReadonlySet<string> {
    return new Set([...this.#webhooks.values()].flatMap(({ whose, fails }) => (fails && whose !== "" ? whose : [])));
  }
}

/** Splits the steps of a story into epochs, in their order. */
export function epochsOf(steps: readonly Step[]): Epoch[] {
  const epochs: Epoch[] = [];
  const now = new Failing();
  let events: Step[] = [];
  let between: Step[][] = [[]];
  let failing: ReadonlySet<string>[] = [];
  let refused: readonly Step[] | undefined;
  const end = (next?: readonly Step[]) => {
    if (between.flat().length + events.length > 0 || refused)
      epochs.push({ refused, events, between, failing: [...failing, now.owners], after: [] });
    [events, between, failing, refused] = [[], [[]], [], next];
  };
  for (const step of steps) {
    // A webhook is created at the URL of another one only when nothing is pending.
    const isWait = step.do === "settle" || step.do === "apart";
    if (isWait || (step.do === "create" && step.url !== undefined && events.length > 0)) end();
    if (step.do === "refuse") end(step.all);
    if (isWait || step.do === "refuse") continue;
    now.take(step);
    if (!isEvent(step)) between.at(-1)?.push(step);
    else {
      events.push(step);
      failing.push(now.owners);
      between.push([]);
    }
  }
  end();
  const last = epochs.at(-1);
  if (last) last.after = now.ends;
  return epochs;
}

/**
 * Epochs that must follow each other at once, because receivers fail until the last of them, or until connections are
 * refused: what fails then may switch off any webhook (U-25).
 */
export type Run = readonly Epoch[];

export function runsOf(epochs: readonly Epoch[]): Run[] {
  const runs: Epoch[][] = [[]];
  for (const epoch of epochs) {
    if (epoch.refused) runs.push([]);
    runs.at(-1)?.push(epoch);
    if (epoch.failing.at(-1)?.size === 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
