/** How rows of the table are written. */

import type { Cell } from "./outcomes.ts";
import type { Judge, Row } from "./statement.ts";

/** Compared below, or told by other statements. */
export const BELOW: Judge = () => undefined;
/** The cell if the condition holds; otherwise the change is told elsewhere. */
export const whether = (isTrue: boolean, cell: Cell): Cell | undefined => (isTrue ? cell : undefined);

type Told = Omit<Row, "gone" | "added" | "changed">;
/** Makes a row: the judgements on a statement that goes, comes or has another value. */
export const row = (gone: Row["gone"], added: Row["added"], changed: Row["changed"], told: Told = {}): Row => ({
  gone,
  added,
  changed,
  ...told,
});
/** A row that judges all three alike. */
export const all = (cell: Cell | Judge, told?: Told): Row => row(cell, cell, cell, told);

/** Gives one code or sentence to all three events: gone, new and changed. */
export const three = (text: string): [string, string, string] => [text, text, text];
/** Told at its own place, as this subject. */
export const at = (label: string, told: Told = {}): Told => ({ label, isPlace: true, ...told });
/** Told in these words whatever happens, and without a role. */
export const as = (code: string, text: string, told: Told = {}): Told => ({
  codes: three(code),
  tells: three(text),
  hasNoRole: true,
  ...told,
});
export const RECEIVERS: Told = { side: "receivers", hasNoRole: true };
export const SENDERS: Told = { side: "senders", hasNoRole: true };
