import { gapAnchor } from "../../../scripts/docs/gaps-page.ts";

/** Turns every fact id outside of code and links into a link to its sentence. */
export function linkedFacts(html: string): string {
  let inside = 0;
  return html.replaceAll(/<(\/?)(?:a|code|pre)\b[^>]*>|<[^>]*>|\bF-\d[\d.]*-\d+\b/g, (all, slash?: string) => {
    if (slash !== undefined) inside += slash === "/" ? -1 : 1;
    if (all.startsWith("<") || inside > 0) return all;
    return `<a class="fact" href="/stated/#${gapAnchor(all)}">${all}</a>`;
  });
}
