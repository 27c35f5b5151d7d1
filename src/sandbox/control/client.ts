/** Typed client of the control, for tests and scripts. */

import type { Profile } from "../../values/profile.ts";
import type { DeliveryDetail, DeliverySummary } from "../delivery/view.ts";
import type { InsideAnswer } from "../inside/receiver.ts";
import { isLoopback } from "../outbound/forward.ts";
import type { ScenarioName, ScenarioRun } from "../scenarios.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { AppWebhook, CaseFile, ClientWebhook, InjectedFault } from "../store/model.ts";
import { type Ask, ControlConnection, fetchByEnvironment, fetchDirectly, query } from "./connection.ts";
import type {
  Advanced,
  AppWebhookInput,
  ClientWebhookInput,
  CodeInput,
  CodeResult,
  ControlState,
  DeliveryFilter,
  DeliveryPage,
  EditedInput,
  PaymentInput,
  PaymentResult,
  ScenarioInput,
  UrlVerdict,
} from "./types.ts";

/**
 * The control (`/_control/`) of a sandbox. Ids are numbers. Every method rejects with a SandboxError:
 * `control_unreachable`, or
 * `control_refused` with the sentence of the sandbox.
 */
export interface Control {
  state(): Promise<ControlState>;
  profile(): Promise<Pick<ControlState, "profile" | "differences">>;
  /** Changes settings while the sandbox runs. */
  setProfile(changes: Partial<Profile>): Promise<Pick<ControlState, "profile" | "differences">>;
  createClient(name?: string): Promise<ControlState["clients"][number]>;
  createApp(name?: string): Promise<ControlState["apps"][number]>;
  /** Creates a case file. `client`: id or IRI, default the client 1. */
  createCaseFile(client?: number | string): Promise<CaseFile>;
  /** Records a payment and, with `confirmed`, confirms it. */
  createPayment(payment?: PaymentInput): Promise<PaymentResult>;
  confirmPayment(id: number): Promise<PaymentResult>;
  /**
   * Lets another event of the contract happen to a payment. `event`: default the first one. `payload`: members in place
   * of those that the documents show.
   */
  emit(payment: number, event?: { event?: string; payload?: Record<string, unknown> }): Promise<PaymentResult>;
  /** Dispatches an app event. `app`: id or IRI. `event`: default the one that exists. */
  dispatch(
    app: number | string,
    event?: { event?: string; payload?: Record<string, unknown> },
  ): Promise<{ deliveries: number[] }>;
  /** Registers a client webhook without a token, by the rules of the API, and switches it on. */
  registerClientWebhook(webhook: ClientWebhookInput): Promise<ClientWebhook>;
  /** Registers an app webhook without a token, by the rules of the API. */
  registerAppWebhook(webhook: AppWebhookInput): Promise<AppWebhook>;
  /** Tells whether a URL may be registered, and why not. */
  checkUrl(url: string): Promise<UrlVerdict>;
  setClientWebhookActive(id: number, active: boolean): Promise<ClientWebhook>;
  setAppWebhookActive(id: number, active: boolean): Promise<AppWebhook>;
  /** Returns the forwards, from registered to local origins. */
  forwards(): Promise<Record<string, string>>;
  /** Adds a forward while the sandbox runs. */
  addForward(origin: string, to: string): Promise<Record<string, string>>;
  removeForward(origin: string): Promise<Record<string, string>>;
  /** Leads a webhook of the client (id or IRI, default 1) to the receiver inside the sandbox, and switches it on. */
  useReceiver(client?: number | string): Promise<ClientWebhook>;
  /** Tells the receiver inside the sandbox what to answer. */
  setReceiverAnswer(answer: InsideAnswer): Promise<{ answer: InsideAnswer }>;
  deliveries(filter?: DeliveryFilter): Promise<DeliveryPage>;
  delivery(id: number): Promise<DeliveryDetail>;
  /** Sends the same bytes again. */
  redeliver(id: number): Promise<DeliverySummary>;
  /** Sends another body to the webhook of a delivery. `signing`: whether its signature holds; default `right`. */
  send(id: number, edited: EditedInput): Promise<DeliverySummary>;
  /** Advances the clock by 0 seconds to 366 days. Resolves when every attempt that fell due has ended. */
  advance(seconds: number): Promise<Advanced>;
  /** Sets a real clock back to the machine's time. A virtual clock stays. */
  backToRealTime(): Promise<{ now: string }>;
  /** Resolves when no attempt is under way and none is due now. */
  settle(): Promise<void>;
  /** Advances the clock until no attempt is pending. */
  runOut(): Promise<{ now: string }>;
  scenarios(): Promise<Record<ScenarioName, string>>;
  run(scenario: ScenarioName, options?: ScenarioInput): Promise<ScenarioRun>;
  faults(): Promise<InjectedFault[]>;
  setFaults(faults: readonly (Pick<InjectedFault, "kind"> & Partial<InjectedFault>)[]): Promise<InjectedFault[]>;
  /** Issues an authorization code without a browser. */
  code(options?: CodeInput): Promise<CodeResult>;
  /** Deletes everything but the settings; a real clock goes back to the machine's time. */
  reset(): Promise<ControlState>;
  /** Yields what happens from now on, or after the entry with that id, until the signal aborts. */
  events(options?: { after?: string; signal?: AbortSignal }): AsyncGenerator<JournalEntry>;
}

