import type { APIRoute } from "astro";
import { downloads } from "../../model/download-files.ts";

/** The files of the page of downloads. */
export function getStaticPaths() {
  return downloads().map(({ name, content }) => ({ params: { file: name }, props: { content } }));
}

export const GET: APIRoute<{ content: string }> = ({ props }) => new Response(props.content);
