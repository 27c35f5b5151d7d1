/** The stories of a group in waves: what was silent there need not be performed alone. */

import type { Context } from "../../context.ts";
import { hasHeardOf } from "../../shown.ts";
import { keyOf } from "../due/rules.ts";
import { creationsIn } from "../steps/steps.ts";
import { type Found, perform } from "./perform.ts";
import { type Story, type Wave, wavesOf } from "./wave.ts";

interface Resting extends Story {
  readonly rests: readonly string[];
}

/** What waves showed of stories. */
export class Shown {
  /** What was found in each, if anything. Those that no wave could show are not in it. */
  readonly found = new Map<string, Found | undefined>();
  /** The story that tells what shows in none alone, by kind and rule: the last that rests on it, or the last. */
  readonly #tellers = new Map<string, { readonly id: string; readonly isAbout: boolean }>();
  /** The check that told each violation. */
  readonly #told = new Map<string, string>();

  keep({ id, rests }: Resting, found: Found | undefined): void {
    this.found.set(id, found);
    if (!found) return;
    const isAbout = found.facts.some((fact) => rests.includes(fact));
    if (isAbout || !this.#tellers.get(keyOf(found))?.isAbout) this.#tellers.set(keyOf(found), { id, isAbout });
  }

  tell(id: string, found: Found): void {
    this.#told.set(keyOf(found), id);
  }

  /** Whether this check told what was found already; undefined if it is for another one to tell. */
  hasTold(id: string, found: Found): boolean | undefined {
    const by = this.#told.get(keyOf(found));
    return this.#tellers.get(keyOf(found))?.id === id && (by ?? id) === id ? by === id : undefined;
  }
}

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
  const canBeOther = hasHeardOf(context, "client", context.driver.otherClientIri);
  for (const wave of wavesOf(stories, { isMixed: !context.world.sendsToApps(), canBeOther })) {
    const seen = await inWave(context, wave);
    for (const story of stories) if (seen.has(story.id)) shown.keep(story, seen.get(story.id));
  }
  return shown;
}

/** Resolves to what is known of each story: a webhook that was refused among many may be allowed alone (U-09). */
async function inWave(context: Context, { steps, slots }: Wave): Promise<ReadonlyMap<string, Found | undefined>> {
  // Without ids, a payment of one story cannot be told from that of another one.
  if (context.payments.areUnknown) return new Map();
  const stories = new Map([...slots].flatMap(([id, own]) => own.map((slot) => [slot, id] as const)));
  const storyOf = (slot: number) => stories.get(slot) ?? "";
  const { found, webhooks } = await perform(context, steps, {
    storyOf,
    reuses: true,
    leaves: ({ slot }) => slots.get(storyOf(slot)) ?? [],
  });
  if (context.payments.areUnknown || context.options.signal?.aborted) return new Map();
  const seen = [...slots].map(([id, own]) => [id, found.find(({ slot }) => own.includes(slot))] as const);
  const made = steps.flatMap(creationsIn);
  // What becomes of a value that is no boolean is open (U-43), alone as well.
  const isOpen = (slot: number) => typeof made.find((one) => one.slot === slot)?.active !== "boolean";
  const isWhole = (id: string) =>
    slots.get(id)?.every((slot) => isOpen(slot) || webhooks.some((one) => one.slot === slot));
  return new Map(seen.filter(([id, one]) => one !== undefined || isWhole(id)));
}
