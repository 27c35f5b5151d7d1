/** Fills pages: blocks that name a file of `examples/`, and parts between marks. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

const FENCE = /^(```\w+ \S+ (examples\/\S+))\n[\s\S]*?^```$/gm;

/** Returns the page with every such block filled from its file. Throws if a file is missing. */
export function withExamples(root: string, page: string): string {
  return page.replaceAll(FENCE, (_, fence: string, file: string) => {
    return `${fence}\n${readFileSync(join(root, file), "utf8")}\`\`\``;
  });
}

/** Returns a page with each part between its marks made anew. @throws if the page has no place for one of them */
export function withParts(name: string, page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [part, made]) => {
    const [before, rest] = text.split(`<!-- ${part}: made by npm run docs -->\n`);
    const after = rest?.split(`<!-- end of ${part} -->`)[1];
    if (before === undefined || after === undefined) throw new Error(`${name} has no place for its ${part}`);
    return `${before}<!-- ${part}: made by npm run docs -->\n${made}<!-- end of ${part} -->${after}`;
  }, page);
}
