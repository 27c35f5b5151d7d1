/** Webhooks that are not kept among those of the run, because what comes to their URL may belong to another one. */

import { contentOf } from "../../answers.ts";
import { NotObserved } from "../../check.ts";
import { isAccepted } from "../../wire/http.ts";
import type { Context, HookOptions, Kind } from "../context.ts";

/** When a first delivery has come, usually. Milliseconds. */
const SOON_MS = 500;

/** Returns what a driver needs to switch the webhook. @throws NotObserved with this reason if it is refused */
export async function createUnkept(context: Context, kind: Kind, options: HookOptions, url: string, refused: string) {
  const request = context.createRequest(kind, options, url);
  const exchange = await context.create(kind, request);
  if (!isAccepted(exchange)) throw new NotObserved(refused);
  return { request, response: exchange.response && contentOf(exchange.response) };
}

/** Waits for what is due. Looks soon, too, because without settle() that takes several of the longest gaps. */
export async function dueSoon(context: Context, holds: () => boolean): Promise<void> {
  await context.listener?.until(holds, SOON_MS);
  if (!holds()) await context.due(holds);
}
