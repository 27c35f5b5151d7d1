import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Handlers } from "../../src/inbox/handlers.ts";
import {
  type Inbox,
  type InboxOptions,
  type InboxProblem,
  openInbox,
  type SqliteEffect,
  type State,
  type Store,
  type WorkOptions,
} from "../../src/inbox/index.ts";
import { openSqlite, type SqliteOptions } from "../../src/inbox/sqlite/index.ts";
import type { DeliveryInbox } from "../../src/receive/inbox.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { execIn, rowsIn } from "../support/sqlite.ts";

/** A folder for one test, which removes itself. */
export function temporary(): { folder: string; file: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "inbox-"));
  return {
    folder,
    file: join(folder, "payments.db"),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a claim asks of a store. */
export const LEASE = { limit: 8, leaseMs: 30_000, idle: true, retryForMs: 86_400_000 };

/** The file where one is given, else one in a folder of its own. */
const placeAt = (file: string | undefined) =>
  file === undefined ? temporary() : { file, folder: dirname(file), [Symbol.dispose]: () => undefined };

/** Opens the store of a file for one test, which closes it. */
export function openTestStore(options: Partial<SqliteOptions> = {}) {
  const place = placeAt(options.file);
  const store = openSqlite({ maxRows: 1000, maxBytes: 1e9, ...options, file: place.file });
  return {
    ...{ ...store, ...place },
    async [Symbol.asyncDispose]() {
      await store.close();
      place[Symbol.dispose]();
    },
  };
}

/** Delivers signed payments to an inbox, as the service would. Gives the status of the answer. */
export function sender(inbox: DeliveryInbox) {
  const receiver = createReceiver({ secrets: SECRET, inbox, onProblem: () => undefined });
  return async (id: number, members: object = {}): Promise<number> => {
    const { headers, body } = signed(snapshot({ id, ...members }));
    const request = new Request("http://receiver.test/", {
      method: "POST",
      headers,
      body: body as Uint8Array<ArrayBuffer>,
    });
    return (await receiver.fetch(request)).status;
  };
}

/** Opens an inbox for one test. `changed`: what its store does otherwise, as a slow network or disk would have it. */
export async function openTestInbox(
  options: { file?: string; name?: string } & InboxOptions<false> = {},
  changed?: (store: Store<SqliteEffect>) => Partial<Store<SqliteEffect>>,
) {
  const place = placeAt(options.file);
  const problems: InboxProblem[] = [];
  const onProblem = (problem: InboxProblem) => void problems.push(problem);
  const store = changed && openSqlite({ file: place.file, maxRows: 1000, maxBytes: 1e6 });
  const inbox: Inbox<SqliteEffect> = store
    ? await openInbox({ store: { ...store, ...changed(store) }, onProblem })
    : await openInbox({ file: place.file, onProblem, ...options });
  return {
    ...place,
    inbox,
    problems,
    deliver: sender(inbox),
    /** The text of the body of a row. */
    read: async (id = 0) => Buffer.from((await inbox.get(id))?.body ?? []).toString(),
    /** Handles payments. */
    handle: (handler: Required<Handlers<SqliteEffect>>[typeof EVENT], work: WorkOptions = {}) =>
      inbox.work({ [EVENT]: handler }, work),
    async [Symbol.asyncDispose]() {
      await inbox.close({ drainMs: 0 });
      place[Symbol.dispose]();
    },
  };
}

/** Opens an inbox for one test, with payments that were delivered to it. */
export async function inboxWith(...ids: number[]) {
  const opened = await openTestInbox();
  for (const id of ids) await opened.deliver(id);
  return opened;
}

/** The states of all rows, read by another connection. */
export function statesIn(file: string): State[] {
  return rowsIn(file, "SELECT state FROM inbox ORDER BY id").map(({ state }) => state as State);
}

/** Moves all times of a file `ms` back, which is what the passing of time comes to. */
export function age(file: string, ms: number): void {
  const times = ["due", "received", "finished", "retry_until", "put_off"];
  execIn(file, `UPDATE inbox SET ${times.map((time) => `${time} = ${time} - ${ms}`)}`);
}

/** Waits until it holds; a test that waits in vain ends by its own time limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
