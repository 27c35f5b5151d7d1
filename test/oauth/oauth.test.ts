/**
 * The OAuth flow against a real server on loopback, and everything that can be wrong on the way, besides the shared
 * cases of test/client/client-vectors.test.ts. No secret may show anywhere.
 */

import { createHash } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { OPERATIONS, TOKEN_REQUEST_FIELDS } from "../../generated/constants.ts";
import {
  type AuthorizationOptions,
  authorizationUrl,
  type CallbackOptions,
  type ExchangeOptions,
  exchangeCode,
  OAuthError,
  readCallback,
  rfc6749Refresh,
} from "../../src/oauth/index.ts";
import { tokensFrom } from "../../src/oauth/tokens.ts";
import { type Answering, flooding, json, startServer, text } from "../support/http-server.ts";
import { cleanFailure, findLeaks } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";

const server = await startServer();
afterAll(server.stop);

const SENTINELS = {
  code: "code-11aa",
  clientSecret: "secret-22bb",
  codeVerifier: "verifier-33cc",
  accessToken: "access-44dd",
  refreshToken: "refresh-55ee",
  idToken: "id-66ff",
  state: "state-77aa",
};
const ALL = Object.values(SENTINELS);
const TOKENS = {
  token_type: "Bearer",
  expires_in: 3600,
  access_token: SENTINELS.accessToken,
  refresh_token: SENTINELS.refreshToken,
};

async function readError(promise: Promise<unknown>): Promise<OAuthError> {
  const error = await cleanFailure(promise, OAuthError, ALL);
  expect(error.cause).toBeUndefined();
  return error;
}

describe("authorizationUrl", () => {
  const OPTIONS: AuthorizationOptions = {
    authorizationEndpoint: "https://login.example.com/authorize",
    clientId: "an app",
    redirectUri: "https://app.example.com/callback?a=b",
    scopes: ["read", "write"],
  };
  const ask = (change: Partial<AuthorizationOptions> = {}) => authorizationUrl({ ...OPTIONS, ...change });
  const authorizationQuery = async (change: Partial<AuthorizationOptions> = {}) =>
    Object.fromEntries(new URL((await ask(change)).url).searchParams);

  it("client_id, redirect_uri and scopes (F-4.1-02), with response_type and state (U-12)", async () => {
    const { url, state, codeVerifier } = await ask();
    expect(url).toMatch(/^https:\/\/login\.example\.com\/authorize\?/);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      response_type: "code",
      client_id: "an app",
      redirect_uri: "https://app.example.com/callback?a=b",
      scope: "read write",
      state,
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(codeVerifier).toBeUndefined();
  });

  it("every state is another", async () => {
    const states = await Promise.all(Array.from({ length: 100 }, async () => (await ask()).state));
    expect(new Set(states).size).toBe(100);
  });

  it("each part that is not stated can be switched off or renamed (N-4.1-02, U-12)", async () => {
    const query = await authorizationQuery({
      responseType: false,
      state: false,
      scopeParameter: "scopes",
      scopeSeparator: ",",
    });
    expect(query).toEqual({ client_id: "an app", redirect_uri: OPTIONS.redirectUri, scopes: "read,write" });
    expect((await ask({ state: false })).state).toBeUndefined();
    expect(await authorizationQuery({ state: "mine", extra: { prompt: "login" } })).toMatchObject({
      state: "mine",
      prompt: "login",
    });
  });

  it("a query of the endpoint is kept", async () => {
    expect(await authorizationQuery({ authorizationEndpoint: "https://login.example.com/?tenant=1" })).toMatchObject({
      tenant: "1",
    });
  });

  it("PKCE sends the S256 of the verifier (U-12)", async () => {
    const { url, codeVerifier } = await ask({ pkce: true });
    const challenge = createHash("sha256")
      .update(codeVerifier ?? "")
      .digest("base64url");
    const query = new URL(url).searchParams;
    expect([query.get("code_challenge"), query.get("code_challenge_method")]).toEqual([challenge, "S256"]);
    expect(codeVerifier).toMatch(/^[\w-]{43,128}$/);
    expect(url).not.toContain(codeVerifier);
  });

  it.each<[string, Partial<AuthorizationOptions>, string]>([
    ["no client id", { clientId: "" }, "/clientId"],
    ["a relative redirect URI", { redirectUri: "/callback" }, "/redirectUri"],
    ["a redirect URI with a fragment", { redirectUri: "https://app.example.com/#x" }, "/redirectUri"],
    ["no scopes (F-5-06)", { scopes: [] }, "/scopes"],
    ["scopes as one text", { scopes: asWrongType("read write") }, "/scopes"],
    ["scopes left out", { scopes: asWrongType(undefined) }, "/scopes"],
    ["an empty scope", { scopes: ["read", ""] }, "/scopes"],
    ["a scope with the separator in it", { scopes: ["read write"] }, "/scopes"],
    ["an empty separator", { scopeSeparator: "" }, "/scopes"],
    ["an empty state", { state: "" }, "/state"],
    ["an extra that repeats one", { extra: { client_id: "other" } }, "/extra"],
    ["an endpoint that has one already", { authorizationEndpoint: "https://login.example.com/?state=x" }, "/extra"],
    ["a scope parameter that has another meaning", { scopeParameter: "state" }, "/extra"],
    ["a scope parameter without a name", { scopeParameter: "" }, "/extra"],
  ])("%s is refused", async (_fault, change, path) => {
    const error = await readError(ask(change));
    expect(error.code).toBe("authorization_request_invalid");
    expect(error.faults?.map((fault) => fault.path)).toContain(path);
  });

  it.each([
    ["", "base_url_invalid"],
    ["/authorize", "base_url_invalid"],
    ["login.example.com", "base_url_invalid"],
    ["https://u:p@login.example.com/", "base_url_invalid"],
    ["https://login.example.com/#x", "base_url_invalid"],
    [asWrongType(undefined), "base_url_invalid"],
    ["http://login.example.com/", "insecure_url"],
    ["http://localhost/", "insecure_url"],
  ])("the endpoint %j is refused (N-4.1-01, U-36)", async (authorizationEndpoint, code) => {
    expect((await readError(ask({ authorizationEndpoint }))).code).toBe(code);
  });

  it("http for loopback, by the switch alone", async () => {
    const authorizationEndpoint = "http://localhost:8080/authorize";
    expect((await ask({ authorizationEndpoint, allowInsecureLoopback: true })).url).toContain(authorizationEndpoint);
  });
});

