import { readFileSync } from "node:fs";
import type { APIRoute } from "astro";
import { downloads } from "../../model/download-files.ts";

/** The files of the page of downloads. */
export function getStaticPaths() {
  return downloads().map(({ name, from }) => ({ params: { file: name }, props: { from } }));
}

export const GET: APIRoute<{ from: string }> = ({ props }) => new Response(readFileSync(props.from));
