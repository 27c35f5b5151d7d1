/** The sandbox: the whole interface, running on this machine, with real signed deliveries. */

import "../runtime/supported-node.ts";
import { randomBytes } from "node:crypto";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import { Approvals } from "./api/approvals.ts";
import { createClock } from "./clock.ts";
import { type Control, createInnerControl } from "./control/client.ts";
import { createControlRoutes } from "./control/index.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import { openSite } from "./docs.ts";
import { createDriver, type SandboxDriver } from "./driver.ts";
import { InsideReceiver } from "./inside/receiver.ts";
import { MOST_RECORDS } from "./limits.ts";
import { close, listen } from "./listen.ts";
import type { SandboxOptions } from "./options.ts";
import { Forwards } from "./outbound/forward.ts";
import { checkLocal } from "./outbound/local-target.ts";
import { createSender } from "./outbound/sender.ts";
import { ownPages } from "./own-pages.ts";
import type { Parts } from "./parts.ts";
import { parseOverrides } from "./profile.ts";
import { forwardsTo, freeReceiver, receiverBehind } from "./receiver-address.ts";
import { resolveAccess, resolveOrigin } from "./request-guard.ts";
import { createHandler, createInnerHandler, type Served } from "./routes.ts";
import { DEMO_SEED, keepClock, plant, type Seed } from "./seed.ts";
import { Settings } from "./settings.ts";
import { Journal } from "./store/journal.ts";
import { MemoryStore } from "./store/memory.ts";
import { getSetting, StorageFailure, type Store } from "./store/store.ts";
import { createKit, type Kit } from "./test-kit.ts";

export { type SandboxCode, SandboxError } from "../errors/sandbox.ts";
export type { DriverReceiver, ReceiverDriver, ServiceDriver } from "../judge/driver.ts";
export type { Profile } from "../values/profile.ts";
export { type Control, type ControlOptions, createControl } from "./control/client.ts";
export type * from "./control/types.ts";
export type { AttemptView, DeliveryDetail, DeliverySummary, SignatureSteps, TimeLineEntry } from "./delivery/view.ts";
export type { SandboxDriver } from "./driver.ts";
export type { InsideAnswer } from "./inside/receiver.ts";
export type { SandboxOptions } from "./options.ts";
export type { Lookup } from "./outbound/address-guard.ts";
export type { ForwardPairs } from "./outbound/forward.ts";
export type { Difference } from "./profile.ts";
export type { ScenarioName, ScenarioRun } from "./scenarios.ts";
export { DEMO_APP, DEMO_SEED, type Seed } from "./seed.ts";
export type { JournalEntry, JournalType } from "./store/journal.ts";
export type {
  App,
  AppWebhook,
  CaseFile,
  Client,
  ClientWebhook,
  Customer,
  DeliveryState,
  FaultKind,
  InjectedFault,
  OAuthClient,
  Payment,
  System,
} from "./store/model.ts";
export type { Kit, RegisteredWebhook, Settled } from "./test-kit.ts";

/** A running sandbox. `baseUrl` and `authUrl` are the same unless the profile says `authPort: separate`. */
export interface Sandbox extends Kit {
  /** `{base_url}`. */
  readonly baseUrl: string;
  /** `{auth_url}`. */
  readonly authUrl: string;
  /** The origin under which programs on this machine reach it; `baseUrl` unless there is a public URL. */
  readonly localUrl: string;
  /** What opens control, console and documentation; undefined: they are open to this machine. */
  readonly token: string | undefined;
  /** Steers it, in this process or in another one. */
  readonly control: Control;
  /** For `testService`: every member that the judge asks for. Its `stop` stops the sandbox. */
  readonly driver: SandboxDriver;
  /** Ends every connection and attempt, and closes the folder. A second call waits for the first. */
  stop(): Promise<void>;
}

