/** What a sandbox is made of. Nothing gets all of it: each function names the parts that it takes. */

import type { Profile } from "../../generated/profile.ts";
import type { Deployment } from "../overlays/deployment.ts";
import type { Clock } from "./clock.ts";
import type { InsideReceiver } from "./inside/receiver.ts";
import type { Forwards } from "./outbound/forward.ts";
import type { Sender } from "./outbound/sender.ts";
import type { Journal } from "./store/journal.ts";
import type { Store } from "./store/store.ts";

/** The parts of one sandbox, composed by `startSandbox`. */
export interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly sender: Sender;
  readonly forwards: Forwards;
  /** The receiver inside the sandbox. */
  readonly inside: InsideReceiver;
  /** Number of records of each kind that callers may add. */
  readonly mostRecords: number;
  /** Returns that many random bytes. */
  readonly random: (bytes: number) => Buffer;
  /** What a deployment states; undefined: the interface description alone. */
  readonly deployment: Deployment | undefined;
  /** The name of the signature header. */
  readonly signatureHeader: string;
  /** The settings as they are now; a change replaces the object. */
  readonly profile: Profile;
  /** Empty until the sandbox listens. */
  readonly baseUrl: string;
  /** Empty until the sandbox listens. */
  readonly authUrl: string;
}

/** Some parts of a sandbox: the type of the first parameter of a function that uses them. */
export type Needs<K extends keyof Parts> = Pick<Parts, K>;
