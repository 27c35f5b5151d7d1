/**
 * What one sees of a service through its driver, as a table of observations. It passes no verdict: the same flow runs
 * against every service, and the caller compares two tables. What is open is left out, so that legal services give
 * equal tables.
 */

import { createHmac } from "node:crypto";
import { Agent, createServer, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { tokenForm } from "../support/token-form.ts";
import { EVENT } from "./service.ts";
import type { Driver, Json } from "./types.ts";

export type Observations = Record<string, string>;
type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
type Registered = { url: string; path: string; secret?: unknown; request: Json; response: unknown; ok: boolean };

const ISO = /^(\d{4}-?(\d\d-?\d\d|W\d\d-?\d|\d{3}))T\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)$/;
const isMoment = (text: unknown) => typeof text === "string" && ISO.test(text) && !/^\d{4}-1[3-9]/.test(text);
const isFull = (value: unknown) => typeof value === "string" && value !== "";
/** Less than thirty years: more is the time of an end. */
const isLifetime = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e9;

const URLS: Record<string, string> = {
  http: "http://hooks.example.com/plain",
  https: "https://hooks.example.com/secure",
  "new tld": "https://hooks.example.cologne/x",
  ftp: "ftp://hooks.example.com/x",
  ws: "ws://hooks.example.com/x",
  javascript: "javascript:alert(1)//hooks.example.com",
  file: "file://hooks.example.com/x",
  httpx: "httpx://hooks.example.com/x",
  "no scheme": "hooks.example.com/x",
  "single label": "http://intranet/x",
  "unknown tld": "https://hooks.example.nosuchtld/x",
  "unknown short tld": "https://hooks.example.zz/x",
  "special tld": "https://hooks.example.invalid/x",
  localhost: "http://localhost/x",
  LOCALHOST: "http://LOCALHOST/x",
  "localhost.": "http://localhost./x",
  "below localhost": "http://app.localhost/x",
  "127.0.0.1": "http://127.0.0.1/x",
  "127.8.8.8": "http://127.8.8.8/x",
  "with port": "http://localhost:8080/x",
  "[::1]": "http://[::1]/x",
  "[0:...:1]": "http://[0:0:0:0:0:0:0:1]/x",
  "10": "http://10.1.2.3/x",
  "172.16": "http://172.16.0.1/x",
  "172.31": "http://172.31.255.1/x",
  "192.168": "http://192.168.1.1/x",
  "[fd00::1]": "http://[fd00::1]/x",
  mapped: "http://[::ffff:127.0.0.1]/x",
  decimal: "http://2130706433/x",
  hexadecimal: "http://0x7f000001/x",
  octal: "http://0177.0.0.1/x",
  short: "http://127.1/x",
  userinfo: "http://hooks.example.com@127.0.0.1/x",
  "before colon": "http://hooks.example.com:x@127.0.0.1/x",
  percent: "http://%31%32%37.0.0.1/x",
  "full width": "http://１２７.0.0.1/x",
};

export const PARTS = ["tokens", "registration", "urls", "clientDeliveries", "appDeliveries"] as const;
export type Part = (typeof PARTS)[number];

