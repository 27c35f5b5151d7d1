/** The site as one compressed file, which is how the package carries it. */

import { brotliDecompressSync } from "node:zlib";

/** Files by their path below the site, with slashes. */
export type SiteFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Returns the files: Brotli over a line of JSON (`[[path, bytes], ...]`) and the contents one after the other. */
export function readArchive(packed: Uint8Array): SiteFiles {
  const all = new Uint8Array(brotliDecompressSync(packed));
  const start = all.indexOf(0x0a) + 1;
  const list: [path: string, bytes: number][] = JSON.parse(new TextDecoder().decode(all.subarray(0, start)));
  let at = start;
  return new Map(
    list.map(([path, bytes]) => {
      at += bytes;
      return [path, all.subarray(at - bytes, at)];
    }),
  );
}
