import { gapsTitle } from "./deployment.ts";
import { markdownPages } from "./guides.ts";
import { plain, readPage } from "./markdown.ts";

type Item = { label: string; link: string };
type Group = { label: string; items: Item[] };

const item = (label: string, slug: string): Item => ({ label, link: slug === "" ? "/" : `/${slug}/` });

/** What stands left of every page: few enough to read. Other pages are linked from these, and found by the search. */
export function sidebar(): Group[] {
  const pages = markdownPages();
  const group = (label: string, ...more: Item[]): Group => ({
    label,
    items: [
      ...pages.filter((page) => page.group === label).map(({ file, slug }) => item(plain(readPage(file).title), slug)),
      ...more,
    ],
  });
  return [
    { ...group("Get started"), items: [item("Overview", ""), ...group("Get started").items] },
    group("Receive webhooks"),
    group("Call the API", item("API and events", "api")),
    group("Test both sides"),
    group("Run the service"),
    group(
      "Look it up",
      item(gapsTitle(), "unspecified"),
      item("Errors", "errors"),
      item("Library", "library/main"),
      item("Command line", "cli"),
      ...pages.filter(({ slug }) => slug === "project").map(({ slug }) => item("The project", slug)),
    ),
  ].filter(({ items }) => items.length > 0);
}
