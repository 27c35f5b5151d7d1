import type { APIRoute } from "astro";
import { type SitePage, sitePages } from "../model/pages.ts";

/** The Markdown twin of every page: `guides/receiving.md` beside `guides/receiving/`. */
export function getStaticPaths() {
  return sitePages().map((page) => ({ params: { twin: page.slug || "index" }, props: { page } }));
}

export const GET: APIRoute<{ page: SitePage }> = ({ props }) => new Response(props.page.markdown());
