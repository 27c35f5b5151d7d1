/** Puts the cases to one host. */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { handlingModule, openBooks, withHandling } from "./books.ts";
import { CASES, FAILING, GONE, INBOX_CASE, SLOW, type Subject } from "./cases.ts";
import type { Host } from "./host.ts";
import { installPackages, root, startHost } from "./project.ts";
import type { Run } from "./results.ts";

/** The result of a host that was run. `skip`: why it could not be run; empty if it was. */
export interface Seen extends Run {
  readonly skip: string;
}

/** The names of the cases, in the order of the page. */
export const COLUMNS = [...Object.keys(CASES), "inbox"];

/** Puts all cases to a host, once with handlers and once with an inbox. */
export async function runHost(host: Host): Promise<Seen> {
  const { folder, skip } = await installPackages(host);
  if (skip) return { skip, version: "", cells: {} };
  const cells: Record<string, string> = {};
  await withSubject(host, undefined, async (subject) => {
    for (const [name, put] of Object.entries(CASES)) cells[name] = await readOutcome(put(subject));
  });
  cells["inbox"] = host.noInbox ?? (await readOutcome(withSubject(host, "inbox.db", INBOX_CASE)));
  return { skip: "", version: readVersion(host, folder), cells };
}

function readVersion({ shown }: Host, folder: string): string {
  if (shown === undefined) return process.versions.node;
  for (const place of [folder, root])
    try {
      return JSON.parse(readFileSync(join(place, "node_modules", shown, "package.json"), "utf8")).version;
    } catch {
      // It comes with this repository.
    }
  return "";
}

/** Returns "yes", the remark of a case, or what was wrong. */
export async function readOutcome(put: Promise<unknown>): Promise<string> {
  try {
    const remark = await put;
    return typeof remark === "string" ? remark : "yes";
  } catch (error) {
    return String((error as Error).message);
  }
}

/** Starts the host with books for its handlers, and ends it afterwards. */
async function withSubject(
  host: Host,
  inbox: string | undefined,
  use: (subject: Subject) => Promise<unknown>,
): Promise<unknown> {
  let isFailing = false;
  let refused = 0;
  const books = await openBooks(async (payment) => {
    if (payment === SLOW || payment === GONE) await sleep(300);
    if (payment !== FAILING || !isFailing) return 204;
    refused++;
    return 500;
  });
  const booked = (id: string) => (books.entries.get(id)?.length ?? 0) - (id === FAILING ? refused : 0);
  const isExact = (id: string, body: Buffer) => books.entries.get(id)?.[0]?.equals(body) ?? false;
  const fail = (is: boolean) => {
    isFailing = is;
  };
  try {
    const module = relative(dirname(host.place), "handling.js");
    const edit = (text: string) => withHandling(text, module.startsWith(".") ? module : `./${module}`);
    const started = await startHost(host, { files: { "handling.js": handlingModule(books.url, inbox) }, edit });
    try {
      return await use({ url: started.url, booked, isExact, fail });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${started.said()}`);
    } finally {
      await started.remove();
    }
  } finally {
    await books.close();
  }
}
