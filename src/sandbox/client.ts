/** Typed client of the control, for tests and scripts. */

import type {
  CodeInput,
  CodeResult,
  ControlState,
  DeliveryFilter,
  DeliveryPage,
  PaymentInput,
  PaymentResult,
  ScenarioInput,
} from "./control-types.ts";
import type { DeliveryDetail, DeliverySummary } from "./delivery-view.ts";
import { sandboxError } from "./errors.ts";
import type { JournalEntry } from "./journal.ts";
import type { AppWebhook, CaseFile, ClientWebhook } from "./model.ts";
import type { Profile } from "./profile.ts";
import type { ScenarioName, ScenarioRun } from "./scenarios.ts";
import type { Fault } from "./world.ts";

/**
 * The control (`/_control/`) of a sandbox. Ids are numbers. Every method rejects with a SandboxError:
 * `control_unreachable`, or `control_refused` with the sentence of the sandbox.
 */
export interface Control {
  state(): Promise<ControlState>;
  profile(): Promise<Pick<ControlState, "profile" | "differences">>;
  /** Changes settings while the sandbox runs. */
  setProfile(changes: Partial<Profile>): Promise<Pick<ControlState, "profile" | "differences">>;
  createClient(name?: string): Promise<ControlState["clients"][number]>;
  createApp(name?: string): Promise<ControlState["apps"][number]>;
  /** `client`: id or IRI; the client 1 if left out. */
  createCaseFile(client?: number | string): Promise<CaseFile>;
  /** Records a payment; with `confirmed` it is confirmed, too. */
  createPayment(payment?: PaymentInput): Promise<PaymentResult>;
  confirmPayment(id: number): Promise<PaymentResult>;
  /** `app`: id or IRI. Dispatches the event that exists, unless another is named. */
  dispatch(
    app: number | string,
    event?: { event?: string; payload?: Record<string, unknown> },
  ): Promise<{ deliveries: number[] }>;
  setClientWebhookActive(id: number, active: boolean): Promise<ClientWebhook>;
  setAppWebhookActive(id: number, active: boolean): Promise<AppWebhook>;
  deliveries(filter?: DeliveryFilter): Promise<DeliveryPage>;
  delivery(id: number): Promise<DeliveryDetail>;
  /** Sends the same bytes again. */
  redeliver(id: number): Promise<DeliverySummary>;
  /** Moves the clock on by 0 seconds to 366 days and resolves when everything that fell due was attempted. */
  advance(seconds: number): Promise<{ now: string }>;
  /** Resolves when no attempt is under way and none is due now. */
  settle(): Promise<void>;
  scenarios(): Promise<Record<ScenarioName, string>>;
  run(scenario: ScenarioName, options?: ScenarioInput): Promise<ScenarioRun>;
  faults(): Promise<Fault[]>;
  setFaults(faults: readonly (Pick<Fault, "kind"> & Partial<Fault>)[]): Promise<Fault[]>;
  /** A fresh authorization code, without a browser. */
  code(options?: CodeInput): Promise<CodeResult>;
  reset(): Promise<ControlState>;
  /** What happens from now on, or after the entry of that id. Ends with the signal. */
  events(options?: { after?: string; signal?: AbortSignal }): AsyncGenerator<JournalEntry>;
}

/** The control of a sandbox that runs, by its `baseUrl`. Asks nothing before the first call, and never throws by itself. */
export function createControl(baseUrl: string): Control {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await send(method, path, body);
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as T;
    throw sandboxError("control_refused", answer?.message ?? `status ${response.status}`);
  }
  async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    try {
      return await fetch(`${baseUrl}/_control/${path}`, { method, ...json, ...(signal && { signal }) });
    } catch {
      throw sandboxError("control_unreachable", baseUrl);
    }
  }
  const query = (filter: object) =>
    new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));

  return {
    state: () => call("GET", "state"),
    profile: () => call("GET", "profile"),
    setProfile: (changes) => call("PUT", "profile", changes),
    createClient: (name) => call("POST", "clients", { name }),
    createApp: (name) => call("POST", "apps", { name }),
    createCaseFile: (client) => call("POST", "case-files", { client }),
    createPayment: (payment = {}) => call("POST", "payments", payment),
    confirmPayment: (id) => call("POST", `payments/${id}/confirm`),
    dispatch: (app, event = {}) => call("POST", `apps/${encodeURIComponent(app)}/dispatch`, event),
    setClientWebhookActive: (id, active) => call("PATCH", `client-webhooks/${id}`, { active }),
    setAppWebhookActive: (id, active) => call("PATCH", `app-webhooks/${id}`, { active }),
    deliveries: (filter = {}) => call("GET", `deliveries?${query(filter)}`),
    delivery: (id) => call("GET", `deliveries/${id}`),
    redeliver: (id) => call("POST", `deliveries/${id}/redeliver`),
    advance: (seconds) => call("POST", "clock/advance", { seconds }),
    settle: async () => void (await call("POST", "settle")),
    scenarios: () => call("GET", "scenarios"),
    run: (scenario, options = {}) => call("POST", `scenarios/${scenario}`, options),
    faults: () => call("GET", "faults"),
    setFaults: (faults) => call("PUT", "faults", { faults }),
    code: (options = {}) => call("POST", "oauth/code", options),
    reset: () => call("POST", "reset"),
    async *events({ after, signal } = {}) {
      const response = await send(
        "GET",
        `events${after === undefined ? "" : `?${query({ after })}`}`,
        undefined,
        signal,
      );
      if (!response.ok || !response.body) throw sandboxError("control_refused", `status ${response.status}`);
      const decoded = response.body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>;
      let rest = "";
      try {
        for await (const text of decoded) {
          const blocks = (rest + text).split("\n\n");
          rest = blocks.pop() ?? "";
          for (const block of blocks) {
            const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
            const [id, type, data] = [field("id"), field("event"), field("data")];
            if (id && type && data) yield { id, type: type as JournalEntry["type"], data: JSON.parse(data) };
          }
        }
      } catch {
        if (!signal?.aborted) throw sandboxError("control_unreachable", baseUrl);
      }
    },
  };
}
