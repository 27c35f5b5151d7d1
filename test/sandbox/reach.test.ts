/** How a sandbox is reached: the hosts that it answers for, and the token of one that is open to others. */

import { type ClientRequestArgs, request } from "node:http";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createControl, DEMO_APP, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";

const TOKEN = "a-token-of-this-test-alone";
const PAGES = ["/_console", "/_console/callback", "/_docs/", "/_control/state"];

/** A request with headers that fetch would not let through. */
function ask(sandbox: Sandbox, path: string, headers: Record<string, string>, options: ClientRequestArgs = {}) {
  const { port } = new URL(sandbox.driver.baseUrl);
  const target = { hostname: "127.0.0.1", port: options.port ?? port, path, headers, ...options };
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(target, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on("error", reject).end();
  });
}

describe("a sandbox on this machine alone", async () => {
  const sandbox = await startSandbox();
  afterAll(() => sandbox.stop());

  const query = `client_id=${DEMO_APP.id}&redirect_uri=${encodeURIComponent(DEMO_APP.redirectUris[0] ?? "")}`;

  it.each([...PAGES, `/authorize?${query}`, "/api/apps/7/app_webhooks", "/oauth/v2/token"])(
    "answers %s to no other host, such as a name that was rebound to it",
    async (path) => {
      for (const host of ["evil.example.com", "127.0.0.1.evil.example.com", "192.168.1.7:4011", "sandbox:4011"])
        expect([host, (await ask(sandbox, path, { host })).status]).toEqual([host, 403]);
      for (const host of ["localhost", "127.0.0.1:1", "[::1]"])
        expect([host, (await ask(sandbox, path, { host })).status]).not.toEqual([host, 403]);
      // The host of such a target counts, not the header (RFC 9112, 3.2.2).
      for (const [origin, isOwn] of [
        ["http://evil.example.com", false],
        ["http://localhost", true],
      ] as const)
        expect((await ask(sandbox, origin + path, { host: "localhost" })).status !== 403).toBe(isOwn);
    },
  );

  it("needs no token", async () => {
    expect(sandbox.token).toBeUndefined();
    expect((await fetch(`${sandbox.baseUrl}/_control/state`)).status).toBe(200);
  });

  it("sends a browser from its root to the console", async () => {
    const page = await ask(sandbox, "/", { accept: "text/html" });
    expect([page.status, page.headers["location"]]).toEqual([303, "/_console"]);
  });

  it("explains the authorization page with a link that works", async () => {
    const page = await (await fetch(`${sandbox.authUrl}/authorize`)).text();
    const link = /href="(\/authorize\?[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(await (await fetch(sandbox.authUrl + link)).text()).toContain('value="approve"');
  });
});

describe("a sandbox that others can reach", () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.stop());

  it.each(PAGES)("guards %s with its token", async (path) => {
    sandbox = await startSandbox({ host: "127.0.0.2", token: TOKEN, receiver: false });
    const host = new URL(sandbox.baseUrl).host;
    const get = async (headers: Record<string, string>) =>
      (await ask(sandbox, path, { host, ...headers }, { hostname: "127.0.0.2" })).status;
    expect(await get({})).toBe(401);
    expect(await get({ authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await get({ authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it("lets a browser in by the printed link, with a cookie that does not hold the token", async () => {
    sandbox = await startSandbox({ host: "127.0.0.2", token: TOKEN, receiver: false });
    const login = (token: string) =>
      fetch(`${sandbox.baseUrl}/_console?token=${token}`, { redirect: "manual" }).then((response) => ({
        status: response.status,
        cookie: response.headers.get("set-cookie") ?? "",
      }));
    expect(await login("wrong")).toEqual({ status: 401, cookie: "" });
    const { status, cookie } = await login(TOKEN);
    expect([status, cookie]).toEqual([303, expect.stringMatching(/; HttpOnly; SameSite=Lax$/)]);
    expect(cookie).not.toContain(TOKEN);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    expect((await fetch(`${sandbox.baseUrl}/_control/state`, { headers })).status).toBe(200);
  });

  it("makes a token for an address that is not this machine's own, and its control carries it", async () => {
    sandbox = await startSandbox({ host: "0.0.0.0", publicUrl: "http://sandbox:4011", receiver: false });
    const port = Number(new URL(sandbox.driver.baseUrl).port);
    expect([sandbox.baseUrl, sandbox.authUrl, port]).toEqual(["http://sandbox:4011", "http://sandbox:4011", 4011]);
    expect(sandbox.token).toMatch(/^[\w-]{32}$/);
    expect((await sandbox.control.state()).clients).toHaveLength(2);
    expect((await sandbox.payAndSettle()).payment.confirmedAt).toBeGreaterThan(0);
    await expect(createControl(sandbox.localUrl).state()).rejects.toMatchObject({ code: "control_refused" });
    const local = Number(new URL(sandbox.localUrl).port);
    const status = async (host: string) => (await ask(sandbox, "/authorize", { host }, { port: local })).status;
    expect([await status("sandbox:4011"), await status("192.168.1.7"), await status("other:4011")]).toEqual([
      200, 200, 403,
    ]);
  });

  it("makes one for a public URL as well, by which a proxy on this machine lets others in", async () => {
    sandbox = await startSandbox({ publicUrl: "https://sandbox.example.com", receiver: false });
    expect(sandbox.token).toMatch(/^[\w-]{32}$/);
    expect((await fetch(`${sandbox.localUrl}/_control/state`)).status).toBe(401);
    await sandbox.stop();
    sandbox = await startSandbox({ publicUrl: "http://localhost:4011", receiver: false });
    expect(sandbox.token).toBeUndefined();
  });

  it("still refuses other web sites that know the token", async () => {
    sandbox = await startSandbox({ host: "127.0.0.2", token: TOKEN, receiver: false });
    const headers = { authorization: `Bearer ${TOKEN}`, origin: "https://evil.example.com" };
    expect((await fetch(`${sandbox.baseUrl}/_control/state`, { headers })).status).toBe(403);
  });
});

it.each([
  [{ host: "203.0.113.9" }, "host_refused"],
  [{ publicUrl: "http://sandbox:4011/path" }, "public_url_invalid"],
  [{ publicUrl: "http://sandbox:4011", profile: "strict" }, "public_url_invalid"],
  [{ token: "short" }, "token_weak"],
  [{ forward: { "https://hooks.example.com": "http://receiver:3000" } }, "forward_not_allowed"],
  [{ forward: { "https://hooks.example.com": "http://192.168.1.7:3000" } }, "forward_not_allowed"],
] as const)("what cannot be opened: %j ends with %s", async (options, code) => {
  await expect(startSandbox(options)).rejects.toMatchObject({ code });
});
