/**
 * Rendered Markdown, mended for those who hear it or use a keyboard: a box to tick belongs to its words, an empty head of a table is no
 * head, and a table that may be wider than the page can be reached to scroll it. The boxes may be ticked; the page forgets them.
 */
export function accessibleHtml(html: string): string {
  return html
    .replaceAll(
      /(<li class="task-list-item">)\s*<input type="checkbox"[^>]*>([\s\S]*?)(<\/li>)/g,
      '$1<label><input type="checkbox">$2</label>$3',
    )
    .replaceAll(
      /<table>(\s*<thead>\s*<tr>(?:\s*<th[^>]*>(?:(?!<\/th>)[\s\S])*<\/th>){2,}\s*<\/tr>)/g,
      '<table tabindex="0">$1',
    )
    .replaceAll(/<th[^>]*>\s*<\/th>/g, "<td></td>")
    .replaceAll("<strong>breaking</strong>", '<strong class="breaking">breaking</strong>');
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
