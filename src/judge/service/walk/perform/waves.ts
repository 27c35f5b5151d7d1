/** The stories of a group in waves: what was silent there need not be performed alone. */

import type { Rests } from "../../../check.ts";
import type { Context } from "../../context.ts";
import { perform, sendsToApps, type Walked } from "./perform.ts";
import { type Story, type Wave, wavesOf } from "./wave.ts";

interface Resting extends Story {
  readonly rests: Rests;
}

/** What waves showed of stories. */
export class Shown {
  /** Each with its violation, if there was one. Those that no wave could show are not in it. */
  readonly walked = new Map<string, Walked>();
  /** The story that tells what shows in none alone, by kind and rule: the last that rests on it, or the last. */
  readonly #tellers = new Map<string, { readonly id: string; readonly isAbout: boolean }>();
  /** The check that told each violation. */
  readonly #told = new Map<string, string>();

  keep({ id, rests }: Resting, walked: Walked): void {
    this.walked.set(id, walked);
    if (!walked.violation) return;
    const isAbout = walked.violation.facts.some((fact) => (rests as readonly string[]).includes(fact));
    if (isAbout || !this.#tellers.get(keyOf(walked))?.isAbout) this.#tellers.set(keyOf(walked), { id, isAbout });
  }

  tell(id: string, walked: Walked): void {
    this.#told.set(keyOf(walked), id);
  }

  /** Whether this check told what was walked already; undefined if it is for another one to tell. */
  hasTold(id: string, walked: Walked): boolean | undefined {
    const by = this.#told.get(keyOf(walked));
    return this.#tellers.get(keyOf(walked))?.id === id && (by ?? id) === id ? by === id : undefined;
  }
}

export const keyOf = ({ violation }: Walked) => `${violation?.kind} ${violation?.rule}`;

/** Each group is performed in waves once in a run: what is repeated is performed alone. */
const shownIn = new WeakMap<Context, Map<string, Promise<Shown>>>();

/** Performs stories in waves, the first time in a run. */
export function inWaves(context: Context, group: string, stories: () => readonly Resting[]): Promise<Shown> {
  const own = shownIn.get(context) ?? new Map<string, Promise<Shown>>();
  shownIn.set(context, own);
  const found = own.get(group) ?? performed(context, stories());
  own.set(group, found);
  return found;
}

async function performed(context: Context, stories: readonly Resting[]): Promise<Shown> {
  const shown = new Shown();
  const { otherClientIri } = context.driver;
  const canBeOther = context.hooks.some((hook) => hook.owner === otherClientIri && context.posts(hook).length > 0);
  for (const wave of wavesOf(stories, { isMixed: !sendsToApps(context), canBeOther })) {
    const seen = await inWave(context, wave);
    for (const story of stories) {
      const walked = seen.get(story.id);
      if (walked) shown.keep(story, walked);
    }
  }
  return shown;
}

/** Resolves to what is known of each story: a webhook that was refused among many may be allowed alone (U-09). */
async function inWave(context: Context, { steps, slots }: Wave): Promise<Map<string, Walked>> {
  const found = new Map<string, Walked>();
  // Without ids, a payment of one story cannot be told from that of another one.
  if (context.payments.areUnknown) return found;
  const storyOf = (slot = -1) => [...slots].find(([, own]) => own.includes(slot))?.[0] ?? "";
  const whole = await perform(context, steps, {
    storyOf,
    leaves: (walked) => {
      const id = storyOf(walked.violation?.slot);
      found.set(id, walked);
      return slots.get(id) ?? [];
    },
  });
  if (context.payments.areUnknown || context.options.signal?.aborted) return new Map();
  const created = new Set(whole.webhooks.map(({ slot }) => slot));
  for (const [id, own] of slots) if (!found.has(id) && own.every((slot) => created.has(slot))) found.set(id, whole);
  return found;
}
