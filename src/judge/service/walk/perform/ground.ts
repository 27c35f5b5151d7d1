/** What the steps of a walk stand on: the service, and the model of it. */

import type { Context, Hook } from "../../context.ts";
import type { Begun, Kind } from "../../webhook.ts";
import type { Model } from "../due/model.ts";
import type { Expectation } from "../due/rules.ts";

/** Returns the ground of a walk that begins. `reuses`: webhooks of earlier stories may take the place of new ones. */
export const groundOf = (context: Context, model: Model, reuses: boolean) => ({
  context,
  model,
  reuses,
  /** The webhook of each slot, from when its creation begins. */
  begun: new Map<number, Begun>(),
  /** When the last event of each owner began that is due to its webhooks. */
  last: new Map<string, number>(),
  /** What was due and what came, of each event that was judged. */
  judged: [] as Expectation[],
  /** What the step shows that waits. */
  shows: undefined as string | undefined,
  /** Slots of webhooks that did not receive what was due. */
  deaf: new Set<number>(),
  /** Webhooks whose receivers failed until the service gave up. */
  givenUp: new Set<Hook>(),
  /** What switches new webhooks on, which other creations need not wait for. */
  switchedOn: [] as Promise<unknown>[],
});
export type Ground = ReturnType<typeof groundOf>;

const OTHERS = { client: "otherClientIri", app: "otherAppIri" } as const;
/** Returns the IRI of an owner of webhooks, if the driver has it. */
export function ownerOf({ context: { driver } }: Ground, kind: Kind, owner: 0 | 1): string | undefined {
  return owner === 0 ? driver[`${kind}Iri`] : driver[OTHERS[kind]];
}
