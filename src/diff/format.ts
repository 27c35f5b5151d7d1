/** A difference as text for people: the worst first, short, and whom it breaks. */

import { typedKeys } from "../values/names.ts";
import { type Affected, type Change, NOT_AFFECTED } from "./change.ts";
import type { Difference } from "./index.ts";

export type Style = "red" | "yellow" | "green" | "dim" | "bold";
export type Paint = (style: Style, text: string) => string;

const NAMES: Record<Affected, string> = {
  senders: "senders",
  receivers: "receivers",
  generatedClients: "generated clients",
};

/** Whom a change affects and how, in words, such as `senders: What they send today may be refused.` */
export const listEffects = ({ effects }: Change): string[] =>
  typedKeys(NAMES).flatMap((side) => (effects[side] === NOT_AFFECTED ? [] : `${NAMES[side]}: ${effects[side]}`));

/** Whom a change breaks, in words. */
export const listBroken = ({ breaks }: Change): string => breaks.map((side) => NAMES[side]).join(", ");

const GROUPS: { title: string; style: Style; holds: (change: Change) => boolean }[] = [
  { title: "Breaking", style: "red", holds: ({ verdict }) => verdict === "breaking" },
  { title: "Unclassified: review these", style: "yellow", holds: ({ verdict }) => verdict === "unclassified" },
  {
    title: "Not breaking",
    style: "green",
    holds: (change) => change.verdict === "not breaking" && !change.documentationOnly,
  },
  { title: "Documentation only", style: "dim", holds: ({ documentationOnly }) => documentationOnly },
];

/** `paint` colours the text, or returns it as it is. The result ends with a line feed. */
export function formatDifference({ changes, counts, bump }: Difference, paint: Paint): string {
  if (changes.length === 0) return "No difference.\n";
  const lines: string[] = [];
  for (const { title, style, holds } of GROUPS) {
    const group = changes.filter(holds);
    if (group.length === 0) continue;
    lines.push(paint("bold", paint(style, `${title} (${group.length})`)));
    for (const change of group) lines.push(...formatChange(change, paint));
    lines.push("");
  }
  lines.push(formatSummary({ changes, counts, bump }));
  return `${lines.join("\n")}\n`;
}

/**
 * `2 breaking, 4 documentation only. The next version is a major one.` Leaves out counts of zero. What no rule decides
 * and nobody accepted may be breaking.
 */
export function formatSummary({ changes, counts, bump }: Difference): string {
  const { breaking, unclassified, notBreaking, documentationOnly } = counts;
  const isOpen = bump !== "major" && changes.some(({ verdict, accepted }) => verdict === "unclassified" && !accepted);
  const all: [number, string][] = [
    [breaking, "breaking"],
    [unclassified, "unclassified"],
    [notBreaking, "not breaking"],
    [documentationOnly, "documentation only"],
  ];
  const said = all.flatMap(([number, name]) => (number > 0 ? `${number} ${name}` : []));
  return `${said.join(", ")}. The next version is ${isOpen ? "at least " : ""}a ${bump} one.`;
}

function formatChange(change: Change, paint: Paint): string[] {
  const { documents, where, what, verdict, documentationOnly, accepted } = change;
  const head = `  ${paint("bold", where)}  ${what} ${paint("dim", `[${documents.join(", ")}]`)}`;
  if (accepted) return [head, `      accepted until ${accepted.until}: ${accepted.reason}`];
  // A change that breaks no one takes one line; --json has every sentence.
  if (documentationOnly || verdict === "not breaking") return [head];
  return [head, ...listEffects(change).map((effect) => `      ${effect}`)];
}
