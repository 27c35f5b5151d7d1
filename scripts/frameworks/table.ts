/** All frameworks of other languages, in the order of the page. */

import type { LanguageName } from "../../src/languages/index.ts";
import type { Framework, Setup } from "./framework.ts";
import { GO, GO_SETUP } from "./go.ts";
import { JAVA, JAVA_SETUP } from "./java.ts";
import { PHP, PHP_SETUP } from "./php.ts";
import { PYTHON, PYTHON_SETUP } from "./python.ts";
import { RUBY, RUBY_SETUP } from "./ruby.ts";
import { RUST, RUST_SETUP } from "./rust.ts";

/** One for each language that has frameworks here. */
export const SETUPS: Readonly<Partial<Record<LanguageName, Setup>>> = {
  python: PYTHON_SETUP,
  php: PHP_SETUP,
  ruby: RUBY_SETUP,
  go: GO_SETUP,
  java: JAVA_SETUP,
  rust: RUST_SETUP,
};

export const FRAMEWORKS: readonly Framework[] = [...PYTHON, ...PHP, ...RUBY, ...GO, ...JAVA, ...RUST];
