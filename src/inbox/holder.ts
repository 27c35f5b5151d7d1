import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/**
 * A name for this opening of a store, which says to people which process holds a lease: host, process id, and what
 * makes it unique.
 */
export function holderName(): string {
  return `${hostname()} ${process.pid} ${randomBytes(4).toString("hex")}`;
}
