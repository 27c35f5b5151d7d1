import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Gap = {
  question: string;
  assume: string;
  why: string;
  change: string;
  documents: string[];
  node: string;
  /** Settings of the sandbox with their values in the profile `default`. */
  settings?: Record<string, unknown>;
  /** The same in the profile `strict`. */
  other?: Record<string, unknown>;
};

const INTRO = `# What is not specified

Every gap of the interface description: the question, what our tools assume, why, and how to change it.

Nothing on this page is a fact about the service. Ask its team where an answer matters to you, and set it by the option
that is named, or for good by an overlay of your deployment. This page is made from \`spec/unspecified.yaml\` by
\`npm run docs\`.
`;

export const GROUPS: readonly [prefix: string, title: string, about: string][] = [
  ["N-", "Declared out of scope", "The description itself says that it does not show this."],
  ["U-", "Not mentioned", "The description is silent about it."],
  ["A-", "Ambiguous", "The description can be read in more than one way."],
];

/** Returns docs/unspecified.md: one heading a gap, its id, so that every gap has an anchor on any Markdown host. */
export function gapsPage(root: string): string {
  const { gaps } = parse(readFileSync(join(root, "spec/unspecified.yaml"), "utf8")) as { gaps: Record<string, Gap> };
  const sections = GROUPS.map(([prefix, title, about]) => {
    const entries = Object.entries(gaps).filter(([id]) => id.startsWith(prefix));
    return `\n## ${title}\n\n${about}\n${entries.map(([id, gap]) => section(id, gap)).join("")}`;
  });
  return INTRO + sections.join("");
}

/** Returns the anchor that Markdown hosts make of an id: `N-6.5-01` becomes `n-65-01`. */
export function gapAnchor(id: string): string {
  return id.toLowerCase().replaceAll(".", "");
}

function section(
  id: string,
  { question, assume, why, change, documents, node, settings = {}, other = {} }: Gap,
): string {
  const choices = Object.entries(settings).map(
    ([name, value]) =>
      `\`${name}\` is \`${JSON.stringify(value)}\`, with the profile strict \`${JSON.stringify(other[name])}\``,
  );
  return `
### ${id}

**${text(question)}**

- What our tools assume: ${text(assume)}
- Why: ${text(why)}
- How to change it: ${text(change)}
- Marked in: ${documents.join(", ")}, at: ${text(node)}
${choices.length > 0 ? `- In the sandbox: ${choices.join("; ")}\n` : ""}`;
}

/** Outside of code, `<` would start a tag. */
function text(markdown: string): string {
  return markdown.replaceAll(/(`[^`]*`)|</g, (_, code: string | undefined) => code ?? "&lt;");
}
