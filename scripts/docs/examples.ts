/** The examples in the guides: each block that names a file of `examples/` shows that file. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

const FENCE = /^(```\w+ \S+ (examples\/\S+))\n[\s\S]*?^```$/gm;

/** Returns the page with every such block filled from its file. Throws if a file is missing. */
export function withExamples(root: string, page: string): string {
  return page.replaceAll(FENCE, (_, fence: string, file: string) => {
    return `${fence}\n${readFileSync(join(root, file), "utf8")}\`\`\``;
  });
}
