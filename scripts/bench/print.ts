/** How benchmarks read their options, and print what they measured. */

import { parseArgs } from "node:util";
import { machine } from "./measure.ts";

/** Reads `--json`, and options with values, each with its default. */
export function readOptions<Name extends string>(defaults: Readonly<Record<Name, string>>) {
  const options = Object.entries<string>(defaults).map(([name, value]) => [name, { type: "string", default: value }]);
  const { values } = parseArgs({ options: { ...Object.fromEntries(options), json: { type: "boolean" } } });
  return values as Record<Name, string> & { json?: boolean };
}

/** Large numbers are whole, others have two decimals; a list, such as quartiles, is a range. */
function formatCell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formatCell).join(" .. ");
  return typeof value === "number" ? Number(value.toFixed(Math.abs(value) < 100 ? 2 : 0)) : value;
}

/** Prints a result: as JSON with `--json`, otherwise the machine, a sentence and a table for each list of rows. */
export function print(asJson: boolean | undefined, result: object, about: string, ...tables: object[][]): void {
  if (asJson) console.log(JSON.stringify({ ...machine, ...result }, null, 2));
  else console.log(`\nNode ${machine.node}, ${machine.cpu}. ${about}`);
  for (const rows of asJson ? [] : tables)
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, one]) => [name, formatCell(one)]))),
    );
}
