/** `collections-contract inbox serve`: the page of an inbox, on this machine alone, until it is stopped. */

import { randomBytes } from "node:crypto";
import type { Store } from "../../inbox/store.ts";
import { close, listen } from "../../sandbox/listen.ts";
import { DEFAULT_HOST } from "../../sandbox/request-guard.ts";
import { wholeNumber } from "../command-error.ts";
import { waitForStop } from "../exit.ts";
import { safeLine } from "../safe-text.ts";
import { createDesk } from "./desk.ts";
import { type Where, withStore } from "./open.ts";

/** @throws CommandError `wrong_use`, `file_unreadable` @throws SandboxError `port_taken`, `port_refused` */
export async function runServe(flags: Where & { port: string; allowChanges?: true }): Promise<void> {
  const wanted = wholeNumber("--port", flags.port, 0, 65_535);
  await withStore(flags, (store) => serve(store, flags, wanted));
}

async function serve(
  store: Store<unknown>,
  { file, name, allowChanges = false }: Where & { allowChanges?: boolean },
  wanted: number,
): Promise<void> {
  const token = randomBytes(24).toString("base64url");
  const title = file ?? name ?? "PostgreSQL";
  const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${safeLine(line)}\n`);
  const desk = createDesk({ store, title, allowChanges, token, log });
  const { server, port } = await listen(desk, DEFAULT_HOST, wanted);
  const mode = allowChanges ? "Rows can be changed." : "Nothing can be changed; --allow-changes allows it.";
  const stopped = waitForStop();
  process.stdout.write(`http://${DEFAULT_HOST}:${port}/?token=${token}\n${mode} Ctrl-C stops it.\n`);
  process.exitCode = await stopped;
  await close(server);
}
