import { existsSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { beforeAll } from "vitest";
import { buildPackage } from "../support/built.ts";
import { files, read, root } from "../support/repository.ts";
import { CACHE, scratchFolder } from "../support/scratch.ts";

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

const linked = PAGES.flatMap(linkedExamples).filter(
  ({ page }, index, all) => all.findIndex((one) => one.page === page) === index,
);
/** The blocks of all pages, and the programs that they link to. */
export const BLOCKS = [...PAGES.flatMap(readBlocks), ...linked];
// Those of kind `engine` need packages that test/on-demand/inbox/engines.test.ts installs, and it runs them; those of
// kind `stub` need foreign tools, and `npm run compatibility` runs them; those of kind `host` need other packages, and
// `npm run prove -- hosts` or test/on-demand/stores.test.ts runs them. Whole runs of the judge, of kind `contract`,
// `driver` and `vitest`, have their types checked here and run in test/on-demand/judged-deployment.test.ts.
const ELSEWHERE = ["engine", "stub", "host"];
/** The blocks in TypeScript that need no more than the package. */
export const PROGRAMS = BLOCKS.filter(({ language, kind }) => language === "ts" && !ELSEWHERE.includes(kind));
export const fileName = ({ page, line }: Block) => `${page.replaceAll(/\W/g, "-")}-${line}.ts`;

/**
 * Builds the package, and writes the programs into a folder while the tests of a file run: inside the repository, so
 * that they import the package by its name, as a reader would.
 */
export function useFolderOfPrograms(): string {
  const folder = scratchFolder("blocks-", CACHE);
  beforeAll(async () => {
    for (const block of PROGRAMS) writeFileSync(join(folder, fileName(block)), `export {};\n${block.code}`);
    await buildPackage();
  });
  return folder;
}
