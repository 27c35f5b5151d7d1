import Page from "@astrojs/starlight/components/StarlightPage.astro";

/** Starlight's frame around a page of our own. */
export const StarlightPage = Page;

/** For the front matter of a page that needs more than a column of text. */
export const WIDE = [{ tag: "meta" as const, attrs: { name: "layout", content: "wide" } }];
