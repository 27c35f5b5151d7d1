/** The texts of errors of `generate --language` and of its packages. */

import { defineTexts, prose } from "./text.ts";

/** Why no package for another language was written. */
export const GENERATE_TEXTS = defineTexts({
  language_unknown: {
    means: "There is no package for this language.",
    fix: prose`Choose one that collections-contract generate --help lists, or use the JSON Schemas and vectors of this
      package.`,
  },
  name_unusable: {
    means: "The language has no name of this kind, or does not allow this one. Nothing was written.",
    fix: prose`Use --package for any language, --group for Java, --module for Go, with a name that the language
      allows. They also replace what follows from the fact \`package\` of a deployment.`,
  },
  contract_unusable: {
    means: "No package can be made from the documents of this deployment. Nothing was written.",
    fix: prose`Change the overlay of the place that the message names: members of payloads are texts, integers, true
      or false, lists or objects.`,
  },
  out_not_empty: {
    means: "The folder is not empty. Nothing was written.",
    fix: prose`Name another one. generate --force replaces files of the package, keeps those that you edited under
      another name, and leaves all others.`,
  },
  out_no_folder: {
    means: "This is not a folder, or it cannot be read. Nothing was written.",
    fix: "Name a folder; it need not exist yet.",
  },
  out_linked: {
    means: "A folder of the package is a link to another place. Nothing was written.",
    fix: "Replace the link with a folder, or name another folder.",
  },
  out_unwritable: {
    means: "The folder, or a temporary one next to it, cannot be written. The folder was not changed.",
    fix: "Name a folder that this user may create, on a disk with free space.",
  },
});
