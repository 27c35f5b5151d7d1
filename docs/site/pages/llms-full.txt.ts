import type { APIRoute } from "astro";
import { sitePages } from "../model/pages.ts";

/** Every page as Markdown, one after the other. */
export const GET: APIRoute = () =>
  new Response(
    sitePages()
      .map(({ markdown }) => markdown().trim())
      .join("\n\n---\n\n"),
  );
