/**
 * The one table: what becomes of each statement that goes, comes or has another value, for what is sent and for what is
 * received. What is not in it is unclassified.
 */

import { closest } from "../../values/closest.ts";
import { DELIVERY_ROWS } from "./delivery.ts";
import { DEPLOYMENT_ROWS } from "./deployment.ts";
import { REVIEW } from "./outcomes.ts";
import { MESSAGE_ROWS } from "./rows-messages.ts";
import { SCHEMA_ROWS } from "./rows-schemas.ts";
import { SERVICE_ROWS } from "./rows-service.ts";
import type { Row } from "./statement.ts";

/** The last word of a kind: what became of the statement. */
const FATES = ["removed", "added", "changed"] as const;

const TABLE: Readonly<Record<string, Row>> = {
  ...SCHEMA_ROWS,
  ...SERVICE_ROWS,
  ...MESSAGE_ROWS,
  ...DELIVERY_ROWS,
  ...DEPLOYMENT_ROWS,
};
const UNKNOWN: Row = { gone: REVIEW, added: REVIEW, changed: REVIEW };

/** Whether the table knows the keyword. */
export const isKnown = (keyword: string): boolean => Object.hasOwn(TABLE, keyword);

/** Returns the row of a keyword; of `signature.prefix`, that of `signature.` if it has none of its own. */
export function findRow(keyword: string): Row {
  const family = keyword.replace(/\..*/s, ".");
  return (isKnown(keyword) ? TABLE[keyword] : TABLE[family]) ?? UNKNOWN;
}

/** Returns the kind of change that a row tells for the keyword: `at` counts gone, added, changed. */
export const kindOf = (row: Row, keyword: string, at: number): string =>
  row.isCode ? keyword : (row.codes?.[at] ?? `${keyword}.${FATES[at]}`);

const KINDS = Object.entries(TABLE).flatMap(([keyword, row]) => FATES.map((_, at) => kindOf(row, keyword, at)));

/** Returns what is wrong with a kind that no change can have; undefined for one that some change can have. */
export function misspelling(kind: string): string | undefined {
  // One that ends in a dot begins others, such as `setting.`.
  if (KINDS.includes(kind) || KINDS.includes(kind.replace(/\..*/s, "."))) return undefined;
  const [meant] = closest(kind, KINDS);
  return `no change has the kind ${kind.slice(0, 80)}${meant === undefined ? "" : ` (did you mean ${meant}?)`}`;
}
