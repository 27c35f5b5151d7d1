/** The codes of `generate --language`. */

import type { GENERATE_TEXTS } from "./texts/languages.ts";

/** Why no package for another language was written. @useDeclaredType */
export type GenerateCode = keyof typeof GENERATE_TEXTS;

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
