/** All frameworks of other languages, in the order of the page. */

import type { LanguageName } from "../../src/languages/index.ts";
import type { Framework, Setup } from "./framework.ts";
import { PYTHON, PYTHON_SETUP } from "./python.ts";

/** One for each language that has frameworks here. */
export const SETUPS: Readonly<Partial<Record<LanguageName, Setup>>> = { python: PYTHON_SETUP };

export const FRAMEWORKS: readonly Framework[] = [...PYTHON];
