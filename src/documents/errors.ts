/** Errors of documents, each with the sentence of the catalogue. */

import { type DocumentCode, DocumentError } from "../errors/documents.ts";
import { createError } from "../errors/raise.ts";

/** Makes the error. `detail`: which file, place or name it is about. */
export function documentError(code: DocumentCode, detail?: string): DocumentError {
  return createError(DocumentError, code, detail);
}
