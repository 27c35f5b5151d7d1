// The search dialog. The index of Pagefind is loaded when the dialog opens for the first time, from this site.
import { aliasesFor, correctTerm, type Target } from "./search-words.ts";

type Found = { url: string; meta: { title: string }; excerpt: string; sub_results: Sub[] };
type Sub = { title: string; url: string; excerpt: string };
type Pagefind = {
  options(given: object): Promise<void>;
  debouncedSearch(term: string): Promise<{ results: { data(): Promise<Found> }[] } | null>;
};

const MOST = 12;
const MOST_BELOW = 3;

/** Made by the script, because every page would repeat it. */
const DIALOG = `<dialog aria-label="Search">
<div class="search-frame">
<div class="search-bar">
<input type="text" role="searchbox" enterkeyhint="search" spellcheck="false" aria-label="Search the documentation"
placeholder="Field, event, error code, guide" autocomplete="off">
<button type="button" class="search-close">Close</button>
</div>
<p class="search-said" role="status"></p>
<ol class="search-results"></ol>
</div>
</dialog>`;

class SiteSearch extends HTMLElement {
  /** Counts what was typed, so that a slow answer never replaces a later one. */
  #turn = 0;
  #pagefind: Promise<Pagefind> | undefined;
  /** Words of the headings of this site; none until they are loaded. */
  #words: readonly string[] = [];

  connectedCallback(): void {
    this.insertAdjacentHTML("beforeend", DIALOG);
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
    dialog.addEventListener("keydown", (event) => this.#walk(event));
    window.addEventListener("keydown", (event) => {
      const isTyping = (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]");
      if (event.key === "/" && !isTyping && !dialog.open) {
        event.preventDefault();
        this.#open(dialog);
      }
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

  /** Arrows go through the results and back to the field; Enter in the field takes the first one. */
  #walk(event: KeyboardEvent): void {
    const stops = [this.#one("input"), ...this.querySelectorAll<HTMLElement>(".search-results a")];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    else if (step !== undefined && at >= 0) stops[(at + step + stops.length) % stops.length]?.focus();
    else return;
    event.preventDefault();
  }

  #load(): Promise<Pagefind> {
    const root = new URL(this.dataset.root ?? "/", location.href).pathname;
    this.#pagefind ??= import(/* @vite-ignore */ `${root}pagefind/pagefind.js`).then(async (pagefind: Pagefind) => {
      await pagefind.options({ baseUrl: root, excerptLength: 18, noWorker: true });
      this.#words = await fetch(`${root}pagefind/words.json`).then(
        (answer) => answer.json(),
        () => [],
      );
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
    const turn = ++this.#turn;
    if (term === "") {
      said.textContent = "";
      list.replaceChildren();
      return;
    }
    let found = await this.#find(term);
    let shown = term;
    const other = found && found.results.length === 0 ? correctTerm(term, this.#words) : undefined;
    if (other !== undefined) {
      found = await this.#find(other);
      shown = other;
    }
    if (found === null) return; // the next letter came
    if (found === undefined) {
      said.textContent = "The search index could not be loaded. Reload the page to try again.";
      return;
    }
    const pages = await Promise.all(found.results.slice(0, MOST).map((result) => result.data()));
    if (turn !== this.#turn) return;
    const last = (this.dataset.last ?? "").split(" ");
    pages.sort((a, b) => rankOf(a, shown, last) - rankOf(b, shown, last));
    const root = new URL(this.dataset.root ?? "/", location.href).pathname;
    const own = aliasesFor(shown);
    const first = own.length > 0 ? own : aliasesFor(correctTerm(shown, this.#words) ?? "");
    const others = pages.filter(({ url }) => !first.some(({ to }) => url === root + to));
    const count = first.length + others.length;
    said.textContent =
      count === 0
        ? `Nothing found for “${term}”.`
        : `${count} ${count === 1 ? "page" : "pages"} found${shown === term ? "" : ` for “${shown}”`}`;
    list.replaceChildren(
      ...first.map((target) => targetOf(target, root)),
      ...others.map((page) => resultOf(page, root)),
    );
  }
}

/**
 * Sorts sections whose heading is the search term first, such as a gap or an error code, and pages about this project
 * last.
 */
function rankOf({ url, sub_results }: Found, term: string, last: readonly string[]): number {
  if (last.some((slug) => url.endsWith(`/${slug}/`))) return 2;
  if (sub_results.some(({ title }) => title.toLowerCase().startsWith(term.toLowerCase()))) return 0;
  // Pages of the library are long, and hold every word.
  return /\/library\//.test(url) ? 1.5 : 1;
}

/** What kind of page an address of the site is. */
const KINDS: readonly [begin: string, kind: string][] = [
  ["guides/", "Guide"],
  ["api/", "API"],
  ["events/", "Event"],
  ["errors/", "Error code"],
  ["unspecified/", "Question"],
  ["stated/", "Stated"],
  ["library/", "Library"],
  ["cli/", "Command"],
];
const kindOf = (to: string) => KINDS.find(([begin]) => to.startsWith(begin))?.[1] ?? "Page";

function targetOf({ title, to }: Target, root: string): HTMLElement {
  const item = document.createElement("li");
  item.append(linkTo(root + to, title, "", kindOf(to)));
  return item;
}

function resultOf(page: Found, root: string): HTMLElement {
  const item = document.createElement("li");
  const below = page.sub_results.filter(({ url }) => url !== page.url && !url.endsWith("#_top")).slice(0, MOST_BELOW);
  item.append(
    linkTo(page.url, page.meta.title, below.length > 0 ? "" : page.excerpt, kindOf(page.url.slice(root.length))),
  );
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

function linkTo(url: string, title: string, excerpt: string, kind?: string): HTMLElement {
  const link = document.createElement("a");
  link.href = url;
  const name = document.createElement("strong");
  name.textContent = title;
  link.append(name);
  if (kind) {
    const badge = document.createElement("em");
    badge.textContent = kind;
    name.append(" ", badge);
  }
  if (excerpt) {
    const text = document.createElement("span");
    // Pagefind escapes the text and adds only `<mark>` elements.
    text.innerHTML = excerpt;
    link.append(text);
  }
  return link;
}

customElements.define("site-search", SiteSearch);
