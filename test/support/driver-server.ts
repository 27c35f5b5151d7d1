/** Serves a driver over HTTP as spec/driver.yaml says, written without any code of the judge or the sandbox. */

import type { ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { listen } from "../../scripts/listen.ts";

export interface DriverServerOptions {
  /** Wanted as a bearer token. Default: none is. */
  readonly token?: string;
  /** Answers some calls in another way. */
  readonly instead?: Readonly<Record<string, (response: ServerResponse) => void>>;
  /** Changes the list of members. */
  readonly list?: (members: { version: number; calls: string[]; values: object }) => unknown;
}

type Fn = (...args: unknown[]) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: bodies of the protocol, which the subject under test makes.
const BODIES: Record<string, (call: Fn, body: any) => unknown> = {
  accessToken: async (call) => ({ accessToken: await call() }),
  requestHeaders: async (call, { token }) => ({ headers: await call(token ?? undefined) }),
  refresh: (call, { refreshToken }) => call(refreshToken),
  setClientWebhookActive: (call, { active, ...webhook }) => call(webhook, active),
  dispatchAppEvent: (call, { app, event }) => call(app, event),
  emitEvent: (call, { client, event }) => call(client, event),
  processed: async (call) => ({ events: await call() }),
};
const WITH_ANSWER = /^(credentials|accessToken|requestHeaders|refresh|processed)$/;
const MAY_ANSWER = /^(confirmPayment|recordPayment)$/;

export function json(status: number, value: unknown): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Serves it until the test is over. */
export async function serveDriver(driver: object, options: DriverServerOptions = {}) {
  const { token, instead = {}, list = (members) => members } = options;
  const members = Object.entries(driver);
  const calls = members.filter(([, value]) => typeof value === "function").map(([name]) => name);
  /** Names of the calls that came, in their order. */
  const called: string[] = [];
  const { url, stop } = await listen(async (request, response) => {
    const name = request.url?.replace(/^\/support\//, "") ?? "";
    const sent = await textOf(request);
    called.push(name);
    const other = instead[name];
    if (other) return other(response);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return json(401, { code: "token_wrong", message: "Send the token of the driver." })(response);
    if (name === "members" && request.method === "GET") {
      const values = Object.fromEntries(members.filter(([, value]) => typeof value !== "function"));
      return json(200, list({ version: 1, calls, values }))(response);
    }
    if (!calls.includes(name) || request.method !== "POST")
      return json(404, { code: "no_such_call", message: `There is no ${name}.` })(response);
    const call: Fn = (...args) => (driver as Record<string, Fn>)[name]?.(...args);
    const body = JSON.parse(sent);
    try {
      const result = await (BODIES[name]?.(call, body) ?? call(body));
      if (WITH_ANSWER.test(name) || (MAY_ANSWER.test(name) && result !== undefined)) json(200, result ?? {})(response);
      else response.writeHead(204).end();
    } catch (error) {
      json(409, { code: "refused", message: error instanceof Error ? error.message : "no" })(response);
    }
  });
  onTestFinished(stop);
  return { url: `${url}/support`, called };
}
