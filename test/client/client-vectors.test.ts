/** The cases of `spec/vectors/client.json`, over real sockets. */

import { createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import vectors from "../../spec/vectors/client.json" with { type: "json" };
import { createClient } from "../../src/client/index.ts";
import { exchangeCode } from "../../src/oauth/index.ts";

type Sent = Record<"method" | "path", string> & { authorization?: string; contentType?: string; body?: unknown };
type Case = {
  id: string;
  about: string;
  needs: string[];
  tokens: string[];
  operation: string;
  given: unknown;
  baseUrl?: string;
  maxResponseBytes: number;
  timeoutMs: number;
  answers: (string | null)[];
  result?: string;
  error?: { code: string; status?: number; retryAfter?: string | null };
  sent?: Sent[];
};

/** An answer is JSON only under a media type of JSON. */
const LACKS = new Set(["any media type"]);
const cases = vectors.cases as readonly Case[];

let stop = () => {};
afterEach(() => stop());

/** Answers one connection after the other, and keeps what was sent. */
async function serve(answers: Case["answers"]) {
  const sent: Sent[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const [head = "", body = ""] = text.split("\r\n\r\n", 2);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!text.includes("\r\n\r\n") || body.length < length) return;
      const answer = answers[sent.length];
      sent.push(sentIn(head, body));
      if (answer !== null) socket.end(answer ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { sent, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

function sentIn(head: string, body: string): Sent {
  const [, method = "", path = ""] = /^(\S+) (\S+)/.exec(head) ?? [];
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, "i").exec(head)?.[1];
  const [authorization, contentType] = [header("authorization"), header("content-type")];
  const isForm = contentType?.includes("form");
  const parsed = isForm ? Object.fromEntries(new URLSearchParams(body)) : body && JSON.parse(body);
  const isSent = method === "POST";
  return {
    method,
    path,
    codings: header("accept-encoding") !== undefined,
    ...(authorization && { authorization }),
    ...(isSent && { contentType, body: parsed }),
  } as Sent;
}

async function made(one: Case, url: string): Promise<unknown> {
  const { tokens, operation, given, maxResponseBytes, timeoutMs } = one;
  const limits = { timeoutMs, maxResponseBytes, allowInsecureLoopback: true };
  if (operation === "exchangeAuthorizationCode") {
    const { code, client_id, client_secret, redirect_uri } = given as Record<string, string>;
    const client = { clientId: client_id as string, clientSecret: client_secret as string };
    const wanted = { authUrl: url, ...client, code: code as string, redirectUri: redirect_uri as string, ...limits };
    const { accessToken, refreshToken, expiresIn, extra } = await exchangeCode(wanted);
    return { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, ...extra };
  }
  const accessToken = (rejected?: string) => tokens[rejected === undefined ? 0 : 1] ?? (tokens[0] as string);
  const client = createClient({
    baseUrl: url,
    accessToken: tokens.length > 1 ? accessToken : (tokens[0] as string),
    onWarning() {},
    ...limits,
  });
  return await (client as unknown as Record<string, (given: unknown) => unknown>)[operation]?.(given);
}

it("has many cases, with unique names", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

describe("the client", () => {
  it.each(cases.filter(({ needs }) => !needs.some((need) => LACKS.has(need))))("$id: $about", async (one) => {
    const { sent, url } = await serve(one.answers);
    const outcome = await made(one, one.baseUrl ?? url).then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
    if (one.error) {
      const { error } = outcome as { error: { code: string; status?: number; headers?: Headers } };
      const { code, status, headers } = error;
      expect({ code, status, retryAfter: headers?.get("retry-after") ?? null }).toMatchObject(one.error);
      expect(inspect(error)).not.toMatch(/hidden|token-\d/);
    } else {
      const { token_type: _, ...expected } = JSON.parse(one.result as string) ?? {};
      const isList = one.operation === "listAppWebhooks";
      expect(outcome).toEqual({ value: isList ? JSON.parse(one.result as string) : expected });
    }
    if (one.sent) expect(sent).toEqual(one.sent);
  });
});
