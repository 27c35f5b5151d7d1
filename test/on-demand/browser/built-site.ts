import { buildSite } from "../../../scripts/docs/site.ts";
import { keepForTree } from "../../support/built.ts";
import { root } from "../../support/repository.ts";

/** The folder of a host below which the site is looked at. */
export const BASE = "/below/a/folder/";

/** The site for a folder of a host, built once for all test files. */
export const builtSite = (base: string): Promise<string> =>
  keepForTree(base === BASE ? "site-below" : "site-on-top", (out) => buildSite({ root, out, base }));
