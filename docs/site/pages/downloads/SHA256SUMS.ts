import type { APIRoute } from "astro";
import { downloads } from "../../model/download-files.ts";

/** One line a file, as sha256sum reads them. */
export const GET: APIRoute = () =>
  new Response(
    downloads()
      .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
      .join(""),
  );
