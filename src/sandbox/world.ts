/** What the parts of one sandbox share. Each part gets it whole; none keeps state anywhere else. */

import type { Profile } from "../../generated/profile.ts";
import type { Deployment } from "../deployment/deployment.ts";
import type { Clock } from "./clock.ts";
import type { Forwards } from "./forward.ts";
import type { Journal } from "./journal.ts";
import type { FaultKind } from "./model.ts";
import type { Sender } from "./sender.ts";
import type { Store } from "./store.ts";

/** Spoils the next so many deliveries. */
export interface Fault {
  kind: FaultKind;
  next: number;
  /** For `delay` and `slow`. */
  seconds: number;
}

export interface World {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly sender: Sender;
  readonly forwards: Forwards;
  /** How many records of each kind callers may add. */
  readonly mostRecords: number;
  /** That many random bytes. */
  readonly random: (bytes: number) => Buffer;
  /** What a deployment states; undefined: the interface description alone. */
  readonly contract: Deployment | undefined;
  /** The name of the signature header. */
  readonly signatureHeader: string;
  /** Replaced as a whole when it changes. */
  profile: Profile;
  faults: Fault[];
  /** Known once the sandbox listens. */
  baseUrl: string;
  authUrl: string;
}
