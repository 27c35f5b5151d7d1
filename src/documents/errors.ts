/** What is wrong with a document, with the sentence of the catalogue. */

import { textOf } from "../error-texts.ts";
import { type DocumentCode, DocumentError } from "../errors-documents.ts";

/** `detail`: which file, place or name it is about. */
export function documentError(code: DocumentCode, detail?: string): DocumentError {
  return new DocumentError(code, textOf(code), detail);
}
