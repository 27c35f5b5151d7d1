/** The sandbox as the judge sees it: the driver of src/contract/driver.ts. */

import { TOKEN_REQUEST_TYPE } from "../../generated/constants.ts";
import type { DriverPayment, DriverReceiver, ServiceDriver } from "../contract/driver.ts";
import type { Control } from "./client.ts";
import type { Deliveries } from "./deliveries.ts";
import { confirmPayment, recordPayment } from "./events.ts";
import { appId, appIri, clientIri, clientOf } from "./iris.ts";
import { issueCode, redeemCode } from "./oauth.ts";
import type { World } from "./world.ts";

export interface DriverParts {
  world: World;
  deliveries: Deliveries;
  control: Control;
  stop: () => Promise<void>;
  receiver: DriverReceiver | undefined;
}

/** Does what no request can do, such as confirming a payment, in the sandbox itself; `stop` stops it. */
export function createDriver({ world, deliveries, control, stop, receiver }: DriverParts): ServiceDriver {
  const { store } = world;
  const first = () => {
    const [client] = store.list("oauthClient");
    const [customer] = store.list("customer");
    if (!client || !customer) throw new Error("The sandbox was seeded without an OAuth client or a customer.");
    return { client, customer, redirectUri: client.redirectUris[0] ?? "" };
  };
  const newCode = () => {
    const { client, customer, redirectUri } = first();
    const scopes = [...new Set(Object.values(world.profile.operationScopes).flat())];
    return issueCode(world, { oauthClient: client.id, redirectUri, customer: customer.id, scopes, challenge: null });
  };
  const pay = (payment: DriverPayment) => {
    const client = clientOf(world, payment.client);
    if (!client) throw new Error(`There is no client ${payment.client}.`);
    const caseFile = store.nextId("caseFile");
    store.put("caseFile", { id: caseFile, client: client.id });
    return recordPayment(world, { caseFile, amount: 12_550, paidTo: payment.paidTo });
  };
  const clients = () => store.list("client").map(({ id }) => id);
  const apps = () => store.list("app").map(({ id }) => id);

  return {
    get baseUrl() {
      return world.baseUrl;
    },
    get authUrl() {
      return world.authUrl;
    },
    get clientIri() {
      return clientIri(world, clients()[0] ?? 0);
    },
    get otherClientIri() {
      return clientIri(world, clients()[1] ?? 0);
    },
    get appIri() {
      return appIri(world, apps()[0] ?? 0);
    },
    get appId() {
      return appId(world, apps()[0] ?? 0);
    },
    get otherAppIri() {
      return appIri(world, apps()[1] ?? 0);
    },
    get otherAppId() {
      return appId(world, apps()[1] ?? 0);
    },
    ...(receiver && { receiver }),
    get registrationProbesUrls() {
      return world.profile.registrationProbe;
    },
    stop,
    async reset() {
      await control.reset();
    },
    async credentials() {
      const { client, redirectUri } = first();
      return { clientId: client.id, clientSecret: client.secret, redirectUri, code: newCode() };
    },
    async accessToken() {
      const { client, redirectUri } = first();
      const given = { code: newCode(), oauthClient: client.id, redirectUri, verifier: undefined };
      return redeemCode(world, given)?.accessToken;
    },
    requestHeaders(token): Record<string, string> {
      return token === undefined ? {} : { [world.profile.tokenHeader]: world.profile.tokenPrefix + token };
    },
    async refresh(refreshToken) {
      const { refreshPath, refreshGrantType, refreshMediaType } = world.profile;
      const { id, secret } = first().client;
      const fields = {
        grant_type: refreshGrantType,
        refresh_token: refreshToken,
        client_id: id,
        client_secret: secret,
      };
      const form = refreshMediaType === TOKEN_REQUEST_TYPE;
      const response = await fetch(world.authUrl + refreshPath, {
        method: "POST",
        headers: { "content-type": refreshMediaType },
        body: form ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      });
      if (!response.ok) throw new Error(`The refresh was refused with status ${response.status}.`);
      return { accessToken: (await response.json()).access_token };
    },
    async confirmPayment(payment) {
      const made = pay(payment);
      confirmPayment(world, deliveries, made);
      await store.flushed();
      return { id: made.id };
    },
    async recordPayment(payment) {
      const made = pay(payment);
      await store.flushed();
      return { id: made.id };
    },
    async setClientWebhookActive({ response }, active) {
      const secret = (response as { secret?: unknown } | null)?.secret;
      const webhook = store.list("clientWebhook").find((one) => one.secret === secret);
      if (!webhook) throw new Error("No client webhook has the secret of this response.");
      await control.setClientWebhookActive(webhook.id, active);
    },
    async dispatchAppEvent(iri, event) {
      await control.dispatch(iri, { event });
    },
    settle: () => deliveries.runOut(),
    retryWindowMs: 0,
  };
}
