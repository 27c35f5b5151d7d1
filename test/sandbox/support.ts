/** A sandbox with a receiver behind it, for one test file. Everything is real HTTP on loopback. */

import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { CASE_FILE_PAYMENT_CONFIRMED, OPERATIONS } from "../../generated/constants.ts";
import { listen } from "../../scripts/listen.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";

export const PROFILES = ["default", "strict"] as const;
export const EVENT = CASE_FILE_PAYMENT_CONFIRMED;
export const ORIGIN = "https://hooks.example.com";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers a delivery. `nth`: which one to its path this is, from 0. */
type Answer = (response: ServerResponse, received: Received, nth: number) => void;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver() {
  const received: Received[] = [];
  let current: Answer = (response) => response.writeHead(204).end();
  const server = await listen(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const one = { path: request.url ?? "", headers: request.headers, body };
    received.push(one);
    current(response, one, received.filter(({ path }) => path === one.path).length - 1);
  });
  return {
    ...server,
    received,
    /** Answers from now on. */
    answer: (next: Answer) => {
      current = next;
    },
    /** Those that came to a path. */
    at: (path: string) => received.filter((one) => one.path === path),
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = "") =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end(body);
  };

export async function startBench(profile: string, options: SandboxOptions = {}) {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ profile, clock: "virtual", forward: { [ORIGIN]: receiver.url }, ...options });
  const { driver, control } = sandbox;
  const settings = (await control.profile()).profile;
  const clientIri = driver.clientIri ?? "";
  const appIri = driver.appIri ?? "";
  const token = async () => (await driver.accessToken?.()) ?? "";
  const auth = async () => driver.requestHeaders?.(await token()) ?? {};
  /** A POST of JSON with a token. */
  const post = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const all = { "content-type": "application/json", ...(headers ?? (await auth())) };
    return fetch(sandbox.baseUrl + path, { method: "POST", headers: all, body: JSON.stringify(body) });
  };
  return {
    sandbox,
    receiver,
    settings,
    clientIri,
    appIri,
    token,
    auth,
    post,
    /** Registers a client webhook and switches it on. */
    async clientWebhook(path: string, more: object = {}) {
      const body = { client: clientIri, name: `to ${path}`, events: [EVENT], url: ORIGIN + path, ...more };
      const response = await post(OPERATIONS.createClientWebhook.path, body);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      const { secret }: { secret: string } = await response.json();
      const id = (await control.state()).clientWebhooks.find((one) => one.secret === secret)?.id ?? 0;
      await control.setClientWebhookActive(id, true);
      return { id, secret };
    },
    async appWebhook(path: string, more: object = {}) {
      const body = {
        app: appIri,
        webhookUrl: ORIGIN + path,
        events: [EVENT],
        responseHandlingType: 2,
        active: true,
        ...more,
      };
      const response = await post(OPERATIONS.createAppWebhook.path, body);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return { id: (await control.state()).appWebhooks.at(-1)?.id ?? 0 };
    },
    /** A confirmed payment to the client. */
    async pay() {
      return (await driver.confirmPayment?.({ paidTo: "client", client: clientIri }))?.id ?? 0;
    },
    async stop() {
      await sandbox.stop();
      await receiver.stop();
    },
  };
}
