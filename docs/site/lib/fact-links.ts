import { gapAnchor } from "../../../scripts/docs/gaps-page.ts";
import { facts } from "../model/facts.ts";

/** Turns every fact id outside of code and links into a link to its sentence, which shows where one points at it. */
export function linkedFacts(html: string): string {
  let inside = 0;
  return html.replaceAll(/<(\/?)(?:a|code|pre)\b[^>]*>|<[^>]*>|\bF-\d[\d.]*-\d+\b/g, (all, slash?: string) => {
    if (slash !== undefined) inside += slash === "/" ? -1 : 1;
    if (all.startsWith("<") || inside > 0) return all;
    const says =
      facts()
        .find(({ id }) => id === all)
        ?.sentence.replaceAll("&", "&amp;")
        .replaceAll('"', "&quot;") ?? "";
    return `<a class="fact" href="/stated/#${gapAnchor(all)}" data-says="${says}">${all}</a>`;
  });
}
