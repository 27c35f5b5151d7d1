import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRoute } from "astro";
import { linkedFiles } from "../../model/links.ts";
import { root } from "../../model/source.ts";

/** Files of the repository that a page links to, such as pictures and overlays, under their path there. */
export function getStaticPaths() {
  return linkedFiles().map((file) => ({ params: { file }, props: { file } }));
}

export const GET: APIRoute<{ file: string }> = ({ props }) => new Response(readFileSync(join(root, props.file)));
