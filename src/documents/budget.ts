/**
 * Bounds for work on documents of others: an error after so many steps or so much time, where a small document would
 * keep us busy.
 */

import { createContext, Script } from "node:vm";
import { errorCode } from "../errors/caught.ts";
import { DocumentError } from "../errors/documents.ts";
import { documentError } from "./errors.ts";

/** Some hundred times what the largest known contract needs. */
const STEPS_MAX = 5_000_000;
/** What small documents have together, so that a comparison of two ends within 10 s. */
const TIME_MAX_MS = 7_000;
const MIB = 1024 * 1024;
const MORE_MS = 5_000;

/** Counts the steps of one piece of work, such as one comparison. */
export class Budget {
  #left: number;
  readonly #what: string;

  /** `what`: what is counted, for the message. */
  constructor(what: string, steps = STEPS_MAX) {
    this.#what = what;
    this.#left = steps;
  }

  /** Uses this many steps of the budget. @throws DocumentError `document_too_large` if it is used up */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0)
      throw documentError("document_too_large", `${this.#what} takes more steps than any contract needs`);
  }
}

/** What applies to one value through more schemas than this would need more stack than there is. */
const NESTED_MAX = 400;

/** @throws DocumentError `document_too_large` for schemas inside each other that are too many to follow */
export function refuseNested(schemas: readonly unknown[]): void {
  if (schemas.length > NESTED_MAX) throw documentError("document_too_large", "schemas that are nested too deeply");
}

/** The time for all files that one command reads; a file of more than a mebibyte adds to it. */
export class ReadingTime {
  #left = TIME_MAX_MS;

  /** @throws DocumentError `document_too_large` when the time is over */
  read<T>(file: string, length: number, run: () => T): T {
    this.#left += Math.max(0, length / MIB - 1) * MORE_MS;
    const started = performance.now();
    try {
      return withinTime(`Reading ${file}`, run, Math.max(1, Math.ceil(this.#left)));
    } finally {
      this.#left -= performance.now() - started;
    }
  }
}

const script = new Script("run()");
const context = createContext({});
let isInside = false;

/**
 * Runs something that cannot count its steps, such as a parser or a regular expression, for so many milliseconds at
 * most.
 *
 * @param what what takes the time, for the message
 * @throws DocumentError `document_too_large` when the time is over
 */
export function withinTime<T>(what: string, run: () => T, ms: number): T {
  // The outer bound holds for what runs inside.
  if (isInside) return run();
  isInside = true;
  context["run"] = run;
  try {
    return script.runInContext(context, { timeout: ms });
  } catch (error) {
    if (error instanceof DocumentError || errorCode(error) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw documentError("document_too_large", `${what} takes longer than ${Math.round(ms / 100) / 10} s`);
  } finally {
    context["run"] = undefined;
    isInside = false;
  }
}
