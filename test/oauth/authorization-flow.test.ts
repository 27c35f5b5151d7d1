/** A flow is bound to the browser that began it, in any process. */

import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { type AuthorizationFlowOptions, createAuthorizationFlow } from "../../src/oauth/index.ts";
import { json, startServer } from "../support/http-server.ts";
import { failureOf } from "../support/leaks.ts";
import { success } from "./rotating-service.ts";

const KEYS = [randomBytes(32).toString("base64"), randomBytes(32).toString("hex")] as const;
const bodies: URLSearchParams[] = [];
const service = await startServer((asked, response) => {
  bodies.push(new URLSearchParams(asked.body));
  json(200, success(1))(asked, response);
});
afterAll(service.stop);

const flowWith = (options: Partial<AuthorizationFlowOptions> = {}) =>
  createAuthorizationFlow({
    authUrl: service.url,
    authorizationEndpoint: "https://login.example.com/authorize",
    clientId: "app",
    clientSecret: "client-secret",
    redirectUri: "https://app.example.com/callback",
    scopes: ["webhooks"],
    encryptionKeys: KEYS[0],
    allowInsecureLoopback: true,
    ...options,
  });
const PLAIN = Buffer.from('{"state":"s","customer":"a","until":9e15}').toString("base64url");
const callbackUrl = (url: string, more = "code=c") =>
  `/callback?${more}&state=${new URL(url).searchParams.get("state")}`;
const cookiePair = (cookie: string) => cookie.split(";")[0] as string;
const rejectionCode = async (promise: Promise<unknown>) => ((await failureOf(promise)) as { code: string }).code;

describe("createAuthorizationFlow", () => {
  it("returns customer and tokens in another process than the one that began, with PKCE", async () => {
    const { url, cookie } = await flowWith({ pkce: true }).begin("Müller; & Söhne\n");
    expect(cookie).toMatch(
      /^__Host-authorization_[\da-f]=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const done = await flowWith({ pkce: true }).finish(callbackUrl(url), `theme=dark; ${cookiePair(cookie)}; last=1`);
    expect(done).toMatchObject({ customer: "Müller; & Söhne\n", tokens: { accessToken: "access-1" } });
    expect(done.cookie).toMatch(/^__Host-authorization_[\da-f]=; Path=\/; Max-Age=0; /);
    expect([...(bodies.at(-1)?.keys() ?? [])]).toContain("code_verifier");
    expect(bodies.at(-1)?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  });

  it("several flows of one browser end in any order, and a cookie of another page does not disturb", async () => {
    const flow = flowWith();
    const begun = await Promise.all(["a", "b", "c"].map((name) => flow.begin(name)));
    const unique = new Map(begun.map(({ cookie }) => [cookie.split("=")[0], cookie]));
    const last = begun.filter(({ cookie }) => [...unique.values()].includes(cookie)).reverse();
    const cookies = last.flatMap(({ cookie }) => [`${cookie.split("=")[0]}=foreign`, cookiePair(cookie)]).join("; ");
    for (const { url } of last) await flow.finish(callbackUrl(url), cookies);
  });

  it.each<[string, (cookie: string, name: string, value: string) => string | undefined]>([
    ["no cookie", () => undefined],
    ["an empty header", () => ""],
    ["a cookie that was changed", (_, name, value) => `${name}=${value.slice(0, 20)}${value.slice(21)}`],
    ["a cookie under another name", (cookie) => `x${cookie}`],
    ["a cookie that is not encrypted", (_, name) => `${name}=${PLAIN}`],
    ["text", (_, name) => `${name}=%00"\u00e4`],
  ])("refuses %s", async (_, change) => {
    const { url, cookie } = await flowWith().begin("a");
    const [name = "", value = ""] = cookiePair(cookie).split("=");
    const asked = bodies.length;
    expect(await rejectionCode(flowWith().finish(callbackUrl(url), change(cookiePair(cookie), name, value)))).toBe(
      "state_mismatch",
    );
    expect(bodies.length).toBe(asked);
  });

  it("refuses the cookie of another flow, of another key, and one that came too late", async () => {
    let clock = 1_000_000;
    const flow = flowWith({ now: () => clock });
    const [one, other] = [await flow.begin("a"), await flow.begin("b")];
    const name = cookiePair(one.cookie).split("=")[0];
    const moved = `${name}=${cookiePair(other.cookie).split("=")[1]}`;
    expect(await rejectionCode(flow.finish(callbackUrl(one.url), moved))).toBe("state_mismatch");
    expect(
      await rejectionCode(flowWith({ encryptionKeys: KEYS[1] }).finish(callbackUrl(one.url), cookiePair(one.cookie))),
    ).toBe("state_mismatch");
    clock += 600_000;
    expect(await rejectionCode(flow.finish(callbackUrl(one.url), cookiePair(one.cookie)))).toBe("state_mismatch");
    expect(await rejectionCode(flow.finish("/callback", cookiePair(one.cookie)))).toBe("state_mismatch");
  });

  it("takes cookies of the key before while it is replaced", async () => {
    const { url, cookie } = await flowWith().begin("a");
    const both = flowWith({ encryptionKeys: [KEYS[1], KEYS[0]] });
    expect(await both.finish(callbackUrl(url), cookiePair(cookie))).toMatchObject({ customer: "a" });
    const begun = await both.begin("b");
    expect(
      await flowWith({ encryptionKeys: KEYS[1] }).finish(callbackUrl(begun.url), cookiePair(begun.cookie)),
    ).toMatchObject({
      customer: "b",
    });
  });

  it("says that the customer refused", async () => {
    const { url, cookie } = await flowWith().begin("a");
    const denied = flowWith().finish(callbackUrl(url, "error=access_denied"), cookiePair(cookie));
    expect(await failureOf(denied)).toMatchObject({ code: "authorization_denied", error: "access_denied" });
  });

  it("holds neither customer nor state in the clear", async () => {
    const { url, cookie } = await flowWith().begin("acme-customer");
    const bytes = Buffer.from(cookiePair(cookie).split("=")[1] ?? "", "base64url").toString("latin1");
    expect(bytes).not.toContain("acme-customer");
    expect(bytes).not.toContain(new URL(url).searchParams.get("state"));
  });

  it.each<[string, object]>([
    ["/encryptionKeys", { encryptionKeys: "short" }],
    ["/encryptionKeys", { encryptionKeys: [] }],
    ["/encryptionKeys", { encryptionKeys: [KEYS[0], "short"] }],
    ["/encryptionKeys", { encryptionKeys: undefined }],
    ["/lifetimeSeconds", { lifetimeSeconds: 0 }],
    ["/scopes", { scopes: [] }],
    ["/redirectUri", { redirectUri: "/callback" }],
    ["/clientId", { clientId: "" }],
  ])("refuses a wrong option when it is made: %s %j", (path, options) => {
    expect(() => flowWith(options)).toThrow(
      expect.objectContaining({
        code: "authorization_request_invalid",
        faults: expect.arrayContaining([expect.objectContaining({ path })]),
      }),
    );
  });

  it.each([
    ["credentials_missing", { clientSecret: "" }],
    ["insecure_url", { authUrl: "http://login.example.com" }],
    ["base_url_invalid", { authUrl: "login" }],
  ])("refuses %s when it is made", (code, options) => {
    expect(() => flowWith(options)).toThrow(expect.objectContaining({ code }));
  });

  it.each(["", "x".repeat(201), undefined, "\ud800", "a\0b"])("refuses %j as the name of a customer", async (name) => {
    expect(await rejectionCode(flowWith().begin(name as string))).toBe("authorization_request_invalid");
  });
});
