/** The codes of whatever reads documents: the comparison, overlays, contract folders. */

/** What is wrong with a document, an overlay or a contract folder that was given. */
export type DocumentCode =
  | "document_unreadable"
  | "document_too_large"
  | "document_syntax"
  | "document_unknown"
  | "document_malformed"
  | "document_reference"
  | "documents_differ"
  | "acceptance_invalid"
  | "severity_invalid"
  | "facts_unknown"
  | "facts_invalid"
  | "overlay_invalid"
  | "overlay_target"
  | "overlay_path"
  | "overlay_action"
  | "overlay_value"
  | "overlay_placeholder"
  | "overlay_setting"
  | "overlay_event"
  | "overlay_result"
  | "contract_folder";

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
