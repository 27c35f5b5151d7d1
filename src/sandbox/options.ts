/** The options of a sandbox, all with a default. */

import type { Deployment } from "../overlays/deployment.ts";
import type { Profile } from "../values/profile.ts";
import type { Lookup } from "./outbound/address-guard.ts";
import type { ForwardPairs } from "./outbound/forward.ts";
import type { Seed } from "./seed.ts";
import type { JournalEntry } from "./store/journal.ts";

/** Options of `startSandbox`, all with a default. */
export interface SandboxOptions {
  /**
   * 0 to 65535; 0, the default, takes any free port. With `authPort: separate` the authorization server takes the port
   * after it.
   */
  port?: number;
  /**
   * The address to listen at. Default `127.0.0.1`; with any other than this machine's own, `token` guards what steers
   * the sandbox.
   */
  host?: string;
  /**
   * The origin under which others reach the sandbox, such as `http://sandbox:4011`: both base URLs, and one further
   * host it answers to.
   */
  publicUrl?: string;
  /**
   * What opens control, console and documentation: 16 to 200 printable ASCII characters. Default: none on this machine
   * alone, a random one with another `host` or `publicUrl`.
   */
  token?: string;
  /** `default`, `strict` or a JSON file; settings that the file lacks are those of `default`. Default `default`. */
  profile?: string;
  /** Facts of one deployment; settings that they fix cannot be changed. Default: the interface description alone. */
  deployment?: Deployment;
  /**
   * The folder of the site at `/_docs`, such as the one that `npm run docs -- --deployment` builds. Default, and
   * without `index.html` in it: the site of the package.
   */
  docsDir?: string;
  /** Settings that differ from the profile: an object, or texts `key=value`. */
  overrides?: Partial<Profile> | readonly string[];
  /** The folder in which everything is kept. Default: in memory. */
  dataDir?: string;
  /**
   * From registered origins to local ones: `{ "https://hooks.example.com": "http://127.0.0.1:3000" }`, or texts with
   * `=`.
   */
  forward?: ForwardPairs;
  /** Other hosts that forwards may point to, such as `receiver` in a compose network. Default: none. */
  allowForward?: readonly string[];
  /**
   * The `Host` that a forward is told: `registered`, that of the registered URL; `forward`, its own, for development
   * servers that refuse foreign hosts; or any other, such as `app.test:8443`. Default `registered`.
   */
  forwardHost?: string;
  /** Certificates in PEM that forwards to https may have besides those of the system. Default: none. */
  forwardCa?: string;
  /** Whether forwards to https may have any certificate. Default false. */
  forwardInsecure?: boolean;
  /** `virtual`: time stands still until it is advanced. Default `real`. */
  clock?: "real" | "virtual";
  /** What it begins with. Default: two clients, two Apps, two customers, one app that may ask for codes. */
  seed?: Partial<Seed>;
  /**
   * Without `forward`: whether to choose a free port for a receiver of the judge and to forward
   * `https://hooks.example.com` there, as the driver says. Default true.
   */
  receiver?: boolean;
  /**
   * Largest number of clients, Apps, case files, payments and webhooks of each system; beyond it the oldest approvals
   * of customers are deleted. A limit of the sandbox alone. Default 100,000.
   */
  mostRecords?: number;
  /** Called with everything that happens, such as each request and each attempt to deliver. */
  onEvent?: (entry: JournalEntry) => void;
  /** Returns that many random bytes. Default: those of the system. */
  random?: (bytes: number) => Buffer;
  /** The machine's clock, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
  /** Resolves names. Default: the resolver of the system. */
  lookup?: Lookup;
}
