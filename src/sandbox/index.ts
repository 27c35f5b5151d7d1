/** The sandbox: the whole interface, running on this machine, with real signed deliveries. */

import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { ServiceDriver } from "../contract/driver.ts";
import type { Deployment } from "../deployment/deployment.ts";
import { createAuthorizeEndpoint } from "./authorize.ts";
import { type Control, createControl } from "./client.ts";
import { createClock } from "./clock.ts";
import { createControlRoutes } from "./control.ts";
import { Deliveries } from "./deliveries.ts";
import { createDriver } from "./driver.ts";
import { parseForwards } from "./forward.ts";
import type { Lookup } from "./guard.ts";
import { Journal } from "./journal.ts";
import { MOST_RECORDS } from "./limits.ts";
import { MemoryStore } from "./memory-store.ts";
import { changedProfile, loadProfile, type Profile, parseOverrides, statedProfile } from "./profile.ts";
import { DEMO_SEED, plant, type Seed } from "./seed.ts";
import { createSender } from "./sender.ts";
import { close, createHandler, listen } from "./server.ts";
import type { Store } from "./store.ts";
import type { World } from "./world.ts";

export type { DriverReceiver, ReceiverDriver, ServiceDriver } from "../contract/driver.ts";
export { SandboxError } from "../errors.ts";
export { type Control, createControl } from "./client.ts";
export type * from "./control-types.ts";
export type { AttemptView, DeliveryDetail, DeliverySummary, SignatureSteps } from "./delivery-view.ts";
export type { JournalEntry } from "./journal.ts";
export { DEMO_APP, DEMO_SEED } from "./seed.ts";
export type { Profile, Seed };

/** Options of `startSandbox`, all with a default. */
export interface SandboxOptions {
  /** 0 to 65535; 0, the default, takes any that is free. With `authPort: separate` the authorization server takes the one after it. */
  port?: number;
  /** `default`, `strict` or a JSON file, whose missing settings are those of `default`. Default `default`. */
  profile?: string;
  /** The contract of a deployment: what it states holds, and is no setting any more. Default: the interface description alone. */
  contract?: Deployment;
  /** Settings that differ from the profile: an object, or texts `key=value`. */
  overrides?: Partial<Profile> | readonly string[];
  /** Keeps everything in this folder. Default: in memory. */
  dataDir?: string;
  /** From registered origins to those that are connected to instead: `{ "https://hooks.example.com": "http://127.0.0.1:3000" }`, or texts with `=`. */
  forward?: Readonly<Record<string, string>> | readonly string[];
  /** `virtual`: time stands still until it is advanced. Default `real`. */
  clock?: "real" | "virtual";
  /** What it begins with. Default: two clients, two Apps, two customers, one app that may ask for codes. */
  seed?: Partial<Seed>;
  /**
   * Without `forward`: chooses a free port for a receiver of the judge and forwards `https://hooks.example.com` there, as the driver says.
   * Default true.
   */
  receiver?: boolean;
  /**
   * How many clients, Apps, case files, payments and webhooks of each system it holds; of the approvals of customers the oldest are
   * forgotten. Default 100 000. A limit of the sandbox alone.
   */
  mostRecords?: number;
  /** That many random bytes. Default: those of the system. */
  random?: (bytes: number) => Buffer;
  /** The clock of the machine, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
  /** Resolves names. Default: the resolver of the system. */
  lookup?: Lookup;
}

/** A sandbox that runs. `baseUrl` and `authUrl` are the same unless the profile says `authPort: separate`. */
export interface Sandbox {
  /** `{base_url}`. */
  readonly baseUrl: string;
  /** `{auth_url}`. */
  readonly authUrl: string;
  /** What steers it, in this process or in another one. */
  readonly control: Control;
  /** For `testService`: the judge can see and do all that it asks for. Its `stop` stops the sandbox. */
  readonly driver: ServiceDriver;
  /** Ends every connection and attempt, and closes the folder. A second call waits for the first. */
  stop(): Promise<void>;
}

const RECEIVER_ORIGIN = "https://hooks.example.com";

