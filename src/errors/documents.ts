/** The codes of whatever reads documents: the comparison, overlays, contract folders. */

import type { DOCUMENT_TEXTS } from "./texts/documents.ts";

/** What is wrong with a document, an overlay or a contract folder that was given. @useDeclaredType */
export type DocumentCode = keyof typeof DOCUMENT_TEXTS;

/** Thrown by whatever reads documents. `detail` says which file, place, gap or setting it is about. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly code: DocumentCode;
  readonly detail: string | undefined;

  constructor(code: DocumentCode, message: string, detail?: string) {
    super(detail === undefined ? message : `${detail}: ${message}`);
    this.code = code;
    this.detail = detail;
  }
}
