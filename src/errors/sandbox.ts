/** Why the sandbox does not start, or its control refused a request. */
export type SandboxCode =
  | "port_taken"
  | "port_refused"
  | "profile_unreadable"
  | "profile_unknown_key"
  | "profile_invalid"
  | "profile_fixed"
  | "profile_stated"
  | "forward_invalid"
  | "forward_not_allowed"
  | "forward_host_invalid"
  | "forward_ca_invalid"
  | "host_refused"
  | "public_url_invalid"
  | "token_weak"
  | "data_unwritable"
  | "data_damaged"
  | "data_newer"
  | "data_locked"
  | "data_engine_old"
  | "control_unreachable"
  | "control_refused"
  | "prism_missing";

/** Why the control of the sandbox refused a request, as its answer names it. */
export type ControlCode =
  | "input_invalid"
  | "not_found"
  | "control_method"
  | "control_foreign"
  | "control_locked"
  | "payment_confirmed"
  | "webhook_inactive"
  | "watchers_full"
  | "limit_reached"
  | "storage_failed";

/**
 * Thrown by the sandbox and by the client of its control. `detail`: the port, key, file or value that it is about,
 * never a secret.
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxCode;
  readonly detail: string | undefined;
  /** For `control_refused`: the status of the answer. */
  readonly status: number | undefined;

  constructor(code: SandboxCode, message: string, detail?: string, status?: number) {
    super(detail === undefined ? message : `${detail}: ${message}`);
    this.code = code;
    this.detail = detail;
    this.status = status;
  }
}
