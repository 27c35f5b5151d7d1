import type { SteadyClock } from "../clock.ts";
import type { Connection } from "./connection.ts";

/** What the parts of the store share. */
export type Context = {
  readonly connection: Connection;
  /** For those who read. */
  readonly clock: SteadyClock;
  /** Names this opening of the file in the leases that it holds. */
  readonly holder: string;
  /** For those who write: follows a clock that was set, and moves the leases of this process along. */
  now(): number;
};
