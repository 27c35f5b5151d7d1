/**
 * The API client against a real server on loopback: what it sends, what it takes, what it refuses, and that nothing
 * leaks, besides the shared cases of client-vectors.test.ts.
 */

import fc from "fast-check";
import { afterAll, describe, expect, expectTypeOf, it, vi } from "vitest";
import { OPERATIONS } from "../../generated/constants.ts";
import {
  ApiError,
  type AppWebhook,
  type AppWebhookWrite,
  type ClientOptions,
  createClient,
  itemsOf,
} from "../../src/client/index.ts";
import { anyText } from "../support/any-text.ts";
import { type Answering, flooding, inTurn, json, startServer, text } from "../support/http-server.ts";
import { cleanFailure, failureOf, findLeaks } from "../support/leaks.ts";
import { fixtures } from "../support/repository.ts";
import { APP_WEBHOOK, CLIENT_WEBHOOK } from "../support/webhooks.ts";
import { asWrongType } from "../support/wrong-type.ts";

const server = await startServer();
afterAll(server.stop);

const TOKEN = "token-9f8e7d6c";
const SECRET = "secret-1a2b3c4d";

function connect(options: Partial<ClientOptions> = {}) {
  const defaults = { baseUrl: server.url, accessToken: TOKEN, allowInsecureLoopback: true, timeoutMs: 10_000 };
  return createClient({ ...defaults, ...options });
}

const CALLS = {
  createClientWebhook: (options?: Partial<ClientOptions>) => connect(options).createClientWebhook(CLIENT_WEBHOOK),
  createAppWebhook: (options?: Partial<ClientOptions>) => connect(options).createAppWebhook(APP_WEBHOOK),
  listAppWebhooks: (options?: Partial<ClientOptions>) => connect(options).listAppWebhooks(7),
};
type Operation = keyof typeof CALLS;
const OPERATION_IDS = Object.keys(CALLS) as Operation[];
const GOOD: Record<Operation, unknown> = {
  createClientWebhook: { ...CLIENT_WEBHOOK, secret: SECRET, "@id": "/api/client_webhooks/9" },
  createAppWebhook: { ...APP_WEBHOOK, "@id": "/api/app_webhooks/9" },
  listAppWebhooks: [APP_WEBHOOK],
};

const readError = (promise: Promise<unknown>) => cleanFailure(promise, ApiError, [TOKEN, SECRET, CLIENT_WEBHOOK.name]);

