import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listening } from "../../../scripts/listen.ts";
import { createClient } from "../../../src/client/index.ts";
import { createReceiver } from "../../../src/index.ts";
import { authorizationUrl, exchangeCode, readCallback } from "../../../src/oauth/index.ts";
import { DEMO_APP, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";

const loopback = { allowInsecureLoopback: true } as const;
const app = { clientId: DEMO_APP.id, clientSecret: DEMO_APP.secret };

describe.skipIf(!CHROMIUM)(`the whole way in a real browser${SKIP}`, () => {
  const handled: unknown[] = [];
  const secrets: string[] = [];
  const receiver = createReceiver({
    secrets: () => secrets,
    on: { "case_file.payment.confirmed": ({ payload }) => handled.push(payload.id) },
  });
  const hook = createServer(receiver.node);
  const callbacks: string[] = [];
  const site = createServer((request, response) => {
    callbacks.push(request.url ?? "");
    response.setHeader("content-type", "text/html").end("<title>Back at the app</title>Thank you.");
  });
  let sandbox: Sandbox;
  let browser: Browser;
  let redirectUri: string;

  beforeAll(async () => {
    redirectUri = `${(await listening(site)).url}/callback`;
    sandbox = await startSandbox({ forward: { "https://hooks.example.com": (await listening(hook)).url } });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
    for (const server of [hook, site]) server.close();
  });

  /** Redirects the browser to the authorization page and presses a button there. */
  async function ask(button: RegExp): Promise<{ callback: string; state: string; page: string; problems: string[] }> {
    const { authorizationUrl: endpoint } = await sandbox.control.state();
    const options = {
      authorizationEndpoint: endpoint,
      redirectUri,
      scopes: ["webhooks"],
      clientId: app.clientId,
      ...loopback,
    };
    const { url, state = "" } = await authorizationUrl(options);
    const tab = await browser.newPage();
    const problems: string[] = [];
    tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    tab.on("request", (request) => new URL(request.url()).hostname !== "127.0.0.1" && problems.push(request.url()));
    await tab.goto(url);
    const page = await tab.locator("body").innerText();
    await tab.getByRole("button", { name: button }).click();
    await tab.waitForURL((at) => at.href.startsWith(redirectUri));
    await tab.close();
    return { callback: callbacks.findLast((path) => path.startsWith("/callback")) ?? "", state, page, problems };
  }

  it("approves, exchanges, registers, receives a payment once although it comes twice", async () => {
    const { callback, state, page, problems } = await ask(/approve|allow/i);
    expect(page).toContain("webhooks");
    expect(problems).toEqual([]);
    const { code } = readCallback(callback, { state });
    const tokens = await exchangeCode({ authUrl: sandbox.authUrl, ...app, redirectUri, code, ...loopback });
    const client = createClient({ baseUrl: sandbox.baseUrl, accessToken: tokens.accessToken, ...loopback });
    const { clients } = await sandbox.control.state();
    const events = ["case_file.payment.confirmed"];
    const body = { client: clients[0]?.iri ?? "", name: "Payments", events, url: "https://hooks.example.com/payments" };
    secrets.push((await client.createClientWebhook(body)).secret);

    let posts = 0;
    hook.on("request", () => posts++);
    await sandbox.control.createPayment({ client: body.client, paidTo: "client", confirmed: true });
    await sandbox.control.settle();
    const [first] = (await sandbox.control.deliveries()).deliveries;
    await sandbox.control.redeliver(first?.id ?? 0);
    await sandbox.control.settle();
    expect([posts, handled.length]).toEqual([2, 1]);
  });

  it("denies", async () => {
    const { callback, state } = await ask(/deny|refuse|cancel/i);
    expect(() => readCallback(callback, { state })).toThrow(expect.objectContaining({ code: "authorization_denied" }));
  });
});
