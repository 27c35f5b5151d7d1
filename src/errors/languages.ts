/** The codes of `generate --language`. */

/** Why no package for another language was written. */
export type GenerateCode =
  | "language_unknown"
  | "name_unusable"
  | "contract_unusable"
  | "out_not_empty"
  | "out_no_folder"
  | "out_linked"
  | "out_unwritable";

/** What receivers of packages for other languages answer besides the codes of our own. */
export type PackageReceiverCode = "body_not_received";

/** Thrown by `generateClient`. `detail` says which language, folder or place it is about. */
export class GenerateError extends Error {
  override readonly name = "GenerateError";
  readonly code: GenerateCode;
  readonly detail: string;

  constructor(code: GenerateCode, message: string, detail: string) {
    super(`${detail}: ${message}`);
    this.code = code;
    this.detail = detail;
  }
}
