import { CASE_FILE_PAYMENT_CONFIRMED, RESPONSE_HANDLING_TYPE, SIGNATURE_HEADER } from "../../generated/constants.ts";
import { validatePaymentSnapshot } from "../../generated/validators.ts";
import { createClient, itemsOf } from "../../src/client/index.ts";
import { signBody } from "../../src/index.ts";
import { exchangeCode } from "../../src/oauth/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import type { DemoReceiver } from "./receiver.ts";

type Step = <T>(title: string, work: () => Promise<[result: T, said: string]>) => Promise<T>;

const HOOKS = "https://hooks.example.com";
const loopback = { allowInsecureLoopback: true } as const;

/**
 * Onboarding against the sandbox, then one payment that it really delivers, to a receiver that trusts nothing it did
 * not verify.
 */
export async function roundTrip(
  { baseUrl, authUrl, control, driver }: Sandbox,
  receiver: DemoReceiver,
  step: Step,
): Promise<void> {
  const { apps, clients } = await control.state();
  const [app, creditor] = [apps[0], clients[0]];
  if (!app || !creditor || !driver.credentials) throw new Error("the sandbox has no demo data");
  const { credentials } = driver;

  const tokens = await step("a code for tokens", async () => {
    const got = await exchangeCode({ authUrl, ...(await credentials()), ...loopback });
    return [got, `${got.tokenType} token for ${got.expiresIn} s, and a refresh token`];
  });
  const client = createClient({ baseUrl, accessToken: tokens.accessToken, ...loopback });
  const events = [CASE_FILE_PAYMENT_CONFIRMED];
  const webhook = await step("a client webhook created", async () => {
    const created = await client.createClientWebhook({
      client: creditor.iri,
      name: "Payments",
      events,
      url: `${HOOKS}/payments`,
    });
    receiver.secrets.push(created.secret);
    return [created, `for ${created.url}, with a secret of ${created.secret.length} characters`];
  });
  await step("an app webhook created", async () => {
    const responseHandlingType = RESPONSE_HANDLING_TYPE.WAIT_FOR_SUCCESSFUL_RESPONSE;
    const created = await client.createAppWebhook({
      app: app.iri,
      webhookUrl: `${HOOKS}/app-events`,
      events,
      responseHandlingType,
      active: true,
    });
    return [created, `for ${created.webhookUrl}`];
  });
  await step("the app webhooks of the App listed", async () => {
    const list = itemsOf(await client.listAppWebhooks(app.appId));
    return [list, `${list.length} found`];
  });
  await step("a payment confirmed and delivered", async () => {
    const arrived = receiver.next();
    await control.createPayment({ client: creditor.iri, paidTo: "client", confirmed: true });
    const { body, payload } = await arrived;
    const judged = validatePaymentSnapshot(JSON.parse(Buffer.from(body).toString()));
    if (!judged.ok) throw new Error(`the payload is not valid: ${JSON.stringify(judged.faults)}`);
    return [payload, `payment ${payload.id}: ${body.length} bytes, signature and payload hold`];
  });
  await step("a forgery refused", async () => {
    const body = JSON.stringify({ "@event": CASE_FILE_PAYMENT_CONFIRMED, id: 1 });
    const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signBody(`${body} `, webhook.secret) };
    const { status, ok } = await fetch(receiver.url, { method: "POST", headers, body });
    if (ok) throw new Error("the receiver took a forgery");
    return [status, `${status} to other bytes than were signed`];
  });
}
