import { request } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { DEMO_APP } from "../../src/sandbox/seed.ts";
import type { JournalEntry } from "../../src/sandbox/store/journal.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { EVENT, PROFILES, startBench, status } from "./support.ts";

describe.each(PROFILES)("the control with the profile %s", async (profile) => {
  const bench = await startBench(profile);
  afterAll(() => bench.stop());

  /** A request with headers that fetch would not let through. */
  const raw = (path: string, headers: Record<string, string>, method = "POST", body = "{}") =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(bench.sandbox.baseUrl);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end(method === "GET" ? undefined : body);
    });

  it.each([
    ["a rebound name", { host: "evil.example.com" }],
    ["a name that begins like this machine", { host: "127.0.0.1.evil.example.com" }],
    ["another page", { origin: "https://evil.example.com" }],
    ["a page without an origin", { origin: "null" }],
    ["a page on another port", { origin: "http://127.0.0.1:1" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["a form of plain text", { "content-type": "text/plain" }],
  ])("refuses %s", async (_name, headers) => {
    const before = (await bench.sandbox.control.state()).clients.length;
    expect(await raw("/_control/clients", { "content-type": "application/json", ...headers })).toBe(403);
    if (!("content-type" in headers))
      for (const path of ["/_control", "/_control/state"]) expect(await raw(path, headers, "GET"), path).toBe(403);
    expect((await bench.sandbox.control.state()).clients).toHaveLength(before);
  });

  it("reads a body that comes without a media type, and needs none", async () => {
    expect(await raw("/_control/clients", {}, "POST", '{"name":"Untyped"}')).toBe(201);
    expect(await raw("/_control/clients", {}, "POST", '{"name":')).toBe(400);
    expect(await raw("/_control/settle", { "content-type": "application/json" }, "POST", "")).toBe(200);
    expect((await bench.sandbox.control.state()).clients.at(-1)?.name).toBe("Untyped");
  });

  it("answers its own console page", async () => {
    const headers = {
      origin: bench.sandbox.baseUrl,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
    };
    expect(await raw("/_control/settle", headers)).toBe(200);
    const page = await fetch(`${bench.sandbox.baseUrl}/_console`);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toMatch(/default-src 'none';.*connect-src 'self'/);
    expect(policy).not.toContain("unsafe");
    const html = (await page.text()).replaceAll(/ placeholder="[^"]*"/g, "");
    expect(html).not.toMatch(/https?:\/\//);
  });

  it("is not served beside the token endpoint of an authorization server on a port of its own", async () => {
    const { authUrl, baseUrl } = bench.sandbox;
    expect(authUrl !== baseUrl).toBe(bench.settings.authPort === "separate");
    if (authUrl === baseUrl) return;
    expect((await fetch(`${authUrl}/_control/state`)).ok).toBe(false);
    expect((await fetch(`${authUrl}/_console`)).ok).toBe(false);
    expect((await fetch(`${baseUrl}/oauth/v2/token`, { method: "POST" })).status).toBe(bench.settings.notFoundStatus);
  });

  it("tells everything at a glance", async () => {
    const state = await bench.sandbox.control.state();
    expect(state.authorizationUrl).toBe(bench.sandbox.authUrl + bench.settings.authorizationPath);
    expect(state.differences.length > 0).toBe(profile === "strict");
    expect(state.clock.kind).toBe("virtual");
    expect(JSON.stringify(state)).not.toContain(DEMO_APP.secret);
  });

  it("creates clients, Apps and case files that the API knows", async () => {
    const { control } = bench.sandbox;
    const client = await control.createClient("Third");
    const app = await control.createApp("Third App");
    await bench.clientWebhook("/third", { client: client.iri });
    await bench.appWebhook("/third-app", { app: app.iri });
    const { id: caseFile } = await control.createCaseFile(client.iri);
    const { payment, deliveries } = await control.createPayment({ caseFile, amount: 7, confirmed: true });
    expect([payment.amount, deliveries.length]).toEqual([7, 1]);
    expect((await control.dispatch(app.id, { event: EVENT, payload: { note: "x" } })).deliveries).toHaveLength(1);
    await bench.sandbox.driver.settle?.();
    expect(JSON.parse(bench.receiver.at("/third-app")[0]?.body.toString() ?? "")).toEqual({
      note: "x",
      "@event": EVENT,
    });
    expect(bench.receiver.at("/third")).toHaveLength(1);
    const later = await control.createPayment({ client: client.iri, paidTo: "client" });
    expect(later.deliveries).toEqual([]);
    expect((await control.confirmPayment(later.payment.id)).deliveries).toHaveLength(1);
  });

  it("names clients that exist where another one was meant", async () => {
    const [first] = (await bench.sandbox.control.state()).clients;
    await expect(bench.sandbox.control.createPayment({ client: "/somewhere/1" })).rejects.toThrow(
      `${first?.id} or ${first?.iri}`,
    );
  });

  it("switches an app webhook off", async () => {
    const { id } = await bench.appWebhook("/off");
    await bench.sandbox.control.setAppWebhookActive(id, false);
    expect((await bench.sandbox.control.dispatch(bench.appIri)).deliveries).toEqual([]);
  });

  it("pages through deliveries", async () => {
    const { control } = bench.sandbox;
    await control.reset();
    await bench.clientWebhook("/pages");
    await control.run("burst", { count: 25 });
    await bench.sandbox.driver.settle?.();
    const ids: number[] = [];
    let before: number | null | undefined;
    do {
      const page = await control.deliveries({ limit: 10, state: "delivered", ...(before && { before }) });
      ids.push(...page.deliveries.map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await control.deliveries({ state: "failed" })).deliveries).toEqual([]);
  });

  it("changes settings while it runs, but not what it listens on", async () => {
    const { control } = bench.sandbox;
    expect((await control.setProfile({ maxAttempts: 3 })).profile.maxAttempts).toBe(3);
    await expect(control.setProfile({ maxAttempts: 0 })).rejects.toMatchObject({ code: "control_refused" });
    await expect(control.setProfile(asWrongType({ maxAttempt: 3 }))).rejects.toThrow("maxAttempts");
    const other = bench.settings.authPort === "same" ? "separate" : "same";
    await expect(control.setProfile({ authPort: other })).rejects.toThrow("authPort");
    await control.setProfile({ maxAttempts: bench.settings.maxAttempts });
  });

  it("streams what happens, and what was missed", async () => {
    const { control } = bench.sandbox;
    await control.reset();
    const stop = new AbortController();
    const seen: JournalEntry[] = [];
    const watching = (async () => {
      for await (const entry of control.events({ signal: stop.signal })) seen.push(entry);
    })();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bench.clientWebhook("/events");
    await bench.pay();
    await bench.sandbox.driver.settle?.();
    while (!seen.some(({ type }) => type === "attempt")) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await watching;
    expect(new Set(seen.map(({ type }) => type))).toEqual(
      new Set(["request", "webhook", "payment", "delivery", "attempt", "clock"]),
    );
    const again: JournalEntry[] = [];
    for await (const entry of control.events({ after: seen[0]?.id ?? "" })) {
      again.push(entry);
      if (again.length === seen.length - 1) break;
    }
    expect(again).toEqual(seen.slice(1));
    const unknown = await fetch(`${bench.sandbox.baseUrl}/_control/events`, {
      headers: { "last-event-id": "other-1" },
    });
    const reader = unknown.body?.getReader();
    let text = "";
    while (!text.includes("event:")) text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toContain("event: reload");
    await reader?.cancel();
  });

  it("resets to what it began with, and never gives an id of a payment twice", async () => {
    const { control } = bench.sandbox;
    const before = await bench.pay();
    bench.receiver.answer(status(204));
    const state = await control.reset();
    expect([state.clientWebhooks, state.appWebhooks, state.payments, state.caseFiles]).toEqual([[], [], [], 0]);
    expect(state.clients).toHaveLength(2);
    expect(await bench.pay()).toBeGreaterThan(before);
  });
});

it("a call of the control fails with a code once the sandbox stops, and so does watching it", async () => {
  const { control, stop } = await startSandbox();
  const events = control.events();
  const first = events.next();
  await control.createClient();
  await control.createPayment();
  await first;
  const next = (async () => {
    while (!(await events.next()).done);
  })();
  await Promise.all([expect(next).rejects.toMatchObject({ code: "control_unreachable" }), stop()]);
  await expect(control.state()).rejects.toMatchObject({ code: "control_unreachable" });
});