export async function observe(driver: Driver, parts: readonly Part[] = PARTS): Promise<Observations> {
  const seen: Observations = {};
  const received: Received[] = [];
  const answers = new Map<string, number | "reset">();
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const path = req.url ?? "";
    const answer = answers.get(path.replace(/\?.*/, "")) ?? 200;
    const { method = "", headers } = req;
    if (method !== "HEAD") received.push({ method, path, headers, body: Buffer.concat(chunks) });
    if (answer === "reset" && method !== "HEAD") res.destroy();
    else res.writeHead(answer === "reset" ? 200 : answer).end();
  });
  await new Promise<void>((resolve) =>
    server.listen(driver.receiver.listen.port, driver.receiver.listen.host, resolve),
  );

  let headers: Record<string, string> = {};
  // A connection that waits is closed by the service after some seconds, which a busy machine may take between two
  // steps.
  const agent = new Agent({ keepAlive: false });
  async function call(method: string, path: string, body?: unknown): Promise<{ ok: boolean; json: unknown }> {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const text = body === undefined ? "" : JSON.stringify(body);
    return ask(driver.baseUrl + path, { method, headers: { ...type, ...headers }, agent }, text);
  }

  let number = 0;
  const urlOf = (label: string) => {
    const path = `/Hook/${++number}-${label}?k=v&Case=Up`;
    return { path, url: driver.receiver.origin + path };
  };
  async function client(label: string, change: Json = {}): Promise<Registered> {
    const { url, path } = urlOf(label);
    const request = { client: driver.clientIri, name: `w${number}`, events: [EVENT], url, ...change };
    const { ok, json: response } = await call("POST", "/api/client_webhooks", request);
    const hook = { url, path, request, response, ok, secret: (response as Json | undefined)?.["secret"] };
    if (ok && request.url === url && isFull(request.name)) {
      await driver
        .setClientWebhookActive({ request: request as { url: string; name: string }, response }, true)
        .catch(() => {});
    }
    return hook;
  }
  async function app(label: string, change: Json = {}): Promise<Registered> {
    const { url, path } = urlOf(label);
    const base = { app: driver.appIri, webhookUrl: url, events: [EVENT], responseHandlingType: 2, active: true };
    const request = { ...base, ...change };
    const { ok, json: response } = await call("POST", "/api/app_webhooks", request);
    return { url, path, request, response, ok };
  }
  const at = (hook: Registered) => received.filter(({ path }) => path === hook.path);
  const forget = () => received.splice(0);
  /** The different things that arrived, how often left out. */
  const kinds = (hook: Registered, id?: number) =>
    [...new Set(at(hook).map((one) => describe(one, hook, id)))].sort().join(" | ") || "nothing";

  try {
    headers = driver.requestHeaders(await driver.accessToken());
    const run = { tokens, registration, urls, clientDeliveries, appDeliveries };
    for (const part of parts) {
      await driver.reset();
      await run[part]();
    }
    return seen;
  } finally {
    agent.destroy();
    server.close().closeAllConnections();
  }

  async function tokens(): Promise<void> {
    const form = tokenForm(await driver.credentials());
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", headers: type, agent };
    const response = await ask(`${driver.authUrl}/oauth/v2/token`, request, String(new URLSearchParams(form)));
    const answer = response.json as Json;
    const access = answer?.["access_token"];
    const before = headers;
    const list = `/api/apps/${encodeURIComponent(driver.appId)}/app_webhooks`;
    const isAlive = async (token: unknown) => {
      headers = driver.requestHeaders(isFull(token) ? (token as string) : undefined);
      return (await call("GET", list)).ok;
    };
    const refreshed = await driver.refresh(String(answer?.["refresh_token"])).then(
      (got) => got.accessToken,
      () => "unknown",
    );
    Object.assign(seen, {
      "token: status": String(response.ok),
      "token: token_type": String(answer?.["token_type"]).toLowerCase() + Array.isArray(answer?.["token_type"]),
      "token: expires_in": String(isLifetime(answer?.["expires_in"])),
      "token: access_token": `${isFull(access)} ${await isAlive(access)}`,
      "token: refresh_token": String(isFull(answer?.["refresh_token"])),
      "token: refreshed": `${isFull(refreshed)} ${await isAlive(refreshed)}`,
    });
    headers = before;
  }

  async function registration(): Promise<void> {
    const [one, two, own] = [
      await client("one"),
      await client("two"),
      await client("secret", { secret: "chosen-by-caller" }),
    ];
    seen["client: created"] = `${one.ok} ${two.ok}`;
    seen["client: secrets"] = `${isFull(one.secret)} ${one.secret !== two.secret} ${own.secret === "chosen-by-caller"}`;
    seen["client: shown"] = types(one.response, { client: "string", name: "string", events: "strings", url: "string" });
    const unknown = ["x.unknown.one", EVENT, "x.unknown.two"];
    seen["unknown names"] =
      `${(await client("names", { events: unknown })).ok} ${(await app("names", { events: unknown })).ok}`;
    for (const [label, change] of Object.entries<Json>({
      "client missing": { client: undefined },
      "client number": { client: 1 },
      "client list": { client: [driver.clientIri] },
      "name missing": { name: undefined },
      "name number": { name: 5 },
      "events missing": { events: undefined },
      "events empty": { events: [] },
      "events text": { events: EVENT },
      "events numbers": { events: [5] },
      "url missing": { url: undefined },
      "url number": { url: 5 },
    })) {
      seen[`client: ${label}`] = String((await client("wrong", change)).ok);
    }

    await driver.reset();
    const all = [await app("one"), await app("two", { active: false, responseHandlingType: 1 }), await app("three")];
    const other = await app("other", { app: driver.otherAppIri });
    const named = await app("named", { events: ["x.y"] });
    const members = {
      app: "string",
      webhookUrl: "string",
      events: "strings",
      responseHandlingType: "type",
      active: "boolean",
    };
    seen["app: created"] = [...all, other].map(({ ok, response }) => `${ok} ${types(response, members)}`).join();
    for (const id of [driver.appId, driver.otherAppId]) {
      const { ok, json: list } = await call("GET", `/api/apps/${encodeURIComponent(id)}/app_webhooks`);
      const found = [...all, other].map((hook) => entry(list, hook.url));
      seen[`names: in the list of ${id === driver.appId ? "one" : "other"}`] = String(!!entry(list, named.url));
      seen[`list of ${id === driver.appId ? "one" : "other"}`] =
        `${ok} ${found.map((one) => one && types(one, members))} ${found.map((one) => one?.["active"])}`;
    }
    await driver.reset();
    for (const [label, change] of Object.entries<Json>({
      "app number": { app: 7 },
      "url list": { webhookUrl: ["https://hooks.example.com/x"] },
      "events empty": { events: [] },
      "events text": { events: EVENT },
      "events numbers": { events: [5] },
      "type 0": { responseHandlingType: 0 },
      "type 3": { responseHandlingType: 3 },
      "type 3 of an inactive one": { responseHandlingType: 3, active: false },
      "type -1": { responseHandlingType: -1 },
      "type text": { responseHandlingType: "1" },
      "type true": { responseHandlingType: true },
      "active text": { active: "true" },
      "active number": { active: 1 },
      "names: 100 events": { events: Array.from({ length: 100 }, (_, i) => `x.n${i}`) },
      "names: 101 events": { events: Array.from({ length: 101 }, (_, i) => `x.n${i}`) },
      "names: 300 events": { events: Array.from({ length: 300 }, (_, i) => `x.n${i}`) },
    })) {
      seen[label.startsWith("names:") ? label : `app: ${label}`] = String((await app("wrong", change)).ok);
    }
  }

  async function urls(): Promise<void> {
    for (const [label, url] of Object.entries(URLS)) {
      if (driver.registrationProbesUrls && !url.includes("hooks.example.com")) continue;
      seen[`url: ${label}`] = `${(await client("url", { url })).ok} ${(await app("url", { webhookUrl: url })).ok}`;
    }
  }

  async function clientDeliveries(): Promise<void> {
    const statuses = [200, 204, 404, 500, 503, 302, "reset"] as const;
    const hooks: Record<string, Registered> = {};
    for (const status of statuses) {
      const hook = await client(`is-${status}`);
      hooks[status] = hook;
      answers.set(hook.path.replace(/\?.*/, ""), status);
    }
    const inactive = await client("inactive");
    await driver.setClientWebhookActive(inactive as never, false).catch(() => {});
    const other = await client("other", { client: driver.otherClientIri });
    const names = {
      inactive,
      other,
      unlisted: await client("unlisted", { events: ["case_file.payment.refunded"] }),
      unknown: await client("unknown", { events: ["x.y"] }),
      first: await client("first", { events: [EVENT, "x.y"] }),
      last: await client("last", { events: ["x.y", EVENT] }),
    };
    const pay = async (title: string, act: () => Promise<{ id: number }>) => {
      forget();
      const { id } = await act();
      await driver.settle();
      for (const [label, hook] of Object.entries({ ...hooks, ...names })) {
        const isName = ["unlisted", "unknown", "first", "last"].includes(label);
        if (!title.includes("off") || label === "200" || label === "204")
          seen[`${isName ? "names: " : ""}${title}: ${label}`] = kinds(hook, id);
      }
      seen[`${title}: elsewhere`] = String(
        received.filter(
          ({ path }) => ![...Object.values(hooks), ...Object.values(names)].some((hook) => hook.path === path),
        ).length,
      );
    };
    const of = (paidTo: "client" | "agency", client = driver.clientIri) => ({ paidTo, client });
    await pay("confirmed", () => driver.confirmPayment(of("client")));
    const counts = statuses.map((status) => at(hooks[status] as Registered).length);
    seen["retried"] = statuses
      .map((status, i) => `${status} ${(counts[i] ?? 0) > (counts[0] ?? 0)}`)
      .slice(2)
      .join();
    await driver.setClientWebhookActive(hooks[200] as never, false);
    await pay("off", () => driver.confirmPayment(of("client")));
    await driver.setClientWebhookActive(hooks[200] as never, true).catch(() => {});
    await pay("off and on", () => driver.confirmPayment(of("client")));
    for (const status of statuses) answers.delete((hooks[status] as Registered).path.replace(/\?.*/, ""));
    await pay("off: agency", () => driver.confirmPayment(of("agency")));
    await pay("off: recorded", () => driver.recordPayment(of("client")));
    await pay("off: of other", () => driver.confirmPayment(of("client", driver.otherClientIri)));
    seen["of other"] = kinds(other);
  }

  async function appDeliveries(): Promise<void> {
    const hooks: Record<string, Registered> = {};
    for (const type of [1, 2]) {
      for (const status of [200, 404, 500, 302]) {
        const hook = await app(`type-${type}-${status}`, { responseHandlingType: type });
        hooks[`${type} ${status}`] = hook;
        answers.set(hook.path.replace(/\?.*/, ""), status);
      }
    }
    hooks["inactive"] = await app("inactive", { active: false });
    hooks["other"] = await app("other", { app: driver.otherAppIri });
    const unlisted = await app("unlisted", { events: ["x.y"] });
    for (const title of ["app", "app again"]) {
      forget();
      await driver.dispatchAppEvent(driver.appIri, EVENT);
      await driver.settle();
      for (const [label, hook] of Object.entries(hooks)) seen[`${title}: ${label}`] = kinds(hook);
      seen[`names: ${title} unlisted`] = kinds(unlisted);
      for (const type of [1, 2]) {
        const count = (status: number) => at(hooks[`${type} ${status}`] as Registered).length;
        seen[`${title}: retried ${type}`] = [404, 500, 302].map((status) => count(status) > count(200)).join();
      }
    }
  }
}

