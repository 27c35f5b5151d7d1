/** The cases of vectors/client.json, over real sockets. */

import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { inspect } from "node:util";
import { createClient } from "../src/client.ts";
import { TOKEN_HEADER, TOKEN_PREFIX } from "../src/index.ts";
import { exchangeCode } from "../src/oauth.ts";
import { bytes, vectors } from "./vectors.ts";

type Case = {
  id: string;
  needs: string[];
  tokens: string[];
  call: { operation: string; given: Record<string, string> };
  baseUrl?: string;
  maxResponseBytes?: number;
  answers: (string | null)[];
  result?: string;
  error?: { code: string; status?: number; retryAfter?: string };
  sent?: object[];
};

/** Answers one connection after the other, and keeps what was sent. */
async function serve(answers: Case["answers"]) {
  const sent: object[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const [head = "", body = ""] = text.split("\r\n\r\n", 2);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!text.includes("\r\n\r\n") || body.length < length) return;
      const answer = answers[sent.length];
      sent.push(sentIn(head, body));
      if (answer !== null) socket.end(bytes(answer ?? ""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { sent, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function sentIn(head: string, body: string): object {
  const [, method, path] = /^(\S+) (\S+)/.exec(head) ?? [];
  const all = new Map(
    head.split("\r\n").map((line) => [line.split(": ", 1)[0]?.toLowerCase(), line.replace(/^.*?: /, "")]),
  );
  const [token, contentType] = [all.get(TOKEN_HEADER.toLowerCase()), all.get("content-type")];
  const authorization = token && { authorization: token.replace(TOKEN_PREFIX, "Bearer ") };
  const parsed = contentType?.includes("form")
    ? Object.fromEntries(new URLSearchParams(body))
    : body && JSON.parse(body);
  return { method, path, ...authorization, ...(method === "POST" && { contentType, body: parsed }) };
}

async function call(
  { tokens, maxResponseBytes, answers, call: { operation, given } }: Case,
  url: string,
): Promise<unknown> {
  const limits = { timeoutMs: answers.includes(null) ? 100 : 10_000, allowInsecureLoopback: true };
  const { code = "", client_id = "", client_secret = "", redirect_uri = "" } = given;
  if (operation === "exchangeAuthorizationCode") {
    const credentials = { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri };
    const { accessToken, refreshToken, expiresIn, extra } = await exchangeCode({
      authUrl: url,
      code,
      ...credentials,
      ...limits,
    });
    return { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, ...extra };
  }
  const [first = "", second = first] = tokens;
  const accessToken = tokens.length > 1 ? (rejected?: string) => (rejected === undefined ? first : second) : first;
  const client = createClient({ baseUrl: url, accessToken, ...limits, ...(maxResponseBytes && { maxResponseBytes }) });
  return (client as unknown as Record<string, (given: unknown) => unknown>)[operation]?.(given);
}

test("the client and the exchange", async (t) => {
  t.mock.method(console, "warn", () => undefined);
  for (const one of vectors<Case>("client", 60).cases) {
    // An answer is JSON only under a media type of JSON.
    if (one.needs.includes("any media type")) continue;
    const { sent, stop, url } = await serve(one.answers);
    const outcome = await call(one, one.baseUrl ?? url).then(
      (value) => ({ value }),
      (error: { code: string; status?: number; headers?: Headers }) => ({ error }),
    );
    stop();
    if ("error" in outcome) {
      const { code, status, headers } = outcome.error;
      const expected = one.error ?? { code: "none" };
      assert.deepEqual([code, expected.status && status], [expected.code, expected.status], one.id);
      if (expected.retryAfter) assert.equal(headers?.get("retry-after"), expected.retryAfter, one.id);
      assert.doesNotMatch(inspect(outcome.error), /hidden|token-\d/, one.id);
    } else {
      const result = JSON.parse(one.result ?? '"none"');
      if (one.call.operation === "exchangeAuthorizationCode") delete result.token_type;
      assert.deepEqual(outcome.value, result, one.id);
    }
    if (one.sent) assert.deepEqual(sent, one.sent, one.id);
  }
});
