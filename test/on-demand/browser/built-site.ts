import { buildSite } from "../../../scripts/docs/site.ts";
import { keepForTree } from "../../support/built.ts";
import { root } from "../../support/repository.ts";

/** The folder of a host below which the site is looked at. */
export const BASE = "/below/a/folder/";

/** The site for that folder, built once for all test files. */
export const builtSite = (): Promise<string> =>
  keepForTree("site-below", (out) => buildSite({ root, out, base: BASE }));
