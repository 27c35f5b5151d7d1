import type { APIRoute } from "astro";
import { linkedFiles } from "../../model/links.ts";
import { ownWords } from "../../model/own-words.ts";
import { readPicture, readText } from "../../model/source.ts";

/** Files of the repository that a page links to, such as pictures and overlays, under their path there. */
export function getStaticPaths() {
  return linkedFiles().map((file) => ({ params: { file }, props: { file } }));
}

export const GET: APIRoute<{ file: string }> = ({ props: { file } }) =>
  new Response(file.endsWith(".svg") ? readPicture(file) : ownWords(file, readText(file)));
