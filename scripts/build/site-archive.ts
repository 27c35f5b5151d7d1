import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
import { buildSite } from "../docs/site.ts";
import { filesBelow, hashFiles } from "../files.ts";
import { inTurn } from "../in-turn.ts";

/** Redoc's two files have 5 MB and show what the pages show. */
const LEFT_OUT = /^(?:openapi|asyncapi)\.html$/;
/** What no page is made of. */
const NO_INPUT = new Set(["node_modules", "dist", ".git", ".cache", "out"]);

/**
 * Builds the site of a tree and returns it as `readArchive` reads it. The same tree gives the same bytes; what was
 * built for the same tree before is used again, because a package is packed several times in a row.
 *
 * @param build writes the site of the tree to an empty place: a copy whose node_modules is a link cannot build its own.
 */
export async function siteArchive(
  root: string,
  build: (out: string) => Promise<unknown> = (out) => buildSite({ root, out }),
): Promise<Buffer> {
  const kept = join(root, "node_modules/.cache/collections-contract");
  const file = join(kept, `site-${treeHash(root)}.br`);
  mkdirSync(kept, { recursive: true });
  // Built once, where several pack the same tree at the same moment.
  return inTurn(join(kept, "site.turn"), async () => {
    if (existsSync(file)) return readFileSync(file);
    const out = join(kept, `site-${process.pid}`);
    rmSync(out, { recursive: true, force: true });
    try {
      await build(out);
      const packed = packFolder(out);
      writeFileSync(`${file}.new`, packed);
      renameSync(`${file}.new`, file);
      return packed;
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
}

/** Packs a folder. The search index is unpacked first: what is compressed already does not get smaller. */
export function packFolder(folder: string): Buffer {
  const files = filesBelow(folder).filter((name) => !LEFT_OUT.test(name));
  const contents = files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  });
  const list = JSON.stringify(files.map((name, i) => [name, contents[i]?.length]));
  const all = Buffer.concat([Buffer.from(`${list}\n`), ...contents]);
  const params = {
    // 10 saves 61 kB more than 9 and takes 6 s instead of 1; 11 takes forty times as long as 9.
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
  };
  return brotliCompressSync(all, { params });
}

/** A hash of every file that a package is made of. */
export const treeHash = (root: string): string => hashFiles(root, filesBelow(root, NO_INPUT)).slice(0, 32);
