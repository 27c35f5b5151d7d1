/**
 * Rendered Markdown, mended for those who hear it: a box to tick belongs to its words, and an empty head of a table is no head.
 * The boxes may be ticked; the page forgets them.
 */
export function accessibleHtml(html: string): string {
  return html
    .replaceAll(
      /(<li class="task-list-item">)\s*<input type="checkbox"[^>]*>([\s\S]*?)(<\/li>)/g,
      '$1<label><input type="checkbox">$2</label>$3',
    )
    .replaceAll(/<th[^>]*>\s*<\/th>/g, "<td></td>");
}

/** A page whose headings are links to themselves, so that every section has an address to copy. Those that hold a link stay. */
export function linkedHeadings(html: string): string {
  return html.replaceAll(
    /<(h[2-4])( id="([^"]+)"[^>]*)>((?:(?!<a\s|<\/h)[\s\S])*)<\/\1>/g,
    (_, tag, attributes, id, text) => {
      return `<${tag}${attributes}><a class="here" href="#${id}">${text}</a></${tag}>`;
    },
  );
}
