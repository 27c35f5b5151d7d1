/** The tools that read our documents, in the order of the page. */

import type { Reader } from "./reader.ts";
import { TESTERS } from "./testers.ts";
import { VALIDATORS } from "./validators.ts";
import { VIEWERS } from "./viewers.ts";
import { WORKFLOW } from "./workflow.ts";

export const READERS: readonly Reader[] = [...VALIDATORS, ...TESTERS, WORKFLOW, ...VIEWERS];
