/** PostgreSQL and Redis for a benchmark, as long as it lives. Sends their ports; 0 where a server is not installed. */

import { readFileSync } from "node:fs";
import { SKIP_POSTGRES, startPostgres } from "./postgres.ts";
import { SKIP_REDIS, startRedis } from "./redis.ts";

const postgres = SKIP_POSTGRES ? undefined : await startPostgres();
const redis = SKIP_REDIS ? undefined : await startRedis();
process.send?.({ postgres: postgres?.port ?? 0, redis: redis?.port ?? 0 });
process.on("disconnect", async () => {
  await postgres?.remove();
  await redis?.remove();
  process.exit();
});
// CPU seconds of a server and its processes, by the name of its program.
process.on("message", (name: string) => {
  process.send?.(cpuOf(name));
});

function cpuOf(name: string): number {
  let ticks = 0;
  for (const pid of descendants(process.pid)) {
    const stat = statOf(pid);
    // After the name, which may hold spaces: state is field 3, so utime and stime are 14 and 15, and of ended children 16, 17.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (stat.includes(`(${name}`)) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  }
  return ticks / 100;
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

function descendants(pid: number): number[] {
  let children: number[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    // It has ended.
  }
  return children.flatMap((child) => [child, ...descendants(child)]);
}
