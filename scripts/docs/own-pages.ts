import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURES } from "../../docs/pictures/index.ts";
import { frameworksPage } from "../frameworks/page.ts";
import { hostsPage } from "../hosts/page.ts";
import { controlPage } from "./control-page.ts";
import { errorsPage } from "./errors-page.ts";
import { withExamples } from "./examples.ts";
import { gapsPage } from "./gaps-page.ts";
import { languagesPage } from "./languages-table.ts";

/** Writes the pages of this repository, or parts of them, that are made from documents and code. */
export function renewPages(root: string): void {
  const renew = (page: string, made: (text: string) => string) => {
    const file = join(root, page);
    writeFileSync(file, made(readFileSync(file, "utf8")));
  };
  const control = JSON.parse(readFileSync(join(root, "generated/control.json"), "utf8"));
  renew("docs/errors.md", errorsPage);
  renew("docs/unspecified.md", () => gapsPage(root));
  renew("docs/control.md", () => controlPage(control));
  renew("docs/guides/languages.md", (text) => languagesPage(root, text));
  renew("docs/hosts.md", (text) => hostsPage(root, text));
  renew("docs/frameworks.md", (text) => frameworksPage(root, text));
  for (const page of ["README.md", ...globSync("docs/guides/*.md", { cwd: root })])
    renew(page, (text) => withExamples(root, text));
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(join(root, "docs/pictures", name), draw());
}
