/** Packages for other languages: models, signatures, a receiver, a client, and the vectors that prove them. */

import { LANGUAGES, type Language, type LanguageName } from "./languages.ts";
import { renderPackage } from "./render.ts";
import { refuse, writePackage } from "./write.ts";

export { LANGUAGES, type LanguageName } from "./languages.ts";

export interface GenerateOptions {
  /** One of `LANGUAGES`. */
  readonly language: string;
  /** The folder to write. It need not be there. */
  readonly out: string;
  /** Writes into a folder that is not empty: files of the package are replaced, all others kept. Default false. */
  readonly force?: boolean;
}

export interface Generated {
  readonly language: LanguageName;
  readonly out: string;
  /** Paths in the folder, sorted. */
  readonly files: readonly string[];
  readonly needs: string;
  /** The commands to run next, in this order. */
  readonly next: readonly string[];
}

/**
 * Writes the package of one language. All of it or nothing; the same bytes every time.
 *
 * @throws GenerateError `language_unknown`, `out_not_empty`, `out_no_folder`, `out_unwritable`
 */
export async function generateClient({ language, out, force = false }: GenerateOptions): Promise<Generated> {
  if (!isLanguage(language))
    refuse(
      "language_unknown",
      `${JSON.stringify(language.slice(0, 40))} is none of ${Object.keys(LANGUAGES).join(", ")}`,
    );
  const files = renderPackage(language);
  await writePackage(out, files, force);
  const { needs, next }: Language = LANGUAGES[language];
  return { language, out, files: [...files.keys()], needs, next: [`cd ${quoted(out)}`, ...next] };
}

function isLanguage(name: string): name is LanguageName {
  return Object.hasOwn(LANGUAGES, name);
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