describe("readCallback", () => {
  const { code, state } = SENTINELS;
  const read = (query: string, options: Partial<CallbackOptions> = {}) =>
    readCallback(`https://app.example.com/callback?${query}`, { state, ...options });
  const readRefusal = async (query: string, options: Partial<CallbackOptions> = {}) =>
    readError(Promise.resolve().then(() => read(query, options)));
  const query = `code=${code}&state=${state}`;

  it("the code, from every form of a callback", () => {
    const url = `https://app.example.com/callback?${query}`;
    for (const form of [url, `/callback?${query}`, `?${query}`, new URL(url), new URLSearchParams(query)])
      expect(readCallback(form, { state })).toEqual({ code });
    expect(read(`${query}&more=1`)).toEqual({ code });
    expect(read(`code=${code}`, { state: false })).toEqual({ code });
  });

  it.each<[string, string, Partial<CallbackOptions>]>([
    ["another state", `code=${code}&state=other`, {}],
    ["no state", `code=${code}`, {}],
    ["an empty state", `code=${code}&state=`, {}],
    ["a state that nobody sent", query, { state: false }],
    ["another state and an error", "error=access_denied&state=other", {}],
    ["nothing", "", {}],
  ])("%s is state_mismatch", async (_fault, sent, options) => {
    expect((await readRefusal(sent, options)).code).toBe("state_mismatch");
  });

  it.each(
    Object.entries<[string, Partial<CallbackOptions>]>({
      "no code": [`state=${state}`, {}],
      "an empty code": [`code=&state=${state}`, {}],
      "two codes": [`code=a&${query}`, {}],
      "two states": [`${query}&state=${state}`, {}],
      "two issuers": [`${query}&iss=a&iss=a`, { issuer: "a" }],
      "any parameter twice": [`${query}&x=1&x=2`, {}],
      "a foreign issuer": [`${query}&iss=https://evil.example`, { issuer: "https://login.example.com" }],
      "no issuer where one is demanded": [query, { issuer: "https://login.example.com", requireIssuer: true }],
      "an empty issuer where one is demanded": [
        `${query}&iss=`,
        { issuer: "https://login.example.com", requireIssuer: true },
      ],
      "an issuer demanded and none given": [`${query}&iss=x`, { requireIssuer: true }],
      "an empty expected state": [`code=${code}&state=`, { state: "" }],
      "no expected state": [`code=${code}`, { state: asWrongType(undefined) }],
      "an implicit token": [`${query}&token=x`, {}],
      "an id_token": [`${query}&id_token=x`, {}],
    }),
  )("%s is callback_invalid", async (_fault, [sent, options]) => {
    const refusal = await readRefusal(sent, options);
    expect(refusal).toMatchObject({ code: "callback_invalid", faults: [{ message: expect.any(String) }] });
  });

  it("a text that is no URL is callback_invalid", async () => {
    for (const callback of ["", query, "https://", "http://[?a=b"])
      expect((await readError(Promise.resolve().then(() => readCallback(callback, { state })))).code).toBe(
        "callback_invalid",
      );
  });

  it("the right issuer passes, and without a configured one it is not looked at (RFC 9207)", () => {
    const issuer = "https://login.example.com";
    expect(read(`${query}&iss=${issuer}`, { issuer, requireIssuer: true })).toEqual({ code });
    expect(read(query, { issuer })).toEqual({ code });
    expect(read(`${query}&iss=https://other.example`)).toEqual({ code });
  });

  it.each(["access_denied", "invalid_scope", "server_error"])("the error %s (U-13)", async (error) => {
    const refusal = await readRefusal(`error=${error}&error_description=${code}&state=${state}`);
    expect(refusal).toMatchObject({ code: "authorization_denied", error });
    expect(refusal.description).toBe(code);
  });

  it("an error that no RFC knows is not handed on", async () => {
    const refusal = await readRefusal(`error=${code}&state=${state}&error_description=${"x".repeat(9000)}`);
    expect(refusal).toMatchObject({ code: "authorization_denied", error: undefined });
    expect(refusal.description?.length).toBe(500);
  });

  it("never throws anything else, and gives a code only for the right state", () => {
    const part = fc.tuple(
      fc.constantFrom("code", "state", "iss", "error", "token", "x"),
      fc.constantFrom(code, state, "", "y"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        try {
          expect(readCallback(new URLSearchParams(parts), { state })).toEqual({
            code: new URLSearchParams(parts).get("code"),
          });
          expect(parts.filter(([name]) => name === "state")).toEqual([["state", state]]);
        } catch (error) {
          expect(error).toBeInstanceOf(OAuthError);
          expect(findLeaks(error, ALL)).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function exchange(change: Partial<ExchangeOptions> = {}) {
  return exchangeCode({
    authUrl: server.url,
    clientId: "app",
    clientSecret: SENTINELS.clientSecret,
    redirectUri: "https://app.example.com/callback",
    code: SENTINELS.code,
    allowInsecureLoopback: true,
    timeoutMs: 10_000,
    ...change,
  });
}

function refresh(change: Partial<ExchangeOptions> = {}) {
  const options = {
    authUrl: server.url,
    clientId: "app",
    clientSecret: SENTINELS.clientSecret,
    allowInsecureLoopback: true,
  };
  return rfc6749Refresh({ timeoutMs: 10_000, ...options, ...change })(SENTINELS.refreshToken);
}

describe("exchangeCode: the request", () => {
  it("the five stated fields, in the body alone (F-4.2-01 to F-4.2-04)", async () => {
    server.answer(json(200, TOKENS));
    await exchange({ code: "a b&c=ü+%", clientSecret: "s+ %&" });
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: "POST", url: OPERATIONS.exchangeAuthorizationCode.path });
    expect(asked?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(asked?.headers).not.toHaveProperty("authorization");
    const fields = [...new URLSearchParams(asked?.body)];
    expect(fields.map(([name]) => name).sort()).toEqual([...TOKEN_REQUEST_FIELDS].sort());
    expect(Object.fromEntries(fields)).toEqual({
      grant_type: "authorization_code",
      code: "a b&c=ü+%",
      client_id: "app",
      client_secret: "s+ %&",
      redirect_uri: "https://app.example.com/callback",
    });
  });

  it("a verifier is a sixth field (U-12), and a base path is kept", async () => {
    server.answer(json(200, TOKENS));
    await exchange({ codeVerifier: SENTINELS.codeVerifier, authUrl: `${server.url}/auth/` });
    expect(new URLSearchParams(server.asked[0]?.body).get("code_verifier")).toBe(SENTINELS.codeVerifier);
    expect(server.asked[0]?.url).toBe(`/auth${OPERATIONS.exchangeAuthorizationCode.path}`);
  });

  it.each(["clientId", "clientSecret", "code", "redirectUri", "codeVerifier"] as const)(
    "%s must be there",
    async (name) => {
      server.answer(json(200, TOKENS));
      for (const value of ["", null, 5])
        expect(await readError(exchange({ [name]: value }))).toMatchObject({
          code: "credentials_missing",
          faults: [{ path: `/${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}` }],
        });
      expect(server.asked).toEqual([]);
    },
  );

  it.each([
    ["http://auth.example.com", "insecure_url"],
    ["https://u:p@auth.example.com", "base_url_invalid"],
    ["auth.example.com", "base_url_invalid"],
    ["https://auth.example.com/?a", "base_url_invalid"],
  ])("authUrl %s is refused (U-36)", async (authUrl, code) => {
    const fetch = vi.fn();
    expect((await readError(exchange({ authUrl, fetch }))).code).toBe(code);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("loopback needs its switch", async () => {
    expect((await readError(exchange({ allowInsecureLoopback: false }))).code).toBe("insecure_url");
  });

  it("not in a browser page (F-5-05)", async () => {
    vi.stubGlobal("window", {});
    server.answer(json(200, TOKENS));
    await exchange();
    vi.stubGlobal("document", {});
    server.answer(json(200, TOKENS));
    expect((await readError(exchange())).code).toBe("secret_in_browser");
    expect((await readError(refresh())).code).toBe("secret_in_browser");
    expect(server.asked).toEqual([]);
  });
});

describe("exchangeCode: success", () => {
  it.each(["Bearer", "bearer", "BEARER"])("token_type %s (U-17) becomes the contract's", async (token_type) => {
    server.answer(json(200, { ...TOKENS, token_type }));
    expect((await exchange()).tokenType).toBe("Bearer");
  });

  it.each(["text/plain", "application/json;charset=utf-8", "application/vnd.tokens+json"])(
    "as %s (U-01)",
    async (type) => {
      server.answer(json(200, TOKENS, { "content-type": type }));
      expect((await exchange()).expiresIn).toBe(3600);
    },
  );

  it("members that are not named are kept (U-15), and a stray id_token does no harm", async () => {
    const extra = { scope: "read write", id_token: "x.y.z", error: "invalid_grant", nested: { a: 1 } };
    server.answer(text(200, JSON.stringify({ ...TOKENS, ...extra }).replace("{", '{"__proto__":{"polluted":1},')));
    const tokens = await exchange();
    expect(tokens.extra).toMatchObject(extra);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((tokens as { polluted?: number }).polluted).toBeUndefined();
  });

  it("the time of expiry counts from before the request", async () => {
    let time = Date.parse("2026-03-02T09:00:00Z");
    server.answer((asked, response) => {
      time += 5000;
      json(200, TOKENS)(asked, response);
    });
    expect((await exchange({ now: () => time })).expiresAt).toEqual(new Date("2026-03-02T10:00:00Z"));
  });
});

describe("exchangeCode: what is no success", () => {
  const secrets = { error_description: ALL.join(" "), access_token: SENTINELS.accessToken };

  it.each([
    [400, "token_refused", "invalid_grant"],
    [401, "token_refused", "invalid_client"],
    [422, "token_refused", undefined],
    [503, "token_endpoint_failed", undefined],
  ] as const)("%i is %s, with the code of the RFC", async (status, code, error) => {
    server.answer(
      json(
        status,
        { error: error ?? SENTINELS.refreshToken, ...secrets },
        { "www-authenticate": `Basic ${SENTINELS.clientSecret}` },
      ),
    );
    expect(await readError(exchange())).toMatchObject({ code, status, error, retryAfterSeconds: undefined });
  });

  it("a refusal names what was sent with white space at an end, and the URL", async () => {
    server.answer(json(401, { error: "invalid_client" }));
    const error = await readError(exchange({ authUrl: `${server.url}/oauth/v2/token`, clientSecret: "s\n" }));
    const { path } = OPERATIONS.exchangeAuthorizationCode;
    expect(error).toMatchObject({ url: `${server.url}${path}${path}`, faults: [{ path: "/client_secret" }] });
    expect(error.message).toContain(error.url);
  });

  it.each([...ALL, "null", "[]", "{", '"invalid_grant"', '{"error":{"a":1}}', '{"error":["invalid_grant"]}'])(
    "the body %j means nothing (N-7-03)",
    async (body) => {
      server.answer(text(400, body));
      expect(await readError(exchange())).toMatchObject({ code: "token_refused", status: 400, error: undefined });
    },
  );

  it.each([
    ["invalid_grant", "invalid_grant"],
    ["some_other", undefined],
  ])("%s with 200, in place of an access token, is token_refused", async (sent, error) => {
    server.answer(json(200, { error: sent, error_description: ALL.join(" ") }));
    expect(await readError(exchange())).toMatchObject({ code: "token_refused", status: 200, error });
  });

  it("Retry-After of 429 and 503", async () => {
    for (const status of [429, 503]) {
      server.answer(text(status, "", { "retry-after": "12" }));
      expect(await readError(exchange())).toMatchObject({ status, retryAfterSeconds: 12 });
      expect(server.asked.length).toBe(1);
    }
  });

  const { access_token, refresh_token } = TOKENS;
  it.each<[string, unknown]>([
    ["an access token that is a number", { ...TOKENS, access_token: 5 }],
    ["a refresh token that is null", { ...TOKENS, refresh_token: null }],
    ["no expires_in (F-2.1-02)", { ...TOKENS, expires_in: undefined }],
    ["expires_in with a fraction", { ...TOKENS, expires_in: 1.5 }],
    ["no token_type", { ...TOKENS, token_type: undefined }],
    ["a token as type", { ...TOKENS, token_type: access_token }],
    ["a scope that is no text, and no token", { scope: [refresh_token] }],
    ["a list", [TOKENS]],
    ["a text", access_token],
    ["null", null],
  ])("%s in a 200 is token_response_invalid", async (_fault, body) => {
    server.answer(json(200, body));
    const error = await readError(exchange());
    expect(error.code).toBe("token_response_invalid");
    const [fault] = error.faults ?? [];
    const named = `${server.url}/oauth/v2/token, HTTP 200, ${fault?.path || "the body"} ${fault?.message}`;
    expect(error.message.startsWith(named), error.message).toBe(true);
  });

  it("a scope of another kind does not lose the tokens", async () => {
    server.answer(json(200, { ...TOKENS, scope: ["read"] }));
    expect((await exchange()).extra).toEqual({ scope: ["read"] });
  });

  it.each<[string, string | Uint8Array]>([
    ["half of it", `{"access_token":"${access_token}","refresh_token":"${refresh_token}`],
    ["nothing", ""],
    ["a form", new URLSearchParams({ ...TOKENS, expires_in: "1" }).toString()],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from(JSON.stringify(TOKENS).slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
    ],
  ])("%s in a 200 is token_response_invalid", async (_fault, body) => {
    server.answer(text(200, body, { "content-type": "application/json" }));
    const { code, message } = await readError(exchange());
    expect([code, message]).toEqual([
      "token_response_invalid",
      expect.stringContaining("HTTP 200, the body must be object"),
    ]);
  });

  it("204 is token_response_invalid", async () => {
    server.answer(text(204, ""));
    expect((await readError(exchange())).code).toBe("token_response_invalid");
  });

  it("no answer, and a stalled body, end with the time-out", async () => {
    const stalls: Answering = (_asked, response) => response.writeHead(200).write(`{"access_token":"${access_token}`);
    for (const answer of [() => undefined, stalls]) {
      server.answer(answer);
      expect((await readError(exchange({ timeoutMs: 80 }))).code).toBe("timeout");
    }
  });

  it("30 MB are not read", async () => {
    const flood = flooding(access_token.repeat(6000).slice(0, 65536));
    server.answer(flood);
    expect((await readError(exchange())).code).toBe("response_too_large");
    expect(flood.sent).toBeLessThan(25_000_000);
  });

  it("64 KiB are the most, to the byte", async () => {
    const paddedTokens = (size: number) => {
      const empty = JSON.stringify({ ...TOKENS, pad: "" });
      return JSON.stringify({ ...TOKENS, pad: "x".repeat(size - empty.length) });
    };
    server.answer(text(200, paddedTokens(65536)));
    expect((await exchange()).expiresIn).toBe(3600);
    server.answer(text(200, paddedTokens(65537)));
    expect((await readError(exchange())).code).toBe("response_too_large");
  });

  it("a connection that fails", async () => {
    server.answer((_asked, response) => response.destroy());
    expect((await readError(exchange())).code).toBe("unreachable");
    const later = Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" });
    await expect(exchange({ fetch: () => Promise.reject(later) })).rejects.toBe(later);
    const fetch = () => Promise.reject(new TypeError(ALL.join(), { cause: { code: SENTINELS.code, body: ALL } }));
    expect(await readError(exchange({ fetch }))).toMatchObject({ code: "unreachable", reason: undefined });
  });

  it("whatever arrives, no secret shows and no other error comes", async () => {
    const value = fc.oneof(fc.constantFrom(...ALL), fc.string(), fc.integer(), fc.constant(null), fc.double());
    const body = fc.oneof(
      fc
        .record(
          { token_type: value, expires_in: value, access_token: value, refresh_token: value, id_token: value },
          { requiredKeys: [] },
        )
        .map((given) => JSON.stringify(given)),
      fc.json(),
      fc.string(),
      fc.constantFrom(...ALL),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(200, 201, 302, 400, 401, 429, 500, 700), body, async (status, sent) => {
        server.answer(text(status, sent, { "content-type": "application/json" }));
        for (const call of [exchange, refresh]) {
          const outcome = await call().catch((error: unknown) => error);
          if (!(outcome instanceof Error)) continue;
          expect(outcome).toBeInstanceOf(OAuthError);
          expect(findLeaks(outcome, ALL)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("rfc6749Refresh (N-4.2-01, N-5-01)", () => {
  it("sends what RFC 6749, section 6, and the exchange say", async () => {
    server.answer(json(200, TOKENS));
    await refresh();
    expect(server.asked[0]).toMatchObject({ method: "POST", url: OPERATIONS.exchangeAuthorizationCode.path });
    expect(Object.fromEntries(new URLSearchParams(server.asked[0]?.body))).toEqual({
      grant_type: "refresh_token",
      refresh_token: SENTINELS.refreshToken,
      client_id: "app",
      client_secret: SENTINELS.clientSecret,
    });
  });

  it("a new refresh token replaces the old one, which stays if there is none (U-14)", async () => {
    server.answer(json(200, { ...TOKENS, refresh_token: "new" }));
    expect(await refresh()).toMatchObject({ refreshToken: "new", expiresIn: 3600 });
    server.answer(json(200, { ...TOKENS, refresh_token: undefined, scope: "read" }));
    expect(await refresh()).toMatchObject({ refreshToken: SENTINELS.refreshToken, extra: { scope: "read" } });
  });

  it("an empty refresh token is not sent", async () => {
    const ask = rfc6749Refresh({
      authUrl: server.url,
      clientId: "app",
      clientSecret: "s",
      allowInsecureLoopback: true,
    });
    expect((await readError(ask(""))).code).toBe("credentials_missing");
  });

  it.each([null, [], "x", { ...TOKENS, access_token: undefined }])(
    "%j in a 200 is token_response_invalid",
    async (body) => {
      server.answer(json(200, body));
      expect((await readError(refresh())).code).toBe("token_response_invalid");
    },
  );
});

describe("Tokens", () => {
  const exchangeWithSentinels = async () => {
    server.answer(json(200, { ...TOKENS, id_token: SENTINELS.idToken }));
    return exchange();
  };

  it("printing them shows no token", async () => {
    const tokens = await exchangeWithSentinels();
    for (const shown of [
      inspect(tokens),
      inspect({ a: [tokens] }, { depth: null }),
      inspect(tokens, { showHidden: true }),
    ]) {
      expect(ALL.filter((sentinel) => shown.includes(sentinel))).toEqual([]);
      expect(shown).toContain("[redacted]");
    }
  });

  it("storing them keeps all of it, as JSON and as a clone", async () => {
    const tokens = await exchangeWithSentinels();
    for (const stored of [JSON.parse(JSON.stringify(tokens)), structuredClone({ ...tokens }), { ...tokens }]) {
      const restored = tokensFrom(stored);
      expect({ ...restored }).toEqual({ ...tokens });
      expect(inspect(restored)).not.toContain(SENTINELS.accessToken);
    }
  });

  it.each([
    null,
    5,
    "x",
    {},
    [],
    { accessToken: "a" },
    { accessToken: "a", refreshToken: "", expiresIn: 1, expiresAt: 1 },
  ])("%j are none", (stored) => {
    expect(tokensFrom(stored)).toBeUndefined();
  });

  it.each(["never", undefined, Number.NaN])("an expiry of %s makes none", (expiresAt) => {
    expect(tokensFrom({ accessToken: "a", refreshToken: "r", expiresIn: 1, expiresAt })).toBeUndefined();
  });
});
