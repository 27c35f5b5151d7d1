/** The cases of vectors/client.json, over real sockets. */

import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { inspect } from "node:util";
import { createClient } from "../src/client.ts";
import { TOKEN_HEADER, TOKEN_PREFIX } from "../src/index.ts";
import { exchangeCode } from "../src/oauth.ts";
import { vectors } from "./vectors.ts";

type Call = { operation: string; given: Record<string, string>; maxResponseBytes: number; timeoutMs: number };
type Outcome = {
  error?: { code: string; status?: number; retryAfter?: string | null };
  result?: string;
  sent?: object[];
};
type Case = Outcome & Call & { id: string; tokens: string[]; answers: (string | null)[]; baseUrl?: string };

/** Answers one connection after the other, and keeps what was sent. */
async function serve(answers: Case["answers"]) {
  const [sent, sockets] = [[] as object[], [] as Socket[]];
  const server = createServer((socket) => {
    let text = "";
    sockets.push(socket.on("error", () => undefined));
    socket.setEncoding("latin1").on("data", (data) => {
      text += data;
      const [head = "", body] = text.split("\r\n\r\n");
      if (body === undefined || body.length < Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)) return;
      const answer = answers[sent.length];
      sent.push(sentIn(head, body));
      if (answer !== null) socket.end(answer ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => [...sockets.map((socket) => socket.destroy()), server.close()];
  return { sent, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function sentIn(head: string, body: string): object {
  const [, method, path] = /^(\S+) (\S+)/.exec(head) ?? [];
  const value = (name: string) => new RegExp(`^${name}: (.*?)\r?$`, "im").exec(head)?.[1];
  const [token, contentType] = [value(TOKEN_HEADER), value("content-type")];
  const authorization = token && { authorization: token.replace(TOKEN_PREFIX, "Bearer ") };
  const read = contentType?.includes("form") ? Object.fromEntries(new URLSearchParams(body)) : body && JSON.parse(body);
  const codings = value("accept-encoding") !== undefined;
  return { method, path, codings, ...authorization, ...(method === "POST" && { contentType, body: read }) };
}

async function call({ tokens, operation, given, maxResponseBytes, timeoutMs }: Case, url: string) {
  const limits = { timeoutMs, maxResponseBytes, allowInsecureLoopback: true };
  const {
    code = "",
    client_id: clientId = "",
    client_secret: clientSecret = "",
    redirect_uri: redirectUri = "",
  } = given;
  if (operation === "exchangeAuthorizationCode") {
    const tokens = await exchangeCode({ authUrl: url, code, clientId, clientSecret, redirectUri, ...limits });
    const { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in, extra } = tokens;
    return { access_token, refresh_token, expires_in, ...extra };
  }
  const [first = "", second = first] = tokens;
  const accessToken = tokens.length > 1 ? (rejected?: string) => (rejected === undefined ? first : second) : first;
  const client = createClient({ baseUrl: url, accessToken, ...limits });
  return (client as unknown as Record<string, (given: unknown) => unknown>)[operation]?.(given);
}

test("the client and the exchange", async (t) => {
  t.mock.method(console, "warn", () => undefined);
  // An answer is JSON only under a media type of JSON.
  for (const one of vectors<Case>("client", 60, ["any media type"]).cases) {
    const { sent, stop, url } = await serve(one.answers);
    try {
      const result = await call(one, one.baseUrl ?? url);
      const expected = JSON.parse(one.result ?? '"none"');
      if (one.operation === "exchangeAuthorizationCode") delete expected.token_type;
      assert.deepEqual(result, expected, one.id);
    } catch (error) {
      if (!one.error) throw error;
      const { code, status, headers } = error as { code: string; status?: number; headers?: Headers };
      const found = { code, status, retryAfter: headers?.get("retry-after") ?? null };
      assert.deepEqual(found, { ...found, ...one.error }, one.id);
      assert.doesNotMatch(inspect(error), /hidden|token-\d/, one.id);
    } finally {
      stop();
    }
    if (one.sent) assert.deepEqual(sent, one.sent, one.id);
  }
});
