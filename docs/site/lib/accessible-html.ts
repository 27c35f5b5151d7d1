/**
 * Makes rendered Markdown accessible: a checkbox gets a label, an empty table header is not a header, and a table wider
 * than the page can take the focus to be scrolled. Checkboxes can be ticked; the page does not store them.
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

const COMMON =
  /^(?:properties|parameters|returns|methods|throws|type-declaration|call-signature|type-parameters|constructors?|extends|inherited-from|overrides|accessors|get-signature|default-value|example)(?:-\d+)?$/;

/**
 * Makes each heading a link to itself, so that every section has an address to copy. A heading that contains a link
 * stays as it is, and so does one that every export of the library has, such as Parameters.
 */
export function linkedHeadings(html: string): string {
  return html.replaceAll(
    /<(h[2-4])( id="([^"]+)"[^>]*)>((?:(?!<a\s|<\/h)[\s\S])*)<\/\1>/g,
    (heading, tag, attributes, id, text) => {
      if (COMMON.test(id)) return heading;
      return `<${tag}${attributes}><a href="#${id}">${text}</a></${tag}>`;
    },
  );
}
