/** How a call of a driver over HTTP fails. */

import type { RunProblemCode } from "../report/report.ts";

/** Thrown by the functions of a driver over HTTP. The message is a whole sentence, and holds no token. */
export class DriverFault extends Error {
  override readonly name = "DriverFault";
  readonly code: Extract<RunProblemCode, "driver_invalid" | "driver_threw" | "driver_timeout" | "driver_broken">;

  constructor(code: DriverFault["code"], message: string) {
    super(message);
    this.code = code;
  }
}
