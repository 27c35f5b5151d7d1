/** What is told of a statement that comes, goes or changes, in a sentence. */

import type { Maybe } from "../../values/json.ts";
import { describeRole } from "./outcomes.ts";
import { formatShort } from "./pair.ts";
import type { Case, Row } from "./statement.ts";

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
