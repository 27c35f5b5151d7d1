import type { ExpressiveCodePlugin } from "astro-expressive-code";

export function labelledCode(): ExpressiveCodePlugin {
  return { name: "labelled-code" };
}
