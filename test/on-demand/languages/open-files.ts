import { execFileSync } from "node:child_process";

/** How many files this process and those that it starts may have open; 256 where the system does not say. */
export function openFilesLimit(): number {
  try {
    return Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).replace("unlimited", "100000")) || 256;
  } catch {
    return 256;
  }
}
