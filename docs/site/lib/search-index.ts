import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { close, createIndex } from "pagefind";

/** What Pagefind brings besides its index: interfaces of its own, and a word list for pages without a language. Ours needs none of it. */
const UNUSED = /^(pagefind-(ui|modular-ui|component-ui|highlight)\.|wasm\.unknown)/;

/**
 * Writes the search index of the pages in a folder to `pagefind/` in it. The files are taken as bytes and written here: once,
 * on a busy machine, the one that Pagefind's own process wrote last came out different, and the search found nothing.
 * @throws with what Pagefind said, or when it indexed no page.
 */
export async function writeSearchIndex(folder: string): Promise<void> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index was not made: ${errors.join(", ")}`);
  const added = await index.addDirectory({ path: folder });
  const { files, errors: failed } = await index.getFiles();
  await close();
  if (added.page_count === 0 || failed.length > 0 || files.length === 0)
    throw new Error(`The search index was not made: ${[...added.errors, ...failed].join(", ")}`);
  for (const { path, content } of files.filter((one) => !UNUSED.test(one.path))) {
    const file = join(folder, "pagefind", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
