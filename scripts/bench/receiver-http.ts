/** The receiver over node:http, against node:http with the bare limit. */

import { join } from "node:path";
import { compareServers, type ServerRow } from "./servers.ts";

const SUBJECTS = [
  { name: "node:http + createHmac, against itself", kind: "bare" },
  { name: "receiver", kind: "receiver" },
  { name: "receiver, handler is async", kind: "async handler" },
  { name: "receiver without a store", kind: "no store" },
  { name: "receiver, always the same delivery", kind: "receiver", always: true },
] as const;

export function compareReceivers(rounds: number): Promise<ServerRow[]> {
  return compareServers(SUBJECTS, { program: join(import.meta.dirname, "receiver-server.ts"), rounds });
}
