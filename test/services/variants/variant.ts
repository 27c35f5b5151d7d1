/** What a variant is, and the parts that many of them share. */

import { type Title, titled } from "../../support/titles.ts";
import type { Switches } from "../service.ts";
import type { Json } from "../types.ts";

/** `gap` is what leaves the choice (see spec/unspecified.yaml); none: HTTP, JSON or URLs leave it. */
export type Variant = { id: string; gap: string; about: string; switches: Partial<Switches> };

/** Variants of one subject, by what a test of them sees. */
export type Variants = {
  /** One look shows nothing else than at a correct service (see look.ts), and the judge observes everything. */
  look?: Variant[];
  /** They may look otherwise, or hide something. The judge accuses them of nothing. */
  judge?: Variant[];
  /** The same, and the histories and walks of the judge accuse them of nothing. */
  histories?: Variant[];
  /** One reading of the description forbids them: the reason stands in `about`. No judge is held to either verdict. */
  arguable?: Variant[];
};

/** A variant that remembers is made by a function, so that each service gets switches, and a memory, of its own. */
type Make = Partial<Switches> | (() => Partial<Switches>);

export const variant = (id: string, gap: string, about: string, make: Make): Variant => ({
  id,
  gap,
  about,
  get switches() {
    return typeof make === "function" ? make() : make;
  },
});

/** Variants of the same gap, by their titles. */
export const variants = (gap: string, table: Record<Title, Make>): Variant[] =>
  titled(table).map(([id, about, make]) => variant(id, gap, about, make));

export const APP_MEMBERS = ["app", "webhookUrl", "events", "responseHandlingType", "active"];
export const eventsOf = ({ events }: Json): unknown[] => (Array.isArray(events) ? events : []);
export const urlOf = ({ url, webhookUrl }: Json) => String(url ?? webhookUrl);
