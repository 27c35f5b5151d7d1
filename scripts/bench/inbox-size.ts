/**
 * What the size of an inbox changes: the cost of an event, memory, and a start with everything still to do.
 *
 *     npm run bench -- inbox-size [--json] [--rows N,N,...]
 *
 * For each store and each size (1,000, 100,000 and 1,000,000 undone rows by default) prints CPU time of the process per
 * delivery stored at that size (microseconds), its resident memory (MB), and for a new process: milliseconds until the
 * first row is handled, and its highest resident memory. Bodies have 306 bytes. PostgreSQL is left out if it is not
 * there. A million rows take some minutes and 1 GB of disk.
 */

import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { accept, fill, openKind, startPlaces } from "./inbox-places.ts";
import { print, readOptions } from "./print.ts";

const MEASURED = 5_000;
const MB = 1_000_000;

const values = readOptions({ rows: "1000,100000,1000000", start: "" });

type Kind = "inbox-sqlite" | "inbox-postgres";
const open = (kind: Kind, folder: string, port: string) => openKind(kind, folder, port, { maxRows: 1e7 });

/** In a process of its own: what a start with undone rows takes. */
async function startUp([kind, folder, port]: readonly string[]): Promise<void> {
  const began = performance.now();
  const inbox = await open(kind as Kind, folder as string, port as string);
  await new Promise<void>((resolve) => {
    inbox.work({ "case_file.payment.confirmed": () => resolve() });
  });
  const ms = performance.now() - began;
  process.stdout.write(JSON.stringify({ ms, mb: (process.resourceUsage().maxRSS * 1024) / MB }));
  process.exit();
}

if (values.start) await startUp(values.start.split("|"));

/** @returns CPU microseconds for each delivery */
async function store(inbox: Awaited<ReturnType<typeof open>>, count: number): Promise<number> {
  const began = process.cpuUsage();
  await fill(count, (key, body) => accept(inbox, key, body));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

const places = await startPlaces();
const rows: {
  kind: Kind;
  rows: number;
  cpuUs: number;
  mb: number;
  startMs: number;
  startMb: number;
  diskMb?: number;
}[] = [];
try {
  const kinds: Kind[] = places.skip ? ["inbox-sqlite"] : ["inbox-sqlite", "inbox-postgres"];
  const [folder = "", port = ""] = places.args;
  for (const kind of kinds) {
    const inbox = await open(kind, folder, port);
    let stored = 0;
    for (const size of values.rows.split(",").map(Number)) {
      while (stored < size - MEASURED) {
        const some = Math.min(50_000, size - MEASURED - stored);
        await store(inbox, some);
        stored += some;
        process.stderr.write(`${kind}: ${stored} rows\r`);
      }
      const measured = Math.min(MEASURED, size);
      const cpuUs = await store(inbox, measured);
      stored += measured;
      const mb = process.memoryUsage.rss() / MB;
      const start = ["--start", [kind, folder, port].join("|")];
      const { ms, mb: startMb } = JSON.parse(
        execFileSync(process.execPath, [import.meta.filename, ...start], { encoding: "utf8" }),
      );
      const diskMb = kind === "inbox-sqlite" ? statSync(join(folder, "inbox.db")).size / MB : undefined;
      rows.push({ kind, rows: stored, cpuUs, mb, startMs: ms, startMb, ...(diskMb && { diskMb }) });
    }
    await inbox.close();
  }
} finally {
  await places.remove();
}

print(values.json, { rows }, "CPU microseconds for each delivery.", rows);
process.exit();
