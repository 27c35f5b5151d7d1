/** What a host is, as data: the file that a person copies, where it goes, and how it is run here. */

/** `runtime`: what runs in production; `server`: the host's own server on this machine; `adapter`: a recorded event. */
export type How = "runtime" | "server" | "adapter";

/** One host of each kind runs in `npm run test:all`. */
export type Kind = "server" | "framework" | "runtime" | "function";

export interface Host {
  readonly id: string;
  readonly name: string;
  /** Below examples/. */
  readonly file: string;
  /** Where it goes in a project. */
  readonly place: string;
  readonly kind: Kind;
  readonly how: How;
  /** The package whose version the page shows; Node's own if there is none. */
  readonly shown?: string;
  /** npm packages in exact versions; what this repository has itself is left out. */
  readonly packages?: Readonly<Record<string, string>>;
  /** The folder of packages, if other tests have the same. */
  readonly set?: string;
  /** What the host needs besides, with its path in the project. */
  readonly files?: Readonly<Record<string, string>>;
  readonly build?: readonly string[];
  /** `node` or the name of a program that a package brings; `<place>` stands for the file. Its port is in PORT. */
  readonly start: readonly string[];
  /** The path of the URL. Default `/`. */
  readonly path?: string;
  /** Why an inbox cannot be there. */
  readonly noInbox?: string;
  /** What a person has to know besides. */
  readonly note?: readonly string[];
  /** The heading of hosts that share a file. Default: their names. */
  readonly family?: string;
  /** How `npm test` proves the file beside the runs of the hosts; `test/docs/blocks.test.ts` has the kinds. */
  readonly proof?: "receiver" | "fetch" | "check";
}

/** A note of hosts that start copies of a function. */
export const SHARED =
  "Copies share no memory: give the receiver a [store](guides/receiving.md#a-store-for-several-processes).";

/** The one package of a host, whose version the page shows. */
export const npm = (name: string, version: string) => ({ shown: name, packages: { [name]: version } });
