/** The stories of a group in waves: what was silent there need not be performed alone. */

import type { Rests } from "../../../check.ts";
import type { Context } from "../../context.ts";
import { perform, type Walked } from "./perform.ts";
import { type Story, type Wave, wavesOf } from "./wave.ts";

interface Resting extends Story {
  readonly rests: Rests;
}

/** What was walked in a wave, as far as one of its stories goes. */
interface WalkedBeside extends Walked {
  /** Whether the story rests on what is violated. */
  readonly isAbout: boolean;
}

/** What waves showed of stories. */
export class Shown {
  /** Each with its violation, if there was one. Those that no wave could show are not in it. */
  readonly #walked: ReadonlyMap<string, WalkedBeside>;
  /** By which check each violation was told since, by kind of webhook and rule. */
  readonly #told = new Map<string, string>();

  constructor(walked: ReadonlyMap<string, WalkedBeside> = new Map()) {
    this.#walked = walked;
  }

  /** Whether nothing of the story was violated. */
  isSilent(id: string): boolean {
    return this.#walked.has(id) && this.of(id) === undefined;
  }

  of(id: string): WalkedBeside | undefined {
    const walked = this.#walked.get(id);
    return walked?.violation && walked;
  }

  tell(id: string, walked: Walked): void {
    this.#told.set(keyOf(walked), id);
  }

  hasTold(id: string): boolean {
    return [...this.#told.values()].includes(id);
  }

  /** Whether this story is the one that tells a violation that shows in none of the stories alone: the last of them. */
  isOfWaveAlone(id: string): boolean {
    const walked = this.of(id);
    if (!walked || (this.#told.get(keyOf(walked)) ?? id) !== id) return false;
    const alike = [...this.#walked].filter(([, one]) => keyOf(one) === keyOf(walked));
    return (alike.findLast(([, { isAbout }]) => isAbout) ?? alike.at(-1))?.[0] === id;
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
  const found = new Map<string, WalkedBeside>();
  for (const wave of wavesOf(stories)) {
    const seen = await inWave(context, wave);
    for (const { id, rests: given } of stories) {
      const walked = seen.get(id);
      if (!walked) continue;
      const rests: readonly string[] = given;
      const isAbout = walked.violation?.facts.some((fact) => rests.includes(fact)) ?? true;
      found.set(id, { ...walked, isAbout });
    }
  }
  return new Shown(found);
}

/** Resolves to what is known of each story: a webhook that was refused among many may be allowed alone (U-09). */
async function inWave(context: Context, { steps, slots }: Wave): Promise<Map<string, Walked>> {
  const found = new Map<string, Walked>();
  // Without ids, a payment of one story cannot be told from that of another one.
  if (context.payments.areUnknown) return found;
  const whole = await perform(context, steps, {
    leaves: (walked) => {
      const [id = "", own = []] = [...slots].find(([, all]) => all.includes(walked.violation?.slot ?? -1)) ?? [];
      found.set(id, walked);
      return own;
    },
  });
  if (context.payments.areUnknown || context.options.signal?.aborted) return new Map();
  for (const [id, own] of slots)
    if (!found.has(id) && own.every((slot) => whole.created.has(slot))) found.set(id, whole);
  return found;
}
