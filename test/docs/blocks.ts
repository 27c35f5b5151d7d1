import { files, read } from "../support/repository.ts";

/**
 * A fenced block of code in README or docs/: its language and the word behind it, which says how it is proven. A file
 * of examples/ may follow.
 */
export type Block = { page: string; line: number; language: string; kind: string; code: string };

export function blocksOf(page: string): Block[] {
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

export type NamedCommand = { page: string; text: string; words: string[] };

/** Every call of the command in a page, wherever it stands: its verbs and options, without their values. */
export function commandsOf(pages: readonly string[]): NamedCommand[] {
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
