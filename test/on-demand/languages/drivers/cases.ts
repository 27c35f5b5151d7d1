/**
 * What a driver over HTTP has to answer by spec/driver.yaml: the example of a package as it comes, which lists nothing,
 * and one whose members are all filled in (the files beside this one).
 */

import { DRIVER_CALLS, driverFaults } from "../../../../generated/driver.ts";

const TOKEN = "SENTINEL-4711-driver";
const CREDENTIALS = { clientId: "app", clientSecret: "s", redirectUri: "https://app.example.com/", code: "code-1" };
const VALUES = {
  baseUrl: "http://127.0.0.1:1",
  authUrl: "http://127.0.0.1:1",
  clientIri: "/api/clients/1",
  appId: 7,
  receiver: { listen: { host: "127.0.0.1", port: 2 }, origin: "https://hooks.example.com" },
  attemptTimeoutMs: 500,
};
const webhook = { request: { name: "a" }, response: { secret: "s" }, active: true };
const payment = { paidTo: "client", client: "/api/clients/1" };

type Case = readonly [call: string, body: unknown, status: number, answer: unknown];
const CASES: readonly Case[] = [
  ["start", {}, 204, undefined],
  ["reset", {}, 204, undefined],
  ["stop", {}, 204, undefined],
  ["settle", {}, 204, undefined],
  ["credentials", {}, 200, CREDENTIALS],
  ["accessToken", {}, 200, { accessToken: "token-1" }],
  ["requestHeaders", { token: "t" }, 200, { headers: { "X-Token": "t" } }],
  ["requestHeaders", { token: null }, 200, { headers: {} }],
  ["refresh", { refreshToken: "r" }, 200, { accessToken: "new-r" }],
  ["confirmPayment", payment, 200, { id: 14 }],
  ["recordPayment", payment, 200, {}],
  ["setClientWebhookActive", webhook, 204, undefined],
  [
    "setClientWebhookActive",
    { ...webhook, response: null },
    409,
    { code: "no_such_webhook", message: "There is none." },
  ],
  [
    "dispatchAppEvent",
    { app: "/api/apps/7", event: "e" },
    500,
    { code: "driver_failed", message: "See the log of the driver." },
  ],
  [
    "dispatchAppEvent",
    { app: "/api/apps/7", event: "panic" },
    500,
    { code: "driver_failed", message: "See the log of the driver." },
  ],
  ["emitEvent", { client: "/api/clients/1", event: "e" }, 204, undefined],
  ["processed", {}, 200, { events: [{ id: 1, event: "e" }] }],
];

interface Answered {
  readonly status: number;
  readonly json: unknown;
}

async function ask(url: string, path: string, init: RequestInit = {}, token: string | null = TOKEN): Promise<Answered> {
  const headers = {
    "content-type": "application/json",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${url}/${path}`, { headers, ...init, redirect: "manual" });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
}

const post = (body: unknown) => ({ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

/** Says what a driver without members does wrong. */
export async function faultsOfEmpty(url: string): Promise<string[]> {
  const faults = await refusalFaults(url);
  const members = await ask(url, "members");
  if (members.status !== 200 || driverFaults("Members", members.json).length > 0) faults.push(said("members", members));
  if ((members.json as { calls?: unknown[] }).calls?.length !== 0)
    faults.push(`members lists ${JSON.stringify(members.json)}`);
  for (const name of Object.keys(DRIVER_CALLS)) {
    const answer = await ask(url, name, post({}));
    if (answer.status !== 404 || driverFaults("Error", answer.json).length > 0) faults.push(said(name, answer));
  }
  return faults;
}

/** Says what a driver with every member does wrong. */
export async function faultsOfFilled(url: string): Promise<string[]> {
  const faults = await refusalFaults(url);
  const { status, json } = await ask(url, "members");
  const { calls, ...rest } = json as { calls: string[] };
  const listed = { status, calls: [...calls].sort(), ...rest };
  const wanted = { status: 200, calls: Object.keys(DRIVER_CALLS).sort(), version: 1, values: VALUES };
  if (!isSame(listed, wanted)) faults.push(`members: ${JSON.stringify(listed)}`);
  for (const [call, body, status, answer] of CASES) {
    const answered = await ask(url, call, post(body));
    if (answered.status !== status || !isSame(answered.json, answer)) faults.push(said(call, answered));
  }
  for (const body of ["", "{", "[]", '"x"', `{"paidTo":"${"x".repeat(2_000_000)}"}`]) {
    const answered = await ask(url, "confirmPayment", post(body));
    if (Math.floor(answered.status / 100) !== 4 || driverFaults("Error", answered.json).length > 0)
      faults.push(`${body.slice(0, 20)}: ${said("confirmPayment", answered)}`);
  }
  return faults;
}

async function refusalFaults(url: string): Promise<string[]> {
  const faults: string[] = [];
  const wrong = [null, "", "wrong", `${TOKEN}x`, "ü"];
  for (const token of wrong.map((one) => one && encodeURI(one))) {
    for (const [path, init] of [
      ["members", {}],
      ["reset", post({})],
    ] as const) {
      const answer = await ask(url, path, init, token);
      if (answer.status !== 401 || (answer.json as { code?: string }).code !== "token_wrong")
        faults.push(said(path, answer));
    }
  }
  for (const [path, init] of [
    ["nothing", post({})],
    ["members", post({})],
    ["reset", { method: "GET" }],
  ] as const) {
    const answer = await ask(url, path, init);
    if (![404, 405].includes(answer.status)) faults.push(said(path, answer));
  }
  return faults;
}

function isSame(a: unknown, b: unknown): boolean {
  return sorted(a) === sorted(b);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one,
  );
}

const said = (path: string, { status, json }: Answered) => `${path} answered ${status} ${JSON.stringify(json)}`;

export { TOKEN as DRIVER_TOKEN };