/** Everything that is stated about one delivery, in a line. Of members that are not as they should be, the names. */
function describe({ method, headers, body }: Received, hook: Registered, id?: number): string {
  const value = json(body.toString()) as Json;
  const signature = headers["x-service-signature"];
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!("client" in hook.request)) {
    return `${method} ${isObject && value["@event"] === EVENT} ${signature === undefined ? "unsigned" : "signed"}`;
  }
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  const right = createHmac("sha256", typeof hook.secret === "string" ? hook.secret : "")
    .update(body)
    .digest("hex");
  const isSigned =
    /^sha256=[0-9A-Fa-f]{64}$/.test(String(signature)) && String(signature).toLowerCase() === `sha256=${right}`;
  const { caseFile, ...rest } = isObject ? value : ({} as Json);
  const wrong = [
    rest["@event"] !== EVENT && "@event",
    (!Number.isInteger(rest["id"]) || (id !== undefined && rest["id"] !== id)) && "id",
    !Number.isInteger(rest["amount"]) && "amount",
    rest["paidTo"] !== "client" && "paidTo",
    ...["confirmedAt", "createdAt", "updatedAt"].map((name) => !isMoment(rest[name]) && name),
    (typeof caseFile !== "object" || Array.isArray(caseFile) || !Number.isInteger((caseFile as Json)?.["id"])) &&
      "caseFile",
  ].filter(Boolean);
  const signing = isSigned ? "signed" : "badly signed";
  return `${method} ${type} ${signing} ${isObject ? "object" : "no object"} wrong: ${wrong}`;
}

