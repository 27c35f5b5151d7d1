/** Every way to break an input of `npm run generate`; `npm test` tries one for each rule. */

import { describe } from "vitest";
import { BROKEN } from "../generate/broken-inputs.table.ts";
import { findsEach } from "../generate/broken-inputs.ts";

describe.each(Object.entries(BROKEN))("%s", (_, rows) => findsEach(rows));
