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
    { ...group("Get started"), items: [item("Overview", ""), ...group("Get started").items] },
    group("Receive webhooks", item("Signature playground", "playground")),
    group("Call the API"),
    group("Test both sides"),
    group("Sandbox and mock"),
    group("Run the service"),
    {
      label: "API and events",
      items: [
        item("API", "api"),
        ...operations().map(({ title, slug }) => item(title, slug)),
        item("Events", "events"),
        ...messages().map(({ title, slug }) => item(title, slug)),
      ],
    },
    group(
      "Facts, errors, commands",
      item("What is not specified", "unspecified"),
      item("What is stated", "stated"),
      item("Errors", "errors"),
      item("Library", "library/main"),
      item("Command line", "cli"),
      item("Downloads", "downloads"),
    ),
    { ...group("Project"), collapsed: true },
  ].filter((one) => !("items" in one) || one.items.length > 0);
}