/** The members that are there and have another type than stated. */
function types(value: unknown, stated: Record<string, string>): string {
  const object = (value ?? {}) as Json;
  const fits: Record<string, (value: unknown) => boolean> = {
    string: (one) => typeof one === "string",
    strings: (one) => Array.isArray(one) && one.every((text) => typeof text === "string"),
    type: (one) => one === 1 || one === 2,
    boolean: (one) => typeof one === "boolean",
  };
  return Object.entries(stated)
    .filter(([name, type]) => object[name] !== undefined && !fits[type]?.(object[name]))
    .map(([name]) => name)
    .join();
}

/** The object in a list of any form that mentions the URL. */
function entry(list: unknown, url: string): Json | undefined {
  if (list === null || typeof list !== "object") return undefined;
  const inside = Object.values(list)
    .map((value) => entry(value, url))
    .find(Boolean);
  const isHere = Object.values(list).some((value) => value === url || (Array.isArray(value) && value.includes(url)));
  return inside && !isHere ? inside : isHere && !Array.isArray(list) ? (list as Json) : inside;
}

function ask(url: string, options: RequestOptions, body: string): Promise<{ ok: boolean; json: unknown }> {
  return new Promise((resolve, reject) => {
    const req = request(url, options, (res) => {
      const ok = Math.floor((res.statusCode ?? 0) / 100) === 2;
      textOf(res).then((text) => resolve({ ok, json: json(text) }), reject);
    });
    req.on("error", reject).end(body);
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
