/** What a legal variant of a receiver is. */

import { type Title, titled } from "../../support/titles.ts";
import type { Switches } from "../receivers.ts";

export type Variant = { id: string; about: string; switches: Partial<Switches> };

/** Variants by their titles. */
export const variants = (table: Record<Title, Partial<Switches>>): Variant[] =>
  titled(table).map(([id, about, switches]) => ({ id, about, switches }));

/** Variants of one subject, by what a test of them sees. */
export type Variants = {
  /** One delivery shows nothing else than at a correct receiver. */
  look?: Variant[];
  /** They may look otherwise. The judge accuses them of nothing. */
  judge?: Variant[];
};
