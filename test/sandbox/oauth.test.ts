import { createHash, randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { isTokenResponse } from "../../generated/validators.ts";
import { issueCode, redeemCode, refreshTokens } from "../../src/sandbox/api/grants.ts";
import { createClock } from "../../src/sandbox/clock.ts";
import { DEMO_APP } from "../../src/sandbox/index.ts";
import { loadProfile } from "../../src/sandbox/profile.ts";
import { DEMO_SEED } from "../../src/sandbox/seed.ts";
import { MemoryStore } from "../../src/sandbox/store/memory.ts";
import { tokenForm } from "../support/token-form.ts";
import { PROFILES, startBench } from "./support.ts";

const FORM = "application/x-www-form-urlencoded";
const REDIRECT = "https://app.example.com/callback";
const OTHER_APP = { ...DEMO_APP, id: "other-app", secret: "other-secret" };
const VERIFIER = "a".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

describe.each(PROFILES)("OAuth with the profile %s", async (profile) => {
  const bench = await startBench(profile, { seed: { oauthClients: [...DEMO_SEED.oauthClients, OTHER_APP] } });
  afterAll(() => bench.stop());

  const fields = async (): Promise<Record<string, string>> => tokenForm(await bench.sandbox.control.code());
  const ask = (
    body: string | Buffer<ArrayBuffer> | Record<string, string>,
    headers: Record<string, string> = {},
    path = "/oauth/v2/token",
  ) =>
    fetch(bench.sandbox.authUrl + path, {
      method: "POST",
      headers: { "content-type": FORM, ...headers },
      body: typeof body === "string" || Buffer.isBuffer(body) ? body : new URLSearchParams(body).toString(),
    });
  const refresh = (token: string, app = DEMO_APP) => {
    const { refreshPath, refreshGrantType, refreshMediaType } = bench.settings;
    const client = { client_id: app.id, client_secret: app.secret };
    const given = { grant_type: refreshGrantType, refresh_token: token, ...client };
    const body = refreshMediaType === "application/json" ? JSON.stringify(given) : given;
    return ask(body, { "content-type": refreshMediaType }, refreshPath);
  };
  const readCode = async (response: Response) => {
    const { error } = await response.json();
    return typeof error === "string" ? error : error.code.toLowerCase();
  };
  const works = async (token: string) => {
    const headers = bench.sandbox.driver.requestHeaders?.(token) ?? {};
    return (await fetch(`${bench.sandbox.baseUrl}/api/apps/${bench.sandbox.driver.appId}/app_webhooks`, { headers }))
      .ok;
  };

  describe("the token endpoint", () => {
    it("exchanges a code for tokens that open the API", async () => {
      const response = await ask(await fields());
      const body = await response.json();
      expect(response.status).toBe(bench.settings.tokenStatus);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(isTokenResponse(body)).toBe(true);
      expect(body.expires_in).toBe(bench.settings.accessTokenLifetimeSeconds);
      expect(body.access_token.split(".")).toHaveLength(3);
      expect(await works(body.access_token)).toBe(true);
      expect(await works(body.refresh_token)).toBe(false);
      expect(await works(`${body.access_token}x`)).toBe(false);
    });

    it.each([
      ["an unknown code", { code: "never-issued" }, "invalid_grant"],
      ["a foreign redirect URI", { redirect_uri: "https://evil.example.com/callback" }, "invalid_grant"],
      ["a redirect URI that only begins alike", { redirect_uri: `${REDIRECT}/` }, "invalid_grant"],
      ["a wrong secret", { client_secret: "wrong" }, "invalid_client"],
      ["an unknown client", { client_id: "nobody" }, "invalid_client"],
      ["another grant", { grant_type: "password" }, "unsupported_grant_type"],
      ["a missing code", { code: "" }, "invalid_request"],
      ["a missing secret", { client_secret: "" }, "invalid_request"],
      ["a missing redirect URI", { redirect_uri: "" }, "invalid_request"],
      ["a missing grant type", { grant_type: "" }, "invalid_request"],
    ])("refuses %s", async (_name, change, code) => {
      const response = await ask({ ...(await fields()), ...change });
      const status =
        code === "invalid_client" ? bench.settings.tokenClientErrorStatus : bench.settings.tokenErrorStatus;
      expect([response.status, await readCode(response)]).toEqual([status, code]);
    });

    it("refuses the code and the refresh token of another client", async () => {
      const credentials = { client_id: OTHER_APP.id, client_secret: OTHER_APP.secret };
      expect(await readCode(await ask({ ...(await fields()), ...credentials }))).toBe("invalid_grant");
      const { refresh_token } = await (await ask(await fields())).json();
      expect(await readCode(await refresh(refresh_token, OTHER_APP))).toBe("invalid_grant");
    });

    it("refuses any media type but that of a form", async () => {
      const given = await fields();
      for (const type of ["application/json", "text/plain", "multipart/form-data"]) {
        const response = await ask(JSON.stringify(given), { "content-type": type });
        expect(response.status).toBe(bench.settings.tokenErrorStatus);
      }
      expect((await ask(given, { "content-type": `${FORM}; charset=utf-8` })).ok).toBe(true);
    });

    it("refuses a field that is given twice, and bytes that are no text", async () => {
      const given = new URLSearchParams(await fields()).toString();
      expect((await ask(`${given}&client_id=${DEMO_APP.id}`)).status).toBe(bench.settings.tokenErrorStatus);
      expect((await ask(Buffer.of(0xff, 0xfe))).status).toBe(bench.settings.tokenErrorStatus);
    });

    it("refuses other methods, and HTTP Basic unless the profile allows it", async () => {
      expect((await fetch(`${bench.sandbox.authUrl}/oauth/v2/token`)).status).toBe(bench.settings.methodStatus);
      const { client_id, client_secret, ...rest } = await fields();
      const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
      expect((await ask(rest, { authorization: basic })).ok).toBe(bench.settings.tokenBasicAuthentication);
    });

    it("takes a code once; a second use revokes the tokens of the first if the profile says so", async () => {
      const given = await fields();
      const { access_token } = await (await ask(given)).json();
      expect(await readCode(await ask(given))).toBe("invalid_grant");
      expect(await works(access_token)).toBe(bench.settings.codeReuse !== "revoke");
    });

    it("lets exactly one of many requests have a code", async () => {
      const given = await fields();
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(given)));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it("lets codes and access tokens expire by the clock of the sandbox", async () => {
      const given = await fields();
      const { access_token } = await (await ask(await fields())).json();
      await bench.sandbox.control.advance(bench.settings.codeLifetimeSeconds - 1);
      const late = await fields();
      expect((await ask(given)).ok).toBe(true);
      await bench.sandbox.control.advance(bench.settings.codeLifetimeSeconds);
      expect(await readCode(await ask(late))).toBe("invalid_grant");
      await bench.sandbox.control.advance(bench.settings.accessTokenLifetimeSeconds);
      expect(await works(access_token)).toBe(false);
    });

    it("refreshes in the form of the profile", async () => {
      const { refresh_token } = await (await ask(await fields())).json();
      const { refreshRotation } = bench.settings;
      const response = await refresh(refresh_token);
      const body = await response.json();
      expect(response.status).toBe(bench.settings.tokenStatus);
      expect(await works(body.access_token)).toBe(true);
      expect("refresh_token" in body).toBe(refreshRotation);
      expect(await readCode(await refresh("bogus"))).toBe("invalid_grant");
      const again = await refresh(refresh_token);
      expect(again.ok).toBe(!refreshRotation);
      // What was replaced is stolen if it comes back, and takes the rest with it.
      if (refreshRotation) expect((await refresh(body.refresh_token)).ok).toBe(false);
      expect(
        (await bench.sandbox.driver.refresh?.((await (await ask(await fields())).json()).refresh_token))?.accessToken,
      ).toBeTruthy();
    });
  });

  describe("the authorization page", () => {
    const authorizeUrl = (change: Record<string, string | null> = {}) => {
      const url = new URL(bench.sandbox.authUrl + bench.settings.authorizationPath);
      const all: Record<string, string | null> = {
        response_type: "code",
        client_id: DEMO_APP.id,
        redirect_uri: REDIRECT,
        [bench.settings.scopeParameter]: ["webhooks.read", "webhooks.write"].join(bench.settings.scopeSeparator),
        state: "s+ &=1",
        code_challenge: CHALLENGE,
        code_challenge_method: "S256",
        ...change,
      };
      for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value);
      return url;
    };
    const open = async (url = authorizeUrl()) => {
      const response = await fetch(url, { redirect: "manual" });
      const html = await response.text();
      const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
      return { response, html, cookie, request: /name="request" value="([^"]+)"/.exec(html)?.[1] ?? "" };
    };
    const decide = (
      page: { cookie: string; request: string },
      decision: string,
      headers: Record<string, string> = {},
      customer = "1",
    ) =>
      fetch(bench.sandbox.authUrl + bench.settings.authorizationPath, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": FORM, cookie: page.cookie, ...headers },
        body: new URLSearchParams({ request: page.request, customer, decision }).toString(),
      });

    it("shows who asks and for what, and loads nothing", async () => {
      const { response, html } = await open();
      expect(response.status).toBe(200);
      for (const text of [DEMO_APP.name, "webhooks.read", "webhooks.write", "North Supplies", "Approve", "Deny"]) {
        expect(html).toContain(text);
      }
      expect(html).not.toMatch(/<script|src=|url\(|@import|https?:\/\/(?!app\.example\.com)/);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self' https://app.example.com");
    });

    it("approves: code and state reach the redirect URI, and the code needs its verifier", async () => {
      const approved = await decide(await open(), "approve");
      expect(approved.status).toBe(303);
      const back = new URL(approved.headers.get("location") ?? "");
      expect(back.origin + back.pathname).toBe(REDIRECT);
      expect(back.searchParams.get("state")).toBe("s+ &=1");
      const given = { ...(await fields()), code: back.searchParams.get("code") ?? "" };
      expect(await readCode(await ask(given))).toBe("invalid_grant");
      expect((await ask({ ...given, code_verifier: VERIFIER })).ok).toBe(true);
    });

    it("denies as the profile says", async () => {
      const denied = await decide(await open(), "deny");
      const back = new URL(denied.headers.get("location") ?? "").searchParams;
      expect(back.get("error")).toBe(bench.settings.deniedCode);
      expect(back.has("error_description")).toBe(bench.settings.deniedDescription);
      expect([back.get("state"), back.get("code")]).toEqual(["s+ &=1", null]);
    });

    it.each([
      ["an unknown client", { client_id: "nobody" }],
      ["no client", { client_id: null }],
      ["a foreign redirect URI", { redirect_uri: "https://evil.example.com/" }],
      ["a script for a redirect URI", { redirect_uri: "javascript:alert(1)" }],
      ["no redirect URI", { redirect_uri: null }],
      ["a redirect URI with more behind it", { redirect_uri: `${REDIRECT}?x=1` }],
      ["loopback under another name", { redirect_uri: "http://127.0.0.1.evil.example.com/callback" }],
    ])("redirects nobody for %s", async (_name, change) => {
      const { response } = await open(authorizeUrl(change));
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    });

    it("redirects nobody when a parameter is given twice", async () => {
      const { response } = await open(new URL(`${authorizeUrl()}&redirect_uri=https://evil.example.com/`));
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    });

    it("knows a registered loopback URI on any port, and on no number that is none", async () => {
      const statusOn = async (port: number) =>
        (await open(authorizeUrl({ redirect_uri: `http://127.0.0.1:${port}/callback` }))).response.status;
      expect([await statusOn(51_234), await statusOn(99_999)]).toEqual([200, 400]);
    });

    it.each([
      ["response_type", { response_type: null }, "responseType"],
      ["state", { state: null }, "state"],
      ["code_challenge", { code_challenge: null, code_challenge_method: null }, "pkce"],
    ] as const)("does without %s unless the profile demands it", async (_name, change, key) => {
      const { response } = await open(authorizeUrl(change));
      const required = bench.settings[key] === "required";
      expect(response.status).toBe(required ? 303 : 200);
      if (required)
        expect(new URL(response.headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_request");
    });

    it("escapes what it is told", async () => {
      const { html } = await open(authorizeUrl({ [bench.settings.scopeParameter]: '<img/src=x>"' }));
      expect(html).not.toContain("<img");
    });

    it("takes a decision once, from its own page, in the same browser", async () => {
      const page = await open();
      expect((await decide({ ...page, cookie: "" }, "approve")).status).toBe(403);
      expect((await decide({ ...page, cookie: "sandbox_browser=aaaaaaaaaaaaaaaaaaaaaaaa" }, "approve")).status).toBe(
        403,
      );
      expect((await decide(page, "approve", { origin: "https://evil.example.com" })).status).toBe(403);
      expect((await decide(page, "approve", { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await decide(page, "approve", {}, "99")).status).toBe(400);
      expect((await decide(page, "approve", { origin: bench.sandbox.authUrl })).status).toBe(303);
      expect((await decide(page, "approve")).status).toBe(400);
    });
  });
});

it("what OAuth leaves behind is bounded, although nothing of it expires: the oldest approvals go first", () => {
  const store = new MemoryStore();
  const parts = { store, clock: createClock("virtual"), profile: loadProfile(), random: randomBytes };
  const limited = { ...parts, mostRecords: 1000 };
  const approval = { oauthClient: "app", redirectUri: REDIRECT, customer: 1, scopes: [], challenge: null };
  const approve = () => {
    const code = issueCode(limited, approval);
    return redeemCode(limited, { code, oauthClient: "app", redirectUri: REDIRECT, verifier: undefined });
  };
  const [first, ...others] = Array.from({ length: 4000 }, approve);
  const kinds = ["grant", "code", "token"] as const;
  expect(kinds.map((kind) => store.count(kind) <= 3500)).toEqual([true, true, true]);
  const works = (tokens = first) => refreshTokens(limited, tokens?.refreshToken ?? "", "app") !== undefined;
  expect([works(), works(others.at(-1))]).toEqual([false, true]);
  for (let i = 0; i < 6000; i++) works(others.at(-1));
  expect(store.count("token")).toBeLessThanOrEqual(4000);
  expect(works(others.at(-1))).toBe(true);
});