/** How the control of a sandbox that others can reach is opened. */
export interface ControlOptions {
  /** The token that the sandbox printed at its start. Default: none, as on the sandbox's own machine. */
  token?: string;
}

/**
 * Returns the control of a running sandbox by its `baseUrl`. Nothing is sent before the first call. Never throws. A
 * sandbox on this machine is asked without the proxies of the environment.
 */
export function createControl(baseUrl: string, { token }: ControlOptions = {}): Control {
  const hostname = URL.parse(baseUrl)?.hostname;
  const ask = hostname !== undefined && isLoopback(hostname) ? fetchDirectly : fetchByEnvironment;
  return controlOver(new ControlConnection(baseUrl, token, ask));
}

/**
 * Returns the control of a sandbox of this process, which is asked without a network. `baseUrl` names it in errors;
 * `stopped` ends all calls.
 */
export function createInnerControl(
  baseUrl: string,
  answer: (request: Request) => Response | Promise<Response>,
  stopped: AbortSignal,
): Control {
  const gone = new Promise<never>((_resolve, reject) => {
    stopped.addEventListener("abort", () => reject(stopped.reason), { once: true });
  });
  gone.catch(() => undefined);
  const ask: Ask = async (url, init) => {
    stopped.throwIfAborted();
    return Promise.race([answer(new Request(url, init)), gone]);
  };
  return controlOver(new ControlConnection(baseUrl, undefined, ask, stopped));
}

function controlOver(connection: ControlConnection): Control {
  return { ...callsOver(connection), events: (options) => connection.events(options) };
}

/** Every method of the control that is one call. */
function callsOver(connection: ControlConnection): Omit<Control, "events"> {
  const call = <T>(method: string, path: string, body?: unknown) => connection.call<T>(method, path, body);
  return {
    state: () => call("GET", "state"),
    profile: () => call("GET", "profile"),
    setProfile: (changes) => call("PUT", "profile", changes),
    createClient: (name) => call("POST", "clients", { name }),
    createApp: (name) => call("POST", "apps", { name }),
    createCaseFile: (client) => call("POST", "case-files", { client }),
    createPayment: (payment = {}) => call("POST", "payments", payment),
    confirmPayment: (id) => call("POST", `payments/${id}/confirm`),
    emit: (payment, event = {}) => call("POST", `payments/${payment}/events`, event),
    dispatch: (app, event = {}) => call("POST", `apps/${encodeURIComponent(app)}/dispatch`, event),
    registerClientWebhook: (webhook) => call("POST", "client-webhooks", webhook),
    registerAppWebhook: (webhook) => call("POST", "app-webhooks", webhook),
    checkUrl: (url) => call("POST", "webhook-url", { url }),
    forwards: () => call("GET", "forwards"),
    useReceiver: (client) => call("POST", "receiver", { client }),
    setReceiverAnswer: (answer) => call("PUT", "receiver", { answer }),
    addForward: (origin, to) => call("POST", "forwards", { origin, to }),
    removeForward: (origin) => call("POST", "forwards/remove", { origin }),
    setClientWebhookActive: (id, active) => call("PATCH", `client-webhooks/${id}`, { active }),
    setAppWebhookActive: (id, active) => call("PATCH", `app-webhooks/${id}`, { active }),
    deliveries: (filter = {}) => call("GET", `deliveries?${query(filter)}`),
    delivery: (id) => call("GET", `deliveries/${id}`),
    send: (id, edited) => call("POST", `deliveries/${id}/send`, edited),
    redeliver: (id) => call("POST", `deliveries/${id}/redeliver`),
    backToRealTime: () => call("POST", "clock/back"),
    advance: (seconds) => call("POST", "clock/advance", { seconds }),
    settle: async () => void (await call("POST", "settle")),
    runOut: () => call("POST", "clock/run-out"),
    scenarios: () => call("GET", "scenarios"),
    run: (scenario, options = {}) => call("POST", `scenarios/${scenario}`, options),
    faults: () => call("GET", "faults"),
    setFaults: (faults) => call("PUT", "faults", { faults }),
    code: (options = {}) => call("POST", "oauth/code", options),
    reset: () => call("POST", "reset"),
  };
}
