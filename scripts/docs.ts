import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURES } from "../docs/pictures/index.ts";
import { errorsPage } from "./docs/errors-page.ts";
import { gapsPage } from "./docs/gaps-page.ts";
import { renderReference } from "./docs/reference.ts";

/** The pages that are made from something: docs/errors.md in place, the reference in docs/dist. */
const root = join(import.meta.dirname, "..");
const out = join(root, "docs/dist");
mkdirSync(out, { recursive: true });
writeFileSync(join(root, "docs/errors.md"), errorsPage());
writeFileSync(join(root, "docs/unspecified.md"), gapsPage(root));
for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(join(root, "docs/pictures", name), draw());
for (const file of ["docs/errors.md", "docs/unspecified.md", ...(await renderReference(root, out))])
  process.stdout.write(`${file}\n`);