/**
 * Starts a sandbox in this process, on loopback alone: the whole interface, with a console at `/_console` and real, signed deliveries.
 *
 * @throws SandboxError with the code of what is wrong: port, profile, forward or folder
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, overrides = {}, forward, dataDir, now = Date.now, random = randomBytes } = options;
  const changes = Array.isArray(overrides) ? parseOverrides(overrides) : overrides;
  const { contract } = options;
  const receiver = forward || options.receiver === false ? undefined : await freeReceiver();
  const local = receiver && `http://${receiver.listen.host}:${receiver.listen.port}`;
  const forwards = parseForwards(local ? { [RECEIVER_ORIGIN]: local } : (forward ?? []));
  const store: Store = dataDir === undefined ? new MemoryStore() : await openFolder(dataDir);

  const profile = profileOf(options, store, changes as Record<string, unknown>);
  const kind = options.clock ?? "real";
  const left = store.get("setting", "clock");
  const clock = createClock(kind, now, left?.id === "clock" && left.kind === kind ? left.value : undefined);
  const journal = new Journal(random(6).toString("base64url"));
  const sender = createSender({ forwards, lookup: options.lookup });
  const world: World = {
    store,
    clock,
    journal,
    sender,
    forwards,
    mostRecords: options.mostRecords ?? MOST_RECORDS,
    random,
    contract,
    signatureHeader: contract?.signature.header ?? SIGNATURE_HEADER,
    profile,
    faults: [],
    baseUrl: "",
    authUrl: "",
  };
  const seed: Seed = { ...DEMO_SEED, ...options.seed };
  const deliveries = new Deliveries(world);
  const control = createControlRoutes(world, deliveries, seed);
  const parts = { world, authorize: createAuthorizeEndpoint(world, now), control: control.fetch };
  const servers: Awaited<ReturnType<typeof listen>>[] = [];

  const stop = async (): Promise<void> => {
    deliveries.stop();
    await Promise.all(servers.map(({ server }) => close(server)));
    await sender.close();
    store.close();
  };
  try {
    const separate = profile.authPort === "separate";
    servers.push(await listen(createHandler(parts, { api: true, auth: !separate }), port));
    if (separate)
      servers.push(await listen(createHandler(parts, { api: false, auth: true }), port === 0 ? 0 : port + 1));
    world.baseUrl = servers[0]?.url ?? "";
    world.authUrl = servers.at(-1)?.url ?? "";
    plant(world, seed);
    await store.flushed();
    deliveries.resume();
  } catch (error) {
    await stop();
    throw error;
  }
  const { baseUrl, authUrl } = world;
  const client = createControl(baseUrl);
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  const driver = createDriver({
    world,
    deliveries,
    control: client,
    stop: stopOnce,
    receiver: receiver ?? declared(forwards),
  });
  return { baseUrl, authUrl, control: client, driver, stop: stopOnce };
}

/** What was changed while it ran is kept with the data; what this start asks for comes on top. */
function profileOf({ profile, contract }: SandboxOptions, store: Store, changes: Record<string, unknown>): Profile {
  const kept = store.get("setting", "profile");
  try {
    const before = loadProfile(profile);
    const all = { ...(kept?.id === "profile" ? kept.changes : {}), authPort: before.authPort, ...changes };
    return statedProfile(changedProfile(before, all), contract, changes);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Only who asks for a folder loads SQLite. */
async function openFolder(folder: string): Promise<Store> {
  const { SqliteStore } = await import("./sqlite-store.ts");
  return new SqliteStore(folder);
}

/** The first forward that leads to plain HTTP, as the place where the judge may listen. */
function declared(forwards: ReadonlyMap<string, string>): ServiceDriver["receiver"] {
  for (const [origin, local] of forwards) {
    const { protocol, hostname, port } = new URL(local);
    if (protocol === "http:") return { listen: { host: hostname, port: Number(port || 80) }, origin };
  }
  return undefined;
}

async function freeReceiver(): Promise<NonNullable<ServiceDriver["receiver"]>> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return { listen: { host: "127.0.0.1", port }, origin: RECEIVER_ORIGIN };
}
