/** The sandbox as the judge sees it: a driver with every member. */

import { TOKEN_REQUEST_TYPE } from "../../generated/constants.ts";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import type { DriverPayment, DriverReceiver, ServiceDriver } from "../judge/driver.ts";
import { isObject } from "../values/json.ts";
import { redeemCode } from "./api/grants.ts";
import { appId, appIri, clientIri } from "./api/ids.ts";
import type { Control } from "./control/client.ts";
import type { Handler } from "./listen.ts";
import type { Needs } from "./parts.ts";

type Driving = Needs<"store" | "clock" | "profile" | "random" | "mostRecords" | "baseUrl" | "authUrl">;

/** What a driver is made of. `stop` stops the sandbox. */
interface DriverParts {
  readonly parts: Driving;
  /** Answers a request of the contract, without a network. */
  readonly answer: Handler;
  readonly control: Control;
  readonly stop: () => Promise<void>;
  readonly receiver: DriverReceiver | undefined;
}

/** The driver of a sandbox: all that the judge asks for, but for a receiver that no forward leads to. */
export interface SandboxDriver
  extends Required<
    Omit<
      ServiceDriver,
      "start" | "receiver" | "accessToken" | "requestHeaders" | "confirmPayment" | "recordPayment" | "attemptTimeoutMs"
    >
  > {
  receiver?: DriverReceiver;
  /** Returns an access token of the first app and customer. */
  accessToken(): Promise<string>;
  /** Returns the headers that carry a token. */
  requestHeaders(token?: string): Record<string, string>;
  /** Records and confirms a payment. */
  confirmPayment(payment: DriverPayment): Promise<{ id: number }>;
  /** Records a payment that is not confirmed. */
  recordPayment(payment: DriverPayment): Promise<{ id: number }>;
}

/** Returns the driver, which does through the control what no request of the API can do. */
export function createDriver({ parts, answer, control, stop, receiver }: DriverParts): SandboxDriver {
  const clients = () => parts.store.list("client").map(({ id }) => id);
  const apps = () => parts.store.list("app").map(({ id }) => id);
  return {
    get baseUrl() {
      return parts.baseUrl;
    },
    get authUrl() {
      return parts.authUrl;
    },
    get clientIri() {
      return clientIri(parts, clients()[0] ?? 0);
    },
    get otherClientIri() {
      return clientIri(parts, clients()[1] ?? 0);
    },
    get appIri() {
      return appIri(parts, apps()[0] ?? 0);
    },
    get appId() {
      return appId(parts, apps()[0] ?? 0);
    },
    get otherAppIri() {
      return appIri(parts, apps()[1] ?? 0);
    },
    get otherAppId() {
      return appId(parts, apps()[1] ?? 0);
    },
    get registrationProbesUrls() {
      return parts.profile.registrationProbe;
    },
    ...(receiver && { receiver }),
    retryWindowMs: 0,
    stop,
    reset: async () => void (await control.reset()),
    settle: async () => void (await control.runOut()),
    ...tokenMembers(parts, answer, control),
    ...eventMembers(control),
  };
}

/** Returns the members that give tokens out. */
function tokenMembers(
  parts: Driving,
  answer: Handler,
  control: Control,
): Pick<SandboxDriver, "credentials" | "accessToken" | "requestHeaders" | "refresh"> {
  return {
    credentials: () => control.code(),
    async accessToken() {
      const { clientId, redirectUri, code } = await control.code();
      const issued = redeemCode(parts, { code, oauthClient: clientId, redirectUri, verifier: undefined });
      if (!issued) throw new Error("The sandbox did not redeem its own code.");
      await parts.store.flushed();
      return issued.accessToken;
    },
    requestHeaders(token): Record<string, string> {
      const { tokenHeader, tokenPrefix } = parts.profile;
      return token === undefined ? {} : { [tokenHeader]: tokenPrefix + token };
    },
    refresh: (refreshToken) => refresh(parts, answer, refreshToken),
  };
}

/** Returns the members that make payments and events happen. */
function eventMembers(
  control: Control,
): Pick<
  SandboxDriver,
  "confirmPayment" | "recordPayment" | "setClientWebhookActive" | "dispatchAppEvent" | "emitEvent"
> {
  return {
    async confirmPayment(payment) {
      return { id: (await control.createPayment({ ...payment, confirmed: true })).payment.id };
    },
    async recordPayment(payment) {
      return { id: (await control.createPayment(payment)).payment.id };
    },
    async setClientWebhookActive({ response }, active) {
      const secret = isObject(response) ? response["secret"] : undefined;
      const webhook = (await control.state()).clientWebhooks.find((one) => one.secret === secret);
      if (!webhook)
        throw createError(SandboxError, "control_refused", "No client webhook has the secret of this response");
      await control.setClientWebhookActive(webhook.id, active);
    },
    async dispatchAppEvent(iri, event) {
      await control.dispatch(iri, { event });
    },
    async emitEvent(client, event) {
      const { payment } = await control.createPayment({ client });
      await control.emit(payment.id, { event });
    },
  };
}

/** Sends a refresh in the form of the profile (N-4.2-01). */
async function refresh(
  { store, profile, authUrl }: Driving,
  answer: Handler,
  refreshToken: string,
): Promise<{ accessToken: string }> {
  const { refreshPath, refreshGrantType, refreshMediaType } = profile;
  const [client] = store.list("oauthClient");
  const fields = {
    grant_type: refreshGrantType,
    refresh_token: refreshToken,
    client_id: client?.id ?? "",
    client_secret: client?.secret ?? "",
  };
  const form = refreshMediaType === TOKEN_REQUEST_TYPE;
  const request = new Request(authUrl + refreshPath, {
    method: "POST",
    headers: { "content-type": refreshMediaType },
    body: form ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
  });
  const response = await answer(request);
  if (!response.ok) throw new Error(`The refresh was refused with status ${response.status}.`);
  return { accessToken: (await response.json()).access_token };
}
