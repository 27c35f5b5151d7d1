import { markdownToHtml } from "satteri";

/** Markdown of a document as HTML. Raw HTML in it is shown as text: `<WEBHOOK_SECRET>` is a placeholder, never a tag. */
export function toHtml(markdown: string): string {
  const { html } = markdownToHtml(escapeTags(markdown), { features: { smartPunctuation: false } });
  return html.trim();
}

/** The same for one phrase, without a paragraph around it. */
export function toInlineHtml(markdown: string): string {
  return toHtml(markdown).replace(/^<p>([\s\S]*)<\/p>$/, "$1");
}

/** `<` begins no tag outside of code. */
function escapeTags(markdown: string): string {
  return markdown.replaceAll(/(`[^`]*`)|</g, (all, code) => (code ? all : "&lt;"));
}
