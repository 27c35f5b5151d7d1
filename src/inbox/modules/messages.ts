/** What parent and child say to each other. */

import type { Handled } from "../handlers.ts";
import type { Claimed } from "../store.ts";

/** `file`: the SQLite file of the inbox, so that `complete` works in the child. */
export type ToChild = { readonly run: Claimed };

/** What a handler threw; `putOff` if it was that. */
type Thrown = {
  readonly message: string;
  readonly putOff?: { readonly forMs: number; readonly reason?: string | undefined };
};

export type FromChild =
  | { readonly handled: Handled }
  | { readonly failed: string }
  | { readonly ended: number; readonly completed: boolean; readonly error: Thrown | null };
