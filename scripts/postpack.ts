import { join } from "node:path";
import { restoreReadme } from "./build/readme.ts";

/** After packing: the README is that of the repository again. */
restoreReadme(join(import.meta.dirname, ".."));
