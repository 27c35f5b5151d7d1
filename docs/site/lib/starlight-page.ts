import Page from "@astrojs/starlight/components/StarlightPage.astro";

/** Starlight's frame around a page of our own. */
export const StarlightPage = Page;
