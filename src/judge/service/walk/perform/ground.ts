/** What the steps of a walk stand on: the service, and the model of it. */

import type { Context, Hook } from "../../context.ts";
import type { Kind } from "../../webhook.ts";
import type { Model } from "../due/model.ts";
import type { Expectation } from "../due/rules.ts";

export interface Ground {
  readonly context: Context;
  readonly model: Model;
  /** When the last event of each owner began that is due to its webhooks. */
  readonly last: Map<string, number>;
  /** What was due and what came, of each event that was judged. */
  readonly judged: Expectation[];
  /** What the step shows that waits. */
  shows: string | undefined;
  /** Slots of webhooks that did not receive what was due. */
  readonly deaf: Set<number>;
  /** Webhooks that earlier stories left may take the place of new ones. */
  readonly reuses: boolean;
  /** Webhooks whose receivers failed until the service gave up. */
  readonly givenUp: Set<Hook>;
  /** What switches new webhooks on, which other creations need not wait for. */
  readonly switchedOn: Promise<unknown>[];
}

/** Returns the ground of a walk that begins. */
export const groundOf = (context: Context, model: Model, reuses: boolean): Ground => ({
  context,
  model,
  reuses,
  shows: undefined,
  last: new Map(),
  judged: [],
  deaf: new Set(),
  givenUp: new Set(),
  switchedOn: [],
});

const OTHERS = { client: "otherClientIri", app: "otherAppIri" } as const;
/** Returns the IRI of an owner of webhooks, if the driver has it. */
export function ownerOf({ context: { driver } }: Ground, kind: Kind, owner: 0 | 1): string | undefined {
  return owner === 0 ? driver[`${kind}Iri`] : driver[OTHERS[kind]];
}
