import { markdownToHtml } from "satteri";

/**
 * Renders Markdown of a document as HTML. Raw HTML is shown as text: `<WEBHOOK_SECRET>` is a placeholder, not a tag.
 */
export function toHtml(markdown: string): string {
  const { html } = markdownToHtml(escapeTags(markdown), { features: { smartPunctuation: false } });
  return html.trim();
}

/** The same for one phrase, without a paragraph element. */
export function toInlineHtml(markdown: string): string {
  return toHtml(markdown).replace(/^<p>([\s\S]*)<\/p>$/, "$1");
}

/** Outside of code, `<` never starts a tag. */
function escapeTags(markdown: string): string {
  return markdown.replaceAll(/(`[^`]*`)|</g, (all, code) => (code ? all : "&lt;"));
}
