/** Shortens what every page repeats: colours of code, classes, the contents of a page, icons. */

import { withIconClasses, withIconRules } from "./icons.ts";

/** Returns functions for the pages, for style sheets after all pages, and for the style sheet of code blocks. */
export function shortening() {
  const colours = new Map<string, string>();
  const scopes = new Map<string, string>();
  const contents = new Set<string>();
  const icons = new Map<string, string>();
  return {
    html(page: string): string {
      const plain = shortScopes(withoutCellEnds(withoutDepths(withoutBlanks(withoutCards(page)))), scopes);
      return namedColours(withBareLines(withIconClasses(withPlainContents(plain, contents), icons)), colours);
    },
    css: (css: string): string => withIconRules(rulesOfContents(shortScopes(css, scopes), contents), icons),
    codeCss: (css: string): string => namedRules(css, colours),
  };
}

/** What social networks read, which needs the address of the site, and what made the page. */
const withoutCards = (html: string) =>
  html.replaceAll(/<meta (?:property="og:|name="(?:twitter:|generator"))[^>]*>/g, "");

/** The indentation of inline scripts, and headers of code blocks that are empty and never shown. */
const withoutBlanks = (html: string) =>
  html
    .replaceAll(/<script>[\s\S]*?<\/script>/g, (script) => script.replaceAll(/\n\s+/g, "\n"))
    .replaceAll('<figcaption class="header"></figcaption>', "");

/** Depths in the contents of a page: what stands in a list inherits them from the list. */
const withoutDepths = (html: string) => html.replaceAll(/<(li|a|span)\b([^>]*) style="--depth: ?\d+;?"/g, "<$1$2");

/** Classes that tie a style sheet to its component have 14 letters and stand at every element. */
const shortScopes = (text: string, names: Map<string, string>) =>
  text.replaceAll(/(?<=class="[^"]*|\.)\bastro-[a-z0-9]{8}\b/g, (long) => {
    const short = names.get(long) ?? `a${names.size}`;
    names.set(long, short);
    return short;
  });

/** Ends of cells, which HTML does not need before the next cell or the end of the row. */
const withoutCellEnds = (html: string) => html.replaceAll(/<\/td>(?=\s*<(?:td\b|\/tr>))/g, "");

/** Lines of code, the most frequent elements of all, without the quotes that HTML does not need. */
const withBareLines = (html: string) =>
  html.replaceAll(/<(div|span) class="(ec-line|code|indent)"(?=[ >])/g, "<$1 class=$2");

/** An entry in the contents of a page: its class stands three times, and its text in a span that nothing needs. */
const ENTRY = /<li class="(a\d+)"><a href="([^"]*)" class="\1"><span class="\1">([\s\S]*?)<\/span>\s*<\/a>/g;

/** Writes the contents of a page without classes. `scopes` gets those that their lists keep. */
const withPlainContents = (html: string, scopes: Set<string>) =>
  html.replaceAll(ENTRY, (_, scope: string, to: string, text: string) => {
    scopes.add(scope);
    return `<li><a href="${to}">${text}</a>`;
  });

/** The rules for entries find them below their list. */
const rulesOfContents = (css: string, scopes: Set<string>) =>
  css.replaceAll(/\b(a|li):where\(\.(a\d+)\)/g, (rule, tag: string, scope: string) =>
    scopes.has(scope) ? `${tag}:where(.${scope} ${tag})` : rule,
  );

/**
 * The default colours of code, dark and light. Their spans are removed: a quarter of all tokens inherit these colours
 * from the block.
 */
const PLAIN = /<span style="--0:#d6deeb;--1:#403f53">([^<]*)<\/span>/gi;

/** The colours of a third of all other tokens, which need no class. */
const KEYWORD = "--0:#C792EA;--1:#8844AE";

/** A text and the quotes around it, which have a colour of their own: they get that of the text. */
const QUOTED =
  /<span style="(--0:#[^"]*)">(["'`])<\/span><span style="(--0:#[^"]*)">([^<]*)<\/span><span style="\1">\2<\/span>/g;

/** Moves the colours of tokens into one style sheet, and writes each token as the shortest element. */
function namedColours(html: string, names: Map<string, string>): string {
  const token = /<span style="(--0:#[^"]*)">([^<]*)<\/span>/g;
  return html
    .replaceAll(QUOTED, '<span style="$3">$2$4$2</span>')
    .replaceAll(PLAIN, "$1")
    .replaceAll(token, (_, colours: string, text: string) => {
      if (colours === KEYWORD) return `<i>${text}</i>`;
      const name = names.get(colours) ?? `c${names.size}`;
      names.set(colours, name);
      return `<i class=${name}>${text}</i>`;
    });
}

const UPRIGHT = `.expressive-code i{font-style:normal;${KEYWORD}}`;

/** The style sheet of the code blocks selects tokens by their style attribute; here it selects them by class. */
function namedRules(css: string, names: Map<string, string>): string {
  const rules = [...names].map(([colours, name]) => `.expressive-code .${name}{${colours}}`);
  return css.replaceAll("span[style^='--']:not([class])", "i") + UPRIGHT + rules.join("");
}
