/** `collections-contract overlay apply`: turns filled-in templates into the contract folder of a deployment. */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { ReadingTime } from "../documents/budget.ts";
import { readData } from "../documents/read.ts";
import { applyOverlays } from "../overlays/apply.ts";
import type { Restated } from "../overlays/contradictions.ts";
import { readDeployment, writeFolder } from "../overlays/folder.ts";
import { findHalves, type Half } from "./deployment-words.ts";
import { safeJson, safeText } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";

/** @throws DocumentError for overlays that cannot be applied; GenerateError for a folder that cannot be written */
export async function runOverlayApply(
  templates: readonly string[],
  flags: { out: string; json?: true | undefined },
): Promise<void> {
  const time = new ReadingTime();
  const contract = applyOverlays(templates.map((file) => ({ file, data: readData(file, true, time) })));
  const before = listStated(flags.out);
  const files = await writeFolder(flags.out, contract);
  const { title, settings, closed } = contract.deployment;
  const dropped = before.filter((stated) => !closed.includes(stated) && !(stated in settings));
  const { restated } = contract;
  const open = Object.keys(ASSUMPTIONS).filter((gap) => !closed.includes(gap)).length;
  const halves = findHalves(contract.deployment);
  if (flags.json)
    return void process.stdout.write(
      `${safeJson({ out: flags.out, files, closed, open, halves, settings, restated, dropped })}\n`,
    );
  const gaps: Readonly<Record<string, { question: string }>> = ASSUMPTIONS;
  const lines = [
    `${flags.out} holds the contract of ${title}: ${files.join(", ")}.`,
    "",
    `Closed gaps (${closed.length}; ${open} are still open):`,
    ...closed.map((gap) => `  ${gap.padEnd(9)} ${gaps[gap]?.question}`),
    ...halfLines(halves),
    "",
    `Sandbox settings that are now stated (${Object.keys(settings).length}):`,
    ...Object.entries(settings).map(([key, value]) => `  ${key} = ${JSON.stringify(value)}`),
    ...restatedLines(restated),
    ...droppedLines(dropped),
    "",
    "Next:",
    ...["sandbox", "mock", "test api --driver FILE"].map(
      (verb) => `  collections-contract ${verb} --deployment ${flags.out}`,
    ),
  ];
  process.stdout.write(`${narrowText(safeText(lines.join("\n")))}\n`);
}

/** Returns the gaps and settings that a contract folder states; none if it is not one. */
function listStated(folder: string): string[] {
  try {
    const { closed, settings } = readDeployment(folder);
    return [...closed, ...Object.keys(settings)];
  } catch {
    return [];
  }
}

/** Returns the lines about what only the folder before stated; none if this one states all of it. */
function droppedLines(dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const head = `Stated by the folder that was replaced, and no longer (${dropped.length}); to keep it, apply all files together:`;
  return ["", head, ...dropped.map((stated) => `  ${stated}`)];
}

/** Returns the lines about answers that are half of one; none if there are no such answers. */
function halfLines(halves: readonly Half[]): string[] {
  const lines = halves.map(
    ({ gap, stated, open }) => `  ${gap.padEnd(9)} stated: ${stated.join(", ")}; not stated: ${open.join(", ")}`,
  );
  return lines.length === 0 ? [] : ["", `Answered in part (${lines.length}); programs assume the rest:`, ...lines];
}

/** Returns the lines about what the overlays change; none if they only add. */
function restatedLines(restated: readonly Restated[]): string[] {
  const short = (value: unknown) => {
    const text = JSON.stringify(value) ?? "gone";
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  };
  const lines = restated.map(
    ({ place, was, is, open, facts }) =>
      `  ${place}: ${short(is)}, was ${short(was)} ${
        open.length > 0 ? `(open: ${open.join(", ")})` : `(contradicts ${facts.join(", ") || "what is stated"})`
      }`,
  );
  if (lines.length === 0) return [];
  return ["", `Different from the interface description (${lines.length}):`, ...lines];
}
