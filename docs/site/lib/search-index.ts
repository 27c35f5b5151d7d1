import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { close, createIndex } from "pagefind";

/**
 * Files that Pagefind writes beside its index: its own user interfaces, a copy for a worker, and a word list for pages
 * without a language. The site uses none of them.
 */
const UNUSED = /^(pagefind-(ui|modular-ui|component-ui|highlight|worker)\.|wasm\.unknown)/;

/**
 * Writes the search index of a folder's pages to its subfolder `pagefind/`. Pagefind returns the files as bytes,
 * because on a busy machine the last file that Pagefind's own process wrote was once incomplete, and the search found
 * nothing.
 * @throws with Pagefind's message, or if it indexed no page.
 */
export async function writeSearchIndex(folder: string): Promise<void> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index was not made: ${errors.join(", ")}`);
  const pages = pagesIn(folder);
  const added = await Promise.all(
    pages.map((file) =>
      index.addHTMLFile({ sourcePath: file, content: apart(readFileSync(join(folder, file), "utf8")) }),
    ),
  );
  const { files, errors: failed } = await index.getFiles();
  await close();
  const faults = [...added.flatMap((one) => one.errors), ...failed];
  if (pages.length === 0 || faults.length > 0 || files.length === 0)
    throw new Error(`The search index was not made: ${faults.join(", ")}`);
  for (const { path, content } of files.filter((one) => !UNUSED.test(one.path))) {
    const file = join(folder, "pagefind", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  writeFileSync(join(folder, "pagefind", "words.json"), JSON.stringify(wordsOf(folder)));
}

/** Every page of a folder, as paths in it. */
const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && !UNSEARCHED.test(file))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();

/** What a reader looks for is not in what has changed. */
const UNSEARCHED = /^changelog\//;

/** Texts below or beside each other keep a space between them in the index; declarations are not words of anybody. */
const apart = (html: string) =>
  html
    .replaceAll(/<blockquote>[\s\S]*?<\/blockquote>/g, "")
    .replaceAll(/<\/(?:dt|dd|td|th|li|summary)>|<span class="open-mark"/g, (tag) => ` ${tag}`);

/** Words of titles and headings, to which the search corrects misspelt ones. Shorter words have too many neighbours. */
function wordsOf(folder: string): string[] {
  const words = new Set<string>();
  for (const file of pagesIn(folder)) {
    const html = readFileSync(join(folder, file), "utf8");
    for (const [, heading = ""] of html.matchAll(/<h[123]\b[^>]*>([\s\S]*?)<\/h[123]>/g))
      for (const [word] of heading
        .replaceAll(/<[^>]*>/g, " ")
        .toLowerCase()
        .matchAll(/[a-z]{5,}/g))
        words.add(word);
  }
  return [...words].sort();
}
