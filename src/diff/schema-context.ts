/** What the rules for parts of a schema need of the rules for schemas. */

import type { Role } from "./impact.ts";
import type { Pair } from "./pair.ts";
import type { Sameness } from "./sameness.ts";
import type { SchemaViews } from "./schema-view.ts";
import type { Sides } from "./sides.ts";

export interface SchemaContext {
  readonly sides: Sides;
  readonly views: Pair<SchemaViews>;
  /** Whether schemas say the same; documentation does not count. */
  readonly sameness: Sameness;
  /** Compares two schemas of the same value; `where`: the place, unless the schema has a name of its own. */
  compare(pair: Pair, role: Role, where: string): void;
}