describe("what is sent", () => {
  it.each(OPERATION_IDS)("%s: method, path, token and types", async (operation) => {
    server.answer(json(200, GOOD[operation]));
    await CALLS[operation]();
    const [asked] = server.asked;
    const { method, path } = OPERATIONS[operation];
    expect(asked).toMatchObject({ method, url: path.replace("{id}", "7") });
    expect(asked?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, accept: "application/json" });
    expect(asked?.headers["content-type"]).toBe(method === "POST" ? "application/json" : undefined);
  });

  it.each(["", "/", "/base", "/base/"])("under a base URL that ends in %j", async (path) => {
    server.answer(json(200, []));
    await CALLS.listAppWebhooks({ baseUrl: server.url + path });
    expect(server.asked[0]?.url).toBe(`${path.replace(/\/$/, "")}/api/apps/7/app_webhooks`);
  });

  it("a token from a function, asked for each request, and none (N-5-03)", async () => {
    const tokens = ["one", "two"];
    const client = connect({ accessToken: async () => tokens.shift() });
    server.answer(json(200, []));
    for (let round = 0; round < 3; round++) await client.listAppWebhooks(7);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer one", "Bearer two", undefined]);
  });

  it("another header for the token (N-5-03) and another media type (U-02)", async () => {
    server.answer(json(200, GOOD.createAppWebhook));
    await CALLS.createAppWebhook({
      tokenHeader: (token) => ["X-Token", `<${token}>`],
      contentType: "application/ld+json",
    });
    expect(server.asked[0]?.headers).toMatchObject({ "x-token": `<${TOKEN}>`, "content-type": "application/ld+json" });
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual(APP_WEBHOOK);
  });

  it("any identifier stays one segment of the path (U-04)", async () => {
    server.answer(json(200, []));
    const client = connect();
    const id = fc.oneof(fc.string({ unit: "grapheme" }), anyText(), fc.maxSafeInteger());
    await fc.assert(
      fc.asyncProperty(id, async (given) => {
        server.asked.length = 0;
        const outcome = await client.listAppWebhooks(given).catch((error: ApiError) => error.code);
        if (outcome === "request_invalid") expect(`${given}`).toMatch(/^\.{0,2}$|\p{Cs}/u);
        else {
          expect(outcome).not.toBeTypeOf("string");
          const segment = /^\/api\/apps\/([^/?#]+)\/app_webhooks$/.exec(server.asked[0]?.url ?? "")?.[1];
          expect(decodeURIComponent(segment ?? "")).toBe(`${given}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(["", ".", "..", "\ud800", Number.NaN, 1.5, 2 ** 53, asWrongType(null)])(
    "the identifier %j is refused",
    async (id) => {
      server.answer(json(200, []));
      expect(await readError(connect().listAppWebhooks(id))).toMatchObject({
        code: "request_invalid",
        faults: [{ path: "/id" }],
      });
      expect(server.asked).toEqual([]);
    },
  );
});

describe("requests that are known to be bad are not sent", () => {
  const isRefused = async (promise: Promise<unknown>, code: string, path?: string) => {
    server.answer(json(200, { secret: SECRET }));
    const error = await readError(promise);
    expect(error).toMatchObject({
      code,
      ...(path !== undefined && { faults: expect.arrayContaining([expect.objectContaining({ path })]) }),
    });
    expect(error.status).toBeUndefined();
    expect(server.asked).toEqual([]);
  };
  const events = (count: number) => Array.from({ length: count }, (_, index) => `event.${index}`);
  const quiet = { onWarning: () => undefined };

  it.each([
    ["createClientWebhook", "ClientWebhookCreate"],
    ["createAppWebhook", "AppWebhookWrite"],
  ] as const)("%s: whatever %s refuses", async (operation, schema) => {
    const refused = fixtures(schema).filter(({ kind }) => kind === "fail");
    for (const { name, value } of [...refused, { name: "nothing", value: undefined }]) {
      const code = /url-(scheme|without)/.test(name) ? "url_scheme" : "request_invalid";
      await isRefused(connect()[operation](value), code);
    }
  });

  it.each(["app", "webhookUrl", "events", "responseHandlingType", "active"] as const)(
    "an app webhook without %s (U-06)",
    async (member) => {
      const { [member]: _left, ...rest } = APP_WEBHOOK;
      await isRefused(connect().createAppWebhook(asWrongType(rest)), "request_invalid", `/${member}`);
    },
  );

  it("101 events for an app webhook (F-7-02), not for a client webhook (U-08)", async () => {
    const many = events(101);
    await isRefused(connect(quiet).createAppWebhook({ ...APP_WEBHOOK, events: many }), "request_invalid", "/events");
    server.answer(json(200, GOOD.createClientWebhook));
    await connect(quiet).createClientWebhook({ ...CLIENT_WEBHOOK, events: many });
    expect(JSON.parse(server.asked[0]?.body ?? "").events).toEqual(many);
  });

  it.each(["2", null])("responseHandlingType %j (F-2.3-08)", async (responseHandlingType) => {
    const body = { ...APP_WEBHOOK, responseHandlingType: responseHandlingType as unknown as 1 };
    await isRefused(connect().createAppWebhook(body), "request_invalid", "/responseHandlingType");
  });

  it.each([
    ["http://localhost/", "url_host_loopback"],
    ["https://10.0.0.1/", "url_host_private"],
    ["ftp://hooks.example.com/", "url_scheme"],
    ["https://intranet/", "url_host_no_tld"],
  ])("the URL %s (F-7-01)", async (url, code) => {
    await isRefused(connect().createClientWebhook({ ...CLIENT_WEBHOOK, url }), code);
    await isRefused(connect().createAppWebhook({ ...APP_WEBHOOK, webhookUrl: url }), code);
  });

  it("checkUrl replaces the judge of URLs", async () => {
    server.answer(json(200, GOOD.createClientWebhook));
    await connect({ checkUrl: () => ({ ok: true }) }).createClientWebhook({
      ...CLIENT_WEBHOOK,
      url: "http://localhost:9/",
    });
    expect(server.asked.length).toBe(1);
  });

  it.each(["", "Bearer a", "a\nb", "a\0b", "ü€", asWrongType(5)])(
    "the token %j, which no header holds",
    async (accessToken) => {
      await isRefused(connect({ accessToken }).listAppWebhooks(7), "token_invalid");
    },
  );

  it("a token header that no request can carry", async () => {
    await isRefused(connect({ tokenHeader: (token) => ["no name", token] }).listAppWebhooks(7), "token_invalid");
  });

  it("the failure of a token provider passes through as it is", async () => {
    const own = new Error("vault is sealed");
    const failing = connect({ accessToken: () => Promise.reject(own) });
    expect(await failureOf(failing.listAppWebhooks(7))).toBe(own);
  });
});

describe("repeated and unknown events (U-09)", () => {
  it("repeated ones are dropped, and the list given stays as it is", async () => {
    server.answer(json(200, GOOD.createAppWebhook));
    const given = Array.from({ length: 150 }, () => "case_file.payment.confirmed");
    await connect().createAppWebhook({ ...APP_WEBHOOK, events: given });
    expect(JSON.parse(server.asked[0]?.body ?? "").events).toEqual(["case_file.payment.confirmed"]);
    expect(given.length).toBe(150);
  });

  it("of an unknown one a person is told once, and it is sent", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const client = connect();
    server.answer(json(200, GOOD.createAppWebhook));
    const body = { ...APP_WEBHOOK, events: ["case_file.payment.confirmd"] };
    for (let round = 0; round < 2; round++) await client.createAppWebhook(body);
    expect(server.asked.length).toBe(2);
    expect(warn.mock.calls).toEqual([
      ['createAppWebhook: no event "case_file.payment.confirmd" is known; check its spelling.'],
    ]);
    await connect({ events: ["case_file.payment.confirmd"] }).createAppWebhook(body);
    expect(warn.mock.calls.length).toBe(1);
  });
});

describe("what is taken as success", () => {
  it.each(OPERATION_IDS)("%s: any 2xx, any JSON type, every member", async (operation) => {
    for (const [status, type] of [
      [200, "application/json"],
      [201, "application/ld+json; charset=utf-8"],
      [299, "APPLICATION/JSON"],
    ] as const) {
      server.answer(json(status, GOOD[operation], { "content-type": type }));
      expect(await CALLS[operation]()).toEqual(GOOD[operation]);
    }
  });

  it("the answer may come in pieces and compressed", async () => {
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync(JSON.stringify(GOOD.createClientWebhook));
    server.answer(text(200, packed, { "content-type": "application/json", "content-encoding": "gzip" }));
    expect(await CALLS.createClientWebhook()).toEqual(GOOD.createClientWebhook);
  });

  it("types: the secret is there, other members are open, all five members are demanded", () => {
    const client = connect();
    type Created = Awaited<ReturnType<typeof client.createClientWebhook>>;
    expectTypeOf<Created["secret"]>().toEqualTypeOf<string>();
    expectTypeOf<AppWebhook["anything"]>().toEqualTypeOf<unknown>();
    expectTypeOf<AppWebhookWrite["active"]>().toEqualTypeOf<boolean>();
    // @ts-expect-error the token exchange is not on the API
    expect(() => client.raw.POST("/oauth/v2/token", {})).toBeTypeOf("function");
  });
});

describe("what is no success", () => {
  it.each([
    [422, "request_rejected"],
    [503, "service_failed"],
  ] as const)("%i is %s, with all that arrived, for who asks", async (status, code) => {
    const body = { error: `no ${SECRET} for ${TOKEN}` };
    server.answer(
      json(status, body, { "x-echo": SECRET, deprecation: "@1767225600", sunset: "Thu, 01 Jan 2026 00:00:00 GMT" }),
    );
    const error = await readError(CALLS.createClientWebhook());
    expect(error).toMatchObject({ code, status, operationId: "createClientWebhook", retryAfterSeconds: undefined });
    expect(error.text).toBe(JSON.stringify(body));
    expect(error.json).toEqual(body);
    expect(error.headers?.get("x-echo")).toBe(SECRET);
    expect([error.deprecation, error.sunset]).toEqual(["@1767225600", "Thu, 01 Jan 2026 00:00:00 GMT"]);
  });

  it.each([
    [undefined, /sent without an access token: /],
    ["token", /HTTP 404: /],
  ])("a wrong base URL is seen in the error; with the token %j", async (accessToken, ending) => {
    server.answer(json(404, {}));
    const error = await readError(
      connect({ baseUrl: `${server.url}/api`, accessToken: () => accessToken }).listAppWebhooks("/api/apps/7"),
    );
    expect(error.url).toBe(`${server.url}/api/api/apps/%2Fapi%2Fapps%2F7/app_webhooks`);
    expect(error.message).toContain(`listAppWebhooks, ${error.url}, HTTP 404`);
    expect(error.message).toMatch(ending);
  });

  it.each(["", "<p>no</p>", "{", "null"])("an error body may be anything (N-7-03): %j", async (body) => {
    server.answer(text(400, body));
    const error = await readError(CALLS.listAppWebhooks());
    expect(error.text).toBe(body);
    expect(error.json).toBe(body === "null" ? null : undefined);
  });

  it("a large error body is cut off after 64 KiB, and its status is not lost", async () => {
    server.answer(text(500, "x".repeat(3_000_000)));
    const error = await readError(CALLS.listAppWebhooks());
    expect(error).toMatchObject({ code: "service_failed", status: 500 });
    expect(error.text?.length).toBe(64 * 1024);
  });

  it.each<[string, Answering]>([
    ["HTML", text(200, `<p>${SECRET}</p>`, { "content-type": "text/html" })],
    ["HTML that says it is JSON", text(200, `<p>${SECRET}</p>`, { "content-type": "application/json" })],
    ["JSON that says it is HTML", json(200, { secret: SECRET }, { "content-type": "text/html" })],
    ["half of it", text(200, `{"secret":"${SECRET}`, { "content-type": "application/json" })],
    [
      "a secret that is not UTF-8",
      (_asked, response) => {
        response.setHeader("content-type", "application/json").end(Buffer.from('{"secret":"\xff"}', "latin1"));
      },
    ],
    ["nothing", text(200, "", { "content-type": "application/json" })],
    ["204", text(204, "")],
    ["no type", (_asked, response) => response.end(JSON.stringify({ secret: SECRET }))],
  ])("%s is response_not_json, and an app webhook without members (U-41)", async (_what, answer) => {
    server.answer(answer);
    expect(await CALLS.createAppWebhook()).toEqual({});
    for (const operation of OPERATION_IDS.filter((id) => id !== "createAppWebhook")) {
      server.answer(answer);
      const error = await readError(CALLS[operation]());
      expect(error).toMatchObject({ code: "response_not_json", operationId: operation });
      expect(error.message).toContain("Do not simply repeat a POST");
      expect(error.message).toMatch(/^\w+, http:\S+, HTTP \d{3}: /);
    }
  });

  it.each([
    [CLIENT_WEBHOOK, "/secret"],
    [{ data: { secret: SECRET } }, "/secret"],
    [[], ""],
    ["x", ""],
  ])("a client webhook like %j has no secret (F-2.2-11)", async (body, path) => {
    server.answer(json(201, body));
    const error = await readError(CALLS.createClientWebhook());
    expect(error).toMatchObject({ code: "response_invalid", status: 201, faults: [{ path }] });
    expect(error.json).toEqual(body);
  });
});

describe("bounds", () => {
  it("no answer, and a body that stalls, end with the time-out", async () => {
    const stalls: Answering = (_asked, response) =>
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    for (const answer of [() => undefined, stalls]) {
      server.answer(answer);
      expect(await readError(CALLS.listAppWebhooks({ timeoutMs: 80 }))).toMatchObject({ code: "timeout" });
    }
  });

  it("a fetch that ignores its signal cannot stall a call", async () => {
    const never = () => new Promise<Response>(() => undefined);
    expect(await readError(CALLS.listAppWebhooks({ fetch: never, timeoutMs: 50 }))).toMatchObject({ code: "timeout" });
  });

  it("a body of endless length is cut off", async () => {
    const flood = flooding(" ".repeat(65536), "[]");
    server.answer(flood);
    expect(await readError(CALLS.listAppWebhooks())).toMatchObject({ code: "response_too_large", status: 200 });
    expect(flood.sent).toBeLessThan(25_000_000);
  });

  it("maxResponseBytes counts what is unpacked, to the byte", async () => {
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync(JSON.stringify(["x".repeat(996)]));
    server.answer(text(200, packed, { "content-type": "application/json", "content-encoding": "gzip" }));
    expect(await CALLS.listAppWebhooks({ maxResponseBytes: 1000 })).toHaveLength(1);
    expect(await readError(CALLS.listAppWebhooks({ maxResponseBytes: 999 }))).toMatchObject({
      code: "response_too_large",
    });
  });

  it("no server and a made-up status are unreachable", async () => {
    const gone = await startServer();
    await gone.stop();
    expect(await readError(CALLS.listAppWebhooks({ baseUrl: gone.url }))).toMatchObject({
      code: "unreachable",
      reason: "ECONNREFUSED",
      message: expect.stringContaining(`${gone.url}/api/apps/7/app_webhooks, ECONNREFUSED: `),
    });
    server.answer(text(700, "{}"));
    expect(await readError(CALLS.listAppWebhooks())).toMatchObject({ code: "unreachable" });
    // What undici throws where a proxy refuses.
    const cause = new Error("Request was cancelled.", { cause: { code: "UND_ERR_ABORTED" } });
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    expect((await readError(CALLS.listAppWebhooks({ fetch }))).reason).toBe("UND_ERR_ABORTED");
  });

  it("a signal ends a call with its own reason", async () => {
    const reason = new Error("changed my mind");
    // Counted from the arrival: a request that arrives after its test would get the answers of the next one.
    const abortedAfter = (answer: Answering) => {
      const controller = new AbortController();
      server.answer((asked, response) => {
        setTimeout(() => controller.abort(reason), 30);
        return answer(asked, response);
      });
      return { signal: controller.signal };
    };
    expect(
      await failureOf(
        connect().listAppWebhooks(
          7,
          abortedAfter(() => undefined),
        ),
      ),
    ).toBe(reason);
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(connect().createClientWebhook(CLIENT_WEBHOOK, { signal }))).toBe(reason);
    const busy = text(429, "", { "retry-after": "20" });
    expect(await failureOf(connect().listAppWebhooks(7, abortedAfter(busy)))).toBe(reason);
  });
});

describe("https (U-36)", () => {
  const start = (baseUrl: string, allowInsecureLoopback?: boolean) => () =>
    createClient({ baseUrl, ...(allowInsecureLoopback !== undefined && { allowInsecureLoopback }) });
  const code = (expected: string) => expect.objectContaining({ code: expected });

  it.each(["https://api.example.com", "https://api.example.com/base/", "HTTPS://API.EXAMPLE.COM"])("%s", (url) => {
    expect(start(url)).not.toThrow();
  });

  it.each(["http://localhost:8080", "http://127.0.0.1", "http://127.9.9.9", "http://[::1]:8080", "http://2130706433"])(
    "%s, by the switch alone",
    (url) => {
      expect(start(url)).toThrow(code("insecure_url"));
      expect(start(url, true)).not.toThrow();
    },
  );

  it.each(["http://10.0.0.1", "http://localhost.example.com", "http://0.0.0.0", "http://a.localhost"])(
    "%s never",
    (url) => {
      expect(start(url, true)).toThrow(code("insecure_url"));
    },
  );

  it.each(["", "api.example.com", asWrongType(undefined)])("%j is not a base URL", (url) => {
    expect(start(url, true)).toThrow(code("base_url_invalid"));
  });
});

describe("patience (N-8-01, U-39)", () => {
  const waits: number[] = [];
  const options: Partial<ClientOptions> = {
    now: () => Date.parse("2026-03-02T09:00:00Z"),
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
  const busy = (retryAfter: string, status = 429) => text(status, "", { "retry-after": retryAfter });
  const run = async (operation: Operation, more: Partial<ClientOptions>, ...answers: Answering[]) => {
    waits.length = 0;
    server.answer(inTurn(...answers));
    return CALLS[operation]({ ...options, ...more });
  };

  it.each([
    ["2", 2000],
    ["0", 0],
    ["Mon, 02 Mar 2026 09:00:05 GMT", 5000],
    ["Mon, 02 Mar 2026 08:00:00 GMT", 0],
  ])("a GET waits for Retry-After: %s", async (header, ms) => {
    for (const status of [429, 503]) {
      expect(await run("listAppWebhooks", {}, busy(header, status), json(200, []))).toEqual([]);
      expect(waits).toEqual([ms]);
    }
  });

  it("twice by default, then the answer is handed on", async () => {
    expect(await readError(run("listAppWebhooks", {}, busy("1")))).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(waits).toEqual([1000, 1000]);
    expect(await readError(run("listAppWebhooks", { retries: 0 }, busy("1")))).toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  it("no longer than maxRetryWaitMs", async () => {
    expect(await readError(run("listAppWebhooks", {}, busy("31")))).toMatchObject({ retryAfterSeconds: 31 });
    expect(waits).toEqual([]);
    expect(await run("listAppWebhooks", { maxRetryWaitMs: 60_000 }, busy("31"), json(200, []))).toEqual([]);
    expect(waits).toEqual([31_000]);
  });

  it.each(["", "soon", "-1", "1.5", "2026-03-02"])("not for Retry-After: %j", async (header) => {
    expect(await readError(run("listAppWebhooks", {}, busy(header)))).toMatchObject({ retryAfterSeconds: undefined });
    expect(waits).toEqual([]);
  });

  it("not for another status", async () => {
    expect(await readError(run("listAppWebhooks", {}, busy("1", 500)))).toMatchObject({ retryAfterSeconds: undefined });
    expect(server.asked.length).toBe(1);
  });

  it.each(["createClientWebhook", "createAppWebhook"] as const)("a POST is never repeated: %s", async (operation) => {
    for (const answer of [busy("0"), busy("0", 503), text(500, ""), text(408, "")] as Answering[]) {
      await readError(run(operation, {}, answer));
      expect(server.asked.length).toBe(1);
      expect(waits).toEqual([]);
    }
    expect(await readError(run(operation, {}, busy("9")))).toMatchObject({ retryAfterSeconds: 9 });
  });

  it("each attempt asks for the token again", async () => {
    const tokens = ["one", "two"];
    await run("listAppWebhooks", { accessToken: () => tokens.shift() }, busy("0"), json(200, []));
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer one", "Bearer two"]);
  });

  it("the wait of the default clock is real", async () => {
    server.answer(inTurn(busy("1"), json(200, [])));
    const start = performance.now();
    await CALLS.listAppWebhooks();
    expect(performance.now() - start).toBeGreaterThan(950);
  });
});

describe("announcements (N-9-02)", () => {
  it("of a deprecation a person is told once for each operation, without what the service sent", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const client = connect();
    server.answer(json(200, [], { deprecation: `@1767225600 ${TOKEN}` }));
    for (let round = 0; round < 3; round++) await client.listAppWebhooks(7);
    expect(warn.mock.calls.length).toBe(1);
    expect(warn.mock.calls.join()).not.toContain(TOKEN);
  });

  it("onWarning gets both headers", async () => {
    const onWarning = vi.fn();
    server.answer(json(200, [], { sunset: "Thu, 31 Dec 2026 00:00:00 GMT" }));
    await CALLS.listAppWebhooks({ onWarning });
    expect(onWarning.mock.calls).toEqual([
      [
        {
          kind: "deprecation",
          operationId: "listAppWebhooks",
          deprecation: undefined,
          sunset: "Thu, 31 Dec 2026 00:00:00 GMT",
        },
      ],
    ]);
  });
});

it("no cache of a framework keeps an answer, and the error by which Next renders a page later passes", async () => {
  const fetch = vi.fn(globalThis.fetch);
  server.answer(json(200, []));
  await CALLS.listAppWebhooks({ fetch });
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ cache: "no-store" });
  const later = Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" });
  expect(await failureOf(CALLS.listAppWebhooks({ fetch: () => Promise.reject(later) }))).toBe(later);
});

it("of numbers that JavaScript may have rounded a person is told once, and raw has their digits", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const client = connect();
  server.answer(text(200, '[{"id": 9007199254740991, "events": []}]', { "content-type": "application/json" }));
  await client.listAppWebhooks(7);
  expect(warn.mock.calls).toEqual([]);
  server.answer(text(200, '[{"id": 9007199254740993}]', { "content-type": "application/json" }));
  for (let round = 0; round < 3; round++) await client.listAppWebhooks(7);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^listAppWebhooks: .* beyond 2\^53/)]]);
  const init = { params: { path: { id: 7 } }, parseAs: "text" as const };
  expect((await client.raw.GET("/api/apps/{id}/app_webhooks", init)).data).toContain("9007199254740993");
});

describe("raw", () => {
  it("has token and bounds, checks nothing, and hands on what is no success", async () => {
    server.answer(json(422, { why: "name" }));
    const { data, error, response } = await connect().raw.POST("/api/client_webhooks", {
      body: { ...CLIENT_WEBHOOK, events: [] },
    });
    expect({ data, error, ok: response.ok }).toEqual({ data: undefined, error: { why: "name" }, ok: false });
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it("does not quote a body that is no JSON", async () => {
    server.answer(text(200, `<p>${SECRET}</p>`));
    const call = connect().raw.GET("/api/apps/{id}/app_webhooks", { params: { path: { id: 7 } } });
    expect(await readError(call)).toMatchObject({ code: "response_not_json", operationId: "listAppWebhooks" });
  });

  it.each([302, 304])("fails with the same codes: %i", async (status) => {
    server.answer(text(status, "", { location: "/" }));
    const call = connect().raw.GET("/api/apps/{id}/app_webhooks", { params: { path: { id: 7 } } });
    expect(await readError(call)).toMatchObject({ code: "redirect_refused", status, operationId: "listAppWebhooks" });
    expect(server.asked.length).toBe(1);
  });
});

describe("itemsOf (U-03)", () => {
  it.each<[unknown, string | undefined]>([
    [[APP_WEBHOOK], undefined],
    [[APP_WEBHOOK], "ignored"],
    [{ "hydra:member": [APP_WEBHOOK], "hydra:totalItems": 1 }, undefined],
    [{ member: [APP_WEBHOOK] }, undefined],
    [{ items: [APP_WEBHOOK], member: "no list" }, undefined],
    [{ data: [APP_WEBHOOK], other: [] }, undefined],
    [{ webhooks: [APP_WEBHOOK], data: [] }, "webhooks"],
  ])("%j, member %s", (list, member) => {
    expect(itemsOf(list, member === undefined ? {} : { member })).toEqual([APP_WEBHOOK]);
  });

  it.each<[unknown, string | undefined]>([
    [{ member: [], items: [] }, undefined],
    [{ webhooks: [] }, undefined],
    [{ data: [] }, "webhooks"],
    [{ data: {} }, undefined],
    [["/api/app_webhooks/1"], undefined],
    [[null], undefined],
    [null, undefined],
    ["[]", undefined],
    [undefined, undefined],
    [{}, "toString"],
  ])("%j, member %s, is unreadable", (list, member) => {
    expect(() => itemsOf(list, member === undefined ? {} : { member })).toThrow(
      expect.objectContaining({ code: "list_unreadable" }),
    );
  });

  it("never throws anything else", () => {
    fc.assert(
      fc.property(fc.anything(), fc.option(fc.string(), { nil: undefined }), (list, member) => {
        try {
          expect(itemsOf(list, member === undefined ? {} : { member }).every((item) => typeof item === "object")).toBe(
            true,
          );
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});

it("nothing leaks, whatever the service answers", async () => {
  const body = fc.oneof(
    fc.constant(SECRET),
    fc.string(),
    fc.json(),
    fc.constant(`{"secret":"${SECRET}"}`),
    fc.constant(`${TOKEN}{`),
  );
  const type = fc.constantFrom("application/json", "text/html", "application/problem+json", "");
  const status = fc.constantFrom(200, 201, 302, 400, 401, 429, 500, 700);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATION_IDS),
      status,
      type,
      body,
      async (operation, code, contentType, sent) => {
        server.answer(text(code, sent, { "content-type": contentType, "x-echo": SECRET }));
        const outcome = await CALLS[operation]({ retries: 0 }).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return;
        expect(outcome).toBeInstanceOf(ApiError);
        expect(findLeaks(outcome, [TOKEN, SECRET, CLIENT_WEBHOOK.name])).toEqual([]);
        expect(outcome.message).not.toBe("");
      },
    ),
    { numRuns: 300 },
  );
});

it.each(OPERATION_IDS)("%s fails when the function for the token hangs, instead of hanging too", async (operation) => {
  const accessToken = () => new Promise<never>(() => undefined);
  const error = await readError(CALLS[operation]({ accessToken, timeoutMs: 20 }));
  expect([error.code, error.message.startsWith(`${operation}, http://`)]).toEqual(["timeout", true]);
});
