/**
 * The table of judgements: on each statement that goes, comes or has another value, for senders and for receivers. A
 * statement without a row is unclassified.
 */

import { closest } from "../../values/closest.ts";
import type { Maybe } from "../../values/json.ts";
import { DELIVERY_ROWS } from "./delivery.ts";
import { DEPLOYMENT_ROWS } from "./deployment.ts";
import { describeRole, REVIEW } from "./outcomes.ts";
import { formatShort } from "./pair.ts";
import { MESSAGE_ROWS } from "./rows-messages.ts";
import { SCHEMA_ROWS } from "./rows-schemas.ts";
import { SERVICE_ROWS } from "./rows-service.ts";
import type { Case, Row } from "./statement.ts";

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

/** Returns the row of a keyword, or of its family: `signature.prefix` may have the row `signature.`. */
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
  // A kind that ends in a dot is a family, such as `setting.`.
  if (KINDS.includes(kind) || KINDS.includes(kind.replace(/\..*/s, "."))) return undefined;
  const [meant] = closest(kind, KINDS);
  return `no change has the kind ${kind.slice(0, 80)}${meant === undefined ? "" : ` (did you mean ${meant}?)`}`;
}

const TELLS = ["is gone", "is new", "has changed"] as const;

/** Returns the sentence of a row. `at`: 0 for what is gone, 1 for what is new, 2 for what has changed. */
export function writeSentence(row: Row, at: number, { keyword, item, old, new: fresh, role }: Case): string {
  const values: Readonly<Record<string, string>> = {
    "{}": item,
    "{old}": formatValue(old),
    "{new}": formatValue(fresh),
  };
  const fillIn = (text: string) => text.replaceAll(/\{(?:old|new)?\}/g, (one) => values[one] ?? one);
  const label = fillIn(row.label ?? (item === "" ? keyword : `${keyword} {}`));
  const plain = [`${label}: {old} is gone`, `${label}: {new} is new`, `${label}: {new} instead of {old}`][at] ?? "";
  const own = row.tells?.[at] ?? (row.label || item !== "" ? `${label} ${TELLS[at]}` : plain);
  return `${fillIn(own)}${row.hasNoRole ? "" : `, ${describeRole(role)}`}.`;
}

/** A value for a sentence: words as they are, everything else as JSON. */
const formatValue = (value: Maybe): string =>
  typeof value === "string" && value.length < 60 && /^[a-z][\w @{}.,:/-]*$/i.test(value) ? value : formatShort(value);
