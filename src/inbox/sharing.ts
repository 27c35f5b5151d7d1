/** Whether another program handles the same inbox, which has no name. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inboxError } from "./errors.ts";
import type { Report } from "./problem.ts";
import type { Opening, Store } from "./store.ts";

/**
 * What this program is called: the name of the package that its main script belongs to, else the path of that script.
 * `script`: its absolute path; absent if there is none, as in a REPL.
 */
export function programName(script = process.argv[1]): string {
  if (!script) return process.title;
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const { name } = packageIn(folder) ?? {};
    if (typeof name === "string" && name) return name;
    if (folder === dirname(folder)) return script;
  }
}

function packageIn(folder: string): { name?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Reports once that several programs, or one process twice, handle one inbox that has no name. */
export class Sharing {
  readonly #store: Store<unknown>;
  readonly #report: Report;
  /** Nothing is left to tell: the inbox has a name, or this was told. */
  #isClear: boolean;

  constructor(store: Store<unknown>, report: Report, isNamed: boolean) {
    this.#store = store;
    this.#report = report;
    this.#isClear = isNamed;
  }

  /** Notes this opening, and reports those that share the inbox. `works`: this one handles rows. */
  async look(works: boolean): Promise<void> {
    if (this.#isClear) return;
    const program = programName();
    const openings = (await this.#store.openings?.({ program, works })) ?? [];
    const programs = [...new Set(openings.map((one) => one.program))].sort();
    if (this.#isClear || (programs.length < 2 && !worksTwice(openings))) return;
    this.#isClear = true;
    const detail = programs.length < 2 ? `twice in ${program}` : programs.join(" and ");
    this.#report({ code: "inbox_shared", error: inboxError("inbox_shared", detail) });
  }
}

function worksTwice(openings: readonly Opening[]): boolean {
  // `holderName` without what makes it unique.
  const processes = openings.filter(({ works }) => works).map(({ holder }) => holder.slice(0, holder.lastIndexOf(" ")));
  return new Set(processes).size < processes.length;
}
