import type { CONTROL_TEXTS, SANDBOX_TEXTS } from "./texts/sandbox.ts";
import { withoutUser } from "./url-text.ts";

/** Why the sandbox does not start, or its control refused a request. @useDeclaredType */
export type SandboxCode = keyof typeof SANDBOX_TEXTS;

/** Why the control of the sandbox refused a request, as its answer names it. @useDeclaredType */
export type ControlCode = keyof typeof CONTROL_TEXTS;

/**
 * Thrown by the sandbox and by the client of its control. `detail`: the port, key, file or value that it is about,
 * never a secret: a URL is shown without its user.
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxCode;
  readonly detail: string | undefined;
  /** For `control_refused`: the status of the answer. */
  readonly status: number | undefined;

  constructor(code: SandboxCode, message: string, detail?: string, status?: number) {
    const shown = detail === undefined ? undefined : withoutUser(detail);
    super(shown === undefined ? message : `${shown}: ${message}`);
    this.code = code;
    this.detail = shown;
    this.status = status;
  }
}
