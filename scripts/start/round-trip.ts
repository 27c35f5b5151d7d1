import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CASE_FILE_PAYMENT_CONFIRMED, RESPONSE_HANDLING_TYPE, SIGNATURE_HEADER } from "../../generated/constants.ts";
import { validatePaymentSnapshot } from "../../generated/validators.ts";
import { createClient, itemsOf } from "../../src/client.ts";
import { exchangeCode } from "../../src/oauth.ts";
import { signBody, verify } from "../../src/signature.ts";

type Step = <T>(title: string, work: () => Promise<[result: T, said: string]>) => Promise<T>;

/** Onboarding against a server of the contract, then one delivery to a receiver that trusts nothing it did not verify. */
export async function roundTrip(url: string, step: Step): Promise<void> {
  const loopback = { allowInsecureLoopback: true } as const;
  const tokens = await step("a code for tokens", async () => {
    const app = {
      clientId: "<CLIENT_ID>",
      clientSecret: "<CLIENT_SECRET>",
      redirectUri: "https://app.example.com/callback",
    };
    const got = await exchangeCode({ authUrl: url, ...app, code: "<AUTHORIZATION_CODE>", ...loopback });
    return [got, `${got.tokenType} token for ${got.expiresIn} s, and a refresh token`];
  });
  const client = createClient({ baseUrl: url, accessToken: tokens.accessToken, ...loopback });
  const events = [CASE_FILE_PAYMENT_CONFIRMED];
  const webhook = await step("a client webhook created", async () => {
    const created = await client.createClientWebhook({
      client: "/api/clients/1",
      name: "Payments",
      events,
      url: "https://hooks.example.com/payments",
    });
    return [created, `for ${created.url}, with a secret of ${created.secret.length} characters`];
  });
  await step("an app webhook created", async () => {
    const responseHandlingType = RESPONSE_HANDLING_TYPE.WAIT_FOR_SUCCESSFUL_RESPONSE;
    const created = await client.createAppWebhook({
      app: "/api/apps/7",
      webhookUrl: "https://hooks.example.com/app-events",
      events,
      responseHandlingType,
      active: true,
    });
    return [created, `for ${created.webhookUrl}`];
  });
  await step("the app webhooks of the App listed", async () => {
    const list = itemsOf(await client.listAppWebhooks(7));
    return [list, `${list.length} found`];
  });
  await step("a signed delivery received", () => delivery(webhook.secret));
}

async function delivery(secret: string): Promise<[number, string]> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    // The bytes as they came, before any parsing.
    const verdict = await verify(body, request.headers[SIGNATURE_HEADER.toLowerCase()] as string | undefined, secret);
    const judged = verdict.ok ? validatePaymentSnapshot(JSON.parse(body.toString())) : undefined;
    response.writeHead(judged?.ok ? 204 : verdict.ok ? 422 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`;
    const payment = {
      "@event": CASE_FILE_PAYMENT_CONFIRMED,
      id: 4711,
      amount: 12550,
      paidTo: "client",
      confirmedAt: "2026-03-02T09:15:00+01:00",
      createdAt: "2026-02-27T16:40:12+01:00",
      updatedAt: "2026-03-02T09:15:00+01:00",
      caseFile: { id: 815 },
    };
    const post = (body: string, signed: string) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signBody(signed, secret) },
        body,
      });
    const body = JSON.stringify(payment);
    const genuine = await post(body, body);
    const forged = await post(JSON.stringify({ ...payment, amount: 1 }), body);
    if (!genuine.ok || forged.ok)
      throw new Error(`the receiver answered ${genuine.status} to the delivery and ${forged.status} to a forged one`);
    return [
      genuine.status,
      `${genuine.status} to ${body.length} bytes whose signature holds and whose payload is valid; ${forged.status} to a forged amount`,
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
