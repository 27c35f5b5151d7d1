/** The models and constants of each language, from the documents: what people write is in `templates/`. */

import type { LanguageName } from "../languages.ts";
import { renderGo } from "./go.ts";
import { renderJava } from "./java.ts";
import { renderPhp } from "./php.ts";
import { renderPython } from "./python.ts";
import { renderRuby } from "./ruby.ts";
import { renderRust } from "./rust.ts";
import type { Renderer } from "./shared.ts";
import { renderTypeScript } from "./typescript.ts";

/** Renders models and constants of each language, as files by path in its package. */
export const RENDERERS: Readonly<Record<LanguageName, Renderer>> = {
  go: renderGo,
  java: renderJava,
  php: renderPhp,
  python: renderPython,
  ruby: renderRuby,
  rust: renderRust,
  typescript: renderTypeScript,
};
