import { markdownPages } from "./guides.ts";
import { plain, readPage } from "./markdown.ts";
import { messages } from "./messages.ts";
import { operations } from "./operations.ts";

type Item = { label: string; link: string };
type Group = { label: string; items: Item[]; collapsed?: boolean };

const item = (label: string, slug: string): Item => ({ label, link: slug === "" ? "/" : `/${slug}/` });

/** What stands left of every page. */
export function sidebar(): (Item | Group)[] {
  const pages = markdownPages();
  const group = (label: string, ...more: Item[]): Group => ({
    label,
    items: [
      ...pages.filter((page) => page.group === label).map(({ file, slug }) => item(plain(readPage(file).title), slug)),
      ...more,
    ],
  });
  return [
    { ...group("Start"), items: [item("Overview", ""), ...group("Start").items] },
    group("Receive", item("Signature playground", "playground")),
    group("Call"),
    group("Prove"),
    group("Build"),
    group("Run"),
    {
      label: "Reference",
      items: [
        item("API", "api"),
        ...operations().map(({ title, slug }) => item(title, slug)),
        item("Events", "events"),
        ...messages().map(({ title, slug }) => item(title, slug)),
      ],
    },
    {
      label: "Look up",
      items: [
        item("What is not specified", "unspecified"),
        item("What is stated", "stated"),
        item("Errors", "errors"),
        item("Library", "library/main"),
        item("Command line", "cli"),
        item("Downloads", "downloads"),
      ],
    },
    { ...group("Project"), collapsed: true },
  ].filter((one) => !("items" in one) || one.items.length > 0);
}