/**
 * Starts a sandbox in this process, on loopback unless `host` says otherwise: the whole interface, with a console at
 * `/_console` and real, signed deliveries.
 *
 * @throws SandboxError with the code of what is wrong: port, host, profile, forward or folder
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let driver: SandboxDriver | undefined;
  checkLocal(options);
  const place = options.forward || options.receiver === false ? undefined : await freeReceiver();
  const forwards = new Forwards(options.forward ?? forwardsTo(place), options.allowForward);
  const store = await openStore(options.dataDir);
  const running = await compose(options, store, forwards, () => driver).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const { parts, deliveries, access, answer } = running;
  const stopped = new AbortController();
  const stop = once(async () => {
    stopped.abort();
    deliveries.stop();
    // A failure to close one must not keep the others open.
    await Promise.allSettled([running.close(), parts.sender.close()]);
    store.close();
  });
  try {
    await running.open();
  } catch (error) {
    await stop();
    throw error instanceof StorageFailure ? createError(SandboxError, "data_unwritable", options.dataDir ?? "") : error;
  }
  const { baseUrl, authUrl } = parts;
  const localUrl = running.localUrl();
  const control = createInnerControl(localUrl, running.answerControl, stopped.signal);
  driver = createDriver({ parts, answer, control, stop, receiver: place ?? receiverBehind(forwards) });
  const kit = createKit({ parts, localUrl, answer, control, driver });
  return { ...kit, baseUrl, authUrl, localUrl, token: access.token, control, driver, stop };
}

/** Makes the parts of a sandbox, and its servers, which are not open yet. */
async function compose(
  options: SandboxOptions,
  store: Store,
  forwards: Forwards,
  driving: () => SandboxDriver | undefined,
) {
  const { random = randomBytes, now = Date.now, deployment } = options;
  const { profile, overrides = {} } = options;
  const changes = Array.isArray(overrides) ? parseOverrides(overrides) : { ...overrides };
  const settings = new Settings(store, { profile, deployment, changes });
  const access = resolveAccess(options, settings.profile, random);
  const addresses = { baseUrl: "", authUrl: "", localUrl: "" };
  const parts = createParts(options, { store, forwards, settings, addresses });
  const seed: Seed = { ...DEMO_SEED, ...options.seed };
  const deliveries = new Deliveries(parts);
  const control = createControlRoutes({ parts, settings, deliveries, seed, driving });
  const served: Served = {
    parts,
    access,
    approvals: new Approvals(now),
    own: ownPages(control.fetch, openSite(options.docsDir)),
  };
  const servers: Awaited<ReturnType<typeof listen>>[] = [];
  return {
    parts,
    deliveries,
    access,
    /** Answers requests of the contract from this process. */
    answer: createInnerHandler(served, { api: true, auth: true }),
    answerControl: control.fetch,
    /** Returns the origin under which programs on this machine reach it. */
    localUrl: () => addresses.localUrl,
    async open() {
      const ports = await openPorts(served, options.port ?? 0, servers);
      const [base, auth] = [ports[0] ?? 0, ports.at(-1) ?? 0];
      addresses.baseUrl = resolveOrigin(access, options.publicUrl, base);
      addresses.authUrl = resolveOrigin(access, options.publicUrl, auth);
      addresses.localUrl = resolveOrigin(access, undefined, base);
      keepClock(parts);
      plant(parts, seed);
      await store.flushed();
      await parts.inside.resume();
      deliveries.resume();
    },
    async close() {
      await Promise.all([...servers.map(({ server }) => close(server)), parts.inside.close()]);
    },
  };
}

/** What the parts are made of. `addresses` are empty until the servers are open. */
interface Made {
  readonly store: Store;
  readonly forwards: Forwards;
  readonly settings: Settings;
  readonly addresses: { readonly baseUrl: string; readonly authUrl: string };
}

function createParts(options: SandboxOptions, { store, forwards, settings, addresses }: Made): Parts {
  const { random = randomBytes, now = Date.now, deployment, clock: kind = "real" } = options;
  const kept = getSetting(store, "clock");
  const journal = new Journal(random(6).toString("base64url"));
  if (options.onEvent) journal.watch(options.onEvent);
  const signatureHeader = deployment?.signature.header ?? SIGNATURE_HEADER;
  return {
    store,
    clock: createClock(kind, now, kept?.kind === kind ? kept.value : undefined),
    journal,
    forwards,
    inside: new InsideReceiver({ store, forwards, signatureHeader }),
    random,
    deployment,
    sender: createSender({ forwards, lookup: options.lookup, local: options }),
    mostRecords: options.mostRecords ?? MOST_RECORDS,
    signatureHeader,
    get profile() {
      return settings.profile;
    },
    get baseUrl() {
      return addresses.baseUrl;
    },
    get authUrl() {
      return addresses.authUrl;
    },
  };
}

/** Opens one port for both roles, or one for each (U-11). Servers that are open are in `servers`, also if it fails. */
async function openPorts(
  served: Served,
  port: number,
  servers: Awaited<ReturnType<typeof listen>>[],
): Promise<number[]> {
  const separate = served.parts.profile.authPort === "separate";
  const { host } = served.access;
  servers.push(await listen(createHandler(served, { api: true, auth: !separate }), host, port));
  if (separate)
    servers.push(await listen(createHandler(served, { api: false, auth: true }), host, port === 0 ? 0 : port + 1));
  return servers.map((one) => one.port);
}

/** Opens the folder, or a store in memory. SQLite is loaded for a folder alone. */
async function openStore(folder: string | undefined): Promise<Store> {
  if (folder === undefined) return new MemoryStore();
  const { SqliteStore } = await import("./store/sqlite.ts");
  return new SqliteStore(folder);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
