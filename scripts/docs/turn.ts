import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../../src/errors/caught.ts";

/** No holder needs a turn for longer. A file that is older is left from a process that was killed. */
const LONGEST_MS = 5 * 60_000;

/** Runs `work` while no other process holds `file`, and waits for that. A killed holder blocks nobody. */
export async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!isTaken(file)) await sleep(100);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function isTaken(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (isLeft(file)) rmSync(file, { force: true });
    return false;
  }
}

function isLeft(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > LONGEST_MS) return true;
    // Before its holder has written, the file is empty; signal 0 to process 0 is always allowed.
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return false;
  } catch (error) {
    // ENOENT: its holder is ready. EPERM: it runs under another user.
    return codeOf(error) === "ESRCH";
  }
}
