/** The texts of what `generate --language` refuses; `error-texts.ts` holds them together with all others. */

import type { GenerateCode } from "../languages.ts";

export const GENERATE_ERROR_TEXTS: Readonly<Record<GenerateCode, { readonly means: string; readonly fix: string }>> = {
  language_unknown: {
    means: "There is no package for this language.",
    fix: "Choose one that collections-contract generate --help lists, or use the JSON Schemas and vectors of this package.",
  },
  name_unusable: {
    means: "The language has no such name, or this is not one that it allows. Nothing was written.",
    fix: "Use --package for Go, Java and Python, --group for Java, --module for Go, with a name as the language writes it.",
  },
  out_not_empty: {
    means: "The folder is not empty. Nothing was written.",
    fix: "Name another one. generate --force replaces files of the package, keeps those that you edited under another name, and leaves all others.",
  },
  out_no_folder: {
    means: "This is no folder, or one that cannot be looked into. Nothing was written.",
    fix: "Name a folder; it need not be there yet.",
  },
  out_linked: {
    means: "A folder of the package is a link to another place. Nothing was written.",
    fix: "Replace the link by a folder, or name another folder.",
  },
  out_unwritable: {
    means: "The folder cannot be written, or not beside the place where it is to be. It was left as it was.",
    fix: "Name a folder that this user may make, with room on its disk.",
  },
};
