/** The tools that read our documents, in the order of the page. */

import { CODED } from "./coded.ts";
import { COLLECTIONS } from "./collections.ts";
import type { Reader } from "./reader.ts";
import { TESTERS } from "./testers.ts";
import { VALIDATORS } from "./validators.ts";
import { VIEWERS } from "./viewers.ts";
import { WORKFLOWS } from "./workflow.ts";

export const READERS: readonly Reader[] = [
  ...VALIDATORS,
  ...TESTERS,
  ...CODED,
  ...COLLECTIONS,
  ...WORKFLOWS,
  ...VIEWERS,
];
