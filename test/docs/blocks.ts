import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { files, read, root } from "../support/repository.ts";

/**
 * A fenced block of code in README or docs/: its language and the word behind it, which says how it is proven. A file
 * of examples/ may follow.
 */
export type Block = { page: string; line: number; language: string; kind: string; code: string };

export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  const lines = read(page).split("\n");
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```(\w+)(?: (\S+))?(?: examples\/\S+)?$/.exec(lines[i] as string);
    if (!fence) continue;
    const end = lines.indexOf("```", i);
    blocks.push({
      page,
      line: i + 1,
      language: fence[1] as string,
      kind: fence[2] ?? "",
      code: `${lines.slice(i + 1, end).join("\n")}\n`,
    });
    i = end;
  }
  return blocks;
}

/** The programs of examples/ that a page links to instead of showing them; they are proven as its blocks are. */
export function linkedExamples(page: string): Block[] {
  return [...linksToExamples(page)]
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ page: file, line: 1, language: "ts", kind: blockKind(read(file)), code: read(file) }));
}

/** Files of examples/ that a page links to. */
export const linksToExamples = (page: string): Set<string> =>
  new Set(
    [...read(page).matchAll(/\]\(([^)#:]*examples\/[^)#]+)\)/g)].map(([, to = ""]) =>
      posix.join(posix.dirname(page), to),
    ),
  );

/** A program that needs other packages than `npm ci` installs is run by the tests on demand. */
function blockKind(code: string): string {
  const packages = [...code.matchAll(/ from "((?:@[^/"]+\/)?[^/".:]+)/g)].map(([, name = ""]) => name);
  if (packages.includes("vitest")) return "vitest";
  const isThere = (name: string) => name === "collections-contract" || existsSync(join(root, "node_modules", name));
  return packages.every(isThere) ? "script" : "engine";
}

export type NamedCommand = { page: string; text: string; words: string[] };

/** Every call of the command in a page, wherever it stands: its verbs and options, without their values. */
export function findCommands(pages: readonly string[]): NamedCommand[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(/(?:npx |`|^ {4})collections-contract ((?:[a-z][\w-]* ?)+)([^`\n|]*)/gm)].map(
      ([text, verbs = "", rest = ""]) => ({
        page,
        text: text.trim(),
        words: [...verbs.trim().split(/\s+/), ...(rest.match(/(?<=^|\s)--[\w-]+/g) ?? [])],
      }),
    ),
  );
}

export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...files("docs", /\.md$/).filter((file) => !file.startsWith("docs/dist")),
];
