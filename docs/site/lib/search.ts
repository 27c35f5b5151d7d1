// The search dialog. The index of Pagefind is loaded when the dialog opens for the first time, from this site.
type Found = { url: string; meta: { title: string }; excerpt: string; sub_results: Sub[] };
type Sub = { title: string; url: string; excerpt: string };
type Pagefind = {
  options(given: object): Promise<void>;
  debouncedSearch(term: string): Promise<{ results: { data(): Promise<Found> }[] } | null>;
};

const MOST = 12;
const MOST_BELOW = 3;

class SiteSearch extends HTMLElement {
  #pagefind: Promise<Pagefind> | undefined;

  connectedCallback(): void {
    const dialog = this.#one("dialog");
    this.#one("button.search-open").addEventListener("click", () => this.#open(dialog));
    this.#one("button.search-close").addEventListener("click", () => dialog.close());
    this.#one("input").addEventListener("input", (event) =>
      this.#search((event.target as HTMLInputElement).value.trim()),
    );
    // A click outside the frame, or on a result, closes the dialog.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || (event.target as Element).closest("a")) dialog.close();
    });
    window.addEventListener("keydown", (event) => {
      if ((event.metaKey || event.ctrlKey) && event.key === "k") {
        event.preventDefault();
        if (dialog.open) dialog.close();
        else this.#open(dialog);
      }
    });
  }

  #one<K extends keyof HTMLElementTagNameMap>(selector: K | `${K}.${string}`): HTMLElementTagNameMap[K] {
    return this.querySelector(selector) as HTMLElementTagNameMap[K];
  }

  #open(dialog: HTMLDialogElement): void {
    dialog.showModal();
    this.#one("input").focus();
    this.#load();
  }

  #load(): Promise<Pagefind> {
    const root = new URL(this.dataset.root ?? "/", location.href).pathname;
    this.#pagefind ??= import(/* @vite-ignore */ `${root}pagefind/pagefind.js`).then(async (pagefind: Pagefind) => {
      await pagefind.options({ baseUrl: root, excerptLength: 18 });
      return pagefind;
    });
    return this.#pagefind;
  }

  /** Undefined if the index could not be loaded. */
  async #find(term: string): Promise<{ results: { data(): Promise<Found> }[] } | null | undefined> {
    try {
      return await (await this.#load()).debouncedSearch(term);
    } catch (error) {
      console.error(error);
      return undefined;
    }
  }

  async #search(term: string): Promise<void> {
    const said = this.querySelector(".search-said") as HTMLElement;
    const list = this.querySelector(".search-results") as HTMLElement;
    if (term === "") {
      said.textContent = "";
      list.replaceChildren();
      return;
    }
    const found = await this.#find(term);
    if (found === null) return; // the next letter came
    if (found === undefined) {
      said.textContent = "The search index could not be loaded. Reload the page to try again.";
      return;
    }
    const pages = await Promise.all(found.results.slice(0, MOST).map((result) => result.data()));
    const last = (this.dataset.last ?? "").split(" ");
    pages.sort((a, b) => rankOf(a, term, last) - rankOf(b, term, last));
    const count = found.results.length;
    said.textContent =
      count === 0 ? `Nothing found for “${term}”.` : `${count} ${count === 1 ? "page" : "pages"} found`;
    list.replaceChildren(...pages.map(resultOf));
  }
}

/**
 * Sorts sections whose heading is the search term first, such as a gap or an error code, and pages about this project
 * last.
 */
function rankOf({ url, sub_results }: Found, term: string, last: readonly string[]): number {
  if (last.some((slug) => url.endsWith(`/${slug}/`))) return 2;
  return sub_results.some(({ title }) => title.toLowerCase().startsWith(term.toLowerCase())) ? 0 : 1;
}

function resultOf(page: Found): HTMLElement {
  const item = document.createElement("li");
  const below = page.sub_results.filter(({ url }) => url !== page.url).slice(0, MOST_BELOW);
  item.append(linkTo(page.url, page.meta.title, below.length > 0 ? "" : page.excerpt));
  if (below.length > 0) {
    const list = document.createElement("ul");
    for (const { url, title, excerpt } of below) {
      const sub = document.createElement("li");
      sub.append(linkTo(url, title, excerpt));
      list.append(sub);
    }
    item.append(list);
  }
  return item;
}

function linkTo(url: string, title: string, excerpt: string): HTMLElement {
  const link = document.createElement("a");
  link.href = url;
  const name = document.createElement("strong");
  name.textContent = title;
  link.append(name);
  if (excerpt) {
    const text = document.createElement("span");
    // Pagefind escapes the text and adds only `<mark>` elements.
    text.innerHTML = excerpt;
    link.append(text);
  }
  return link;
}

customElements.define("site-search", SiteSearch);
