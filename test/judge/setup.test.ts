/** A wrong set-up is told in one sentence with its cure, and never excuses a fault of the subject. */

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exitCodeOf, type Report, type ServiceDriver, testReceiver, testService } from "../../src/judge/index.ts";
import { FLAWS } from "../receivers/flaws.ts";
import { hmac, type Switches, startReceiver } from "../receivers/receivers.ts";
import { startService } from "../services/service.ts";
import { eachOf } from "./judged.ts";

async function judged(switches: Partial<Switches>, change: (url: string, secret: string) => [string, string]) {
  const { url, secret, stop, driver } = await startReceiver(switches);
  const [to, by] = change(url, secret);
  try {
    return await testReceiver({ url: to, secret: by, driver });
  } finally {
    await stop();
  }
}
const asIs = (url: string, secret: string): [string, string] => [url, secret];
const codeOf = ({ setup }: Report) => setup?.code;

describe("a receiver that is set up wrongly", () => {
  it.concurrent.each([401, 403])(
    "with another secret, and %i for forgeries, is told so, and not accused",
    async (status) => {
      const report = await judged({ refusal: { status } }, (url) => [url, "another secret"]);
      expect([codeOf(report), exitCodeOf(report), report.summary.failed]).toEqual(["setup_secret", 2, 0]);
      expect(report.setup?.message).toMatch(/secret/);
    },
  );

  it.concurrent("with a wrong path is told so", async () => {
    const routed = { refusesAtOnce: ({ url }: { url?: string }) => (url === "/hooks" ? undefined : 404) };
    const report = await judged(routed as Partial<Switches>, (url, secret) => [`${url}/v1`, secret]);
    expect([codeOf(report), exitCodeOf(report), report.summary.failed]).toEqual([undefined, 1, expect.any(Number)]);
    const everywhere = await judged({ refusesAtOnce: () => 404 }, asIs);
    expect([codeOf(everywhere), exitCodeOf(everywhere)]).toEqual(["setup_path", 2]);
  });
});

const hashed = (algorithm: string, key: string, raw: Buffer) =>
  `${algorithm}=${hmac(key, raw, algorithm).toString("hex")}`;
const bodyHash = (secret: string, raw: Buffer) =>
  `sha256=${createHash("sha256").update(secret).update(raw).digest("hex")}`;
const inBase64 = (text: string) => Buffer.from(text).toString("base64");
/** A receiver that accepts what is right in its eyes. */
const takes = (verifies: Switches["verifies"]): Partial<Switches> => ({ verifies });
/** Everything plain is refused, by a fault of the receiver: the secret is right. */
const LOOK_WRONG: [string, Partial<Switches>][] = [
  ["compares the bare digest", takes(({ header, raw, secret }) => header === hmac(secret, raw).toString("hex"))],
  ["reads base64", takes(({ header, raw, secret }) => header === `sha256=${hmac(secret, raw).toString("base64")}`)],
  ["computes SHA-1", takes(({ header, raw, secret }) => header === hashed("sha1", secret, raw))],
  ["hashes the secret with the body", takes(({ header, raw, secret }) => header === bodyHash(secret, raw))],
  [
    "takes the secret for base64",
    takes(({ header, raw, secret }) => header === hashed("sha256", inBase64(secret), raw)),
  ],
  [
    "wants another header",
    takes(({ req, raw, secret }) => req.headers["x-signature"] === hashed("sha256", secret, raw)),
  ],
  ["wants a time stamp", { refusesAtOnce: ({ headers }) => (headers["x-timestamp"] === undefined ? 401 : undefined) }],
  ["wants no signature", { verifies: ({ header }) => header === undefined }],
  ["answers 500", { ack: { status: 500 } }],
  ["acts, and answers 404", { ack: { status: 404 }, refusal: { status: 404 } }],
  ["acts, and answers 401", { ack: { status: 401 } }],
  ["redirects", { ack: { status: 302, headers: { Location: "/" } } }],
];
describe("a fault that looks like a wrong set-up", () => {
  it.concurrent.each(LOOK_WRONG)("%s", async (_, switches) => {
    const report = await judged(switches, asIs);
    expect([codeOf(report), exitCodeOf(report), report.summary.failed > 0]).toEqual([undefined, 1, true]);
  });

  it.concurrent("excuses none of the known flaws", async () => {
    const refusing = FLAWS.filter(({ id }) => /prefix|latin1|ascii|wants|500|302|304|exact/.test(id));
    expect(refusing.length).toBeGreaterThan(5);
    // They mostly wait.
    const ends = await eachOf(refusing, 8, async ({ id, switches }) => {
      const report = await judged(switches, asIs);
      return [id, codeOf(report), exitCodeOf(report)];
    });
    expect(ends).toEqual(refusing.map(({ id }) => [id, undefined, 1]));
  }, 120_000);
});

describe("a driver of a receiver whose processed() gives another form", () => {
  it.concurrent.each<[string, (effect: { id: number; event: string }) => unknown, string]>([
    [
      "no id",
      ({ id, event }) => ({ payment_id: id, event }),
      "gave an item without id (its members: payment_id, event); each is { id: 4711,",
    ],
    ["no event", ({ id }) => ({ id }), "gave an item without event (its members: id);"],
    ["an id that is no number", ({ event }) => ({ id: "first", event }), "gave an item whose id is not a number;"],
    ["ids alone", ({ id }) => id, "gave an item that is not an object;"],
  ])("is told so: %s", async (_, form, sentence) => {
    const { url, secret, stop, driver } = await startReceiver();
    const other = { ...driver, processed: async () => (await driver.processed()).map(form) } as typeof driver;
    const report = await testReceiver({ url, secret, driver: other });
    await stop();
    expect([codeOf(report), exitCodeOf(report), report.summary.failed]).toEqual(["driver_invalid", 2, 0]);
    expect(report.setup?.message).toContain(`processed() of the driver ${sentence}`);
  });

  it.concurrent("but one item without an id, beside others, is what a faulty receiver processed", async () => {
    const { url, secret, stop, driver } = await startReceiver({ verifies: () => true });
    const processed = async () => [{ id: null, event: "unknown" }, ...(await driver.processed())];
    const report = await testReceiver({ url, secret, driver: { ...driver, processed } as unknown as typeof driver });
    await stop();
    expect([codeOf(report), exitCodeOf(report)]).toEqual([undefined, 1]);
  });

  it.concurrent("but ids as digits are taken", async () => {
    const { url, secret, stop, driver } = await startReceiver();
    const text = async () => (await driver.processed()).map(({ id, event }) => ({ id: String(id), event }));
    const other = { ...driver, processed: text } as unknown as typeof driver;
    const report = await testReceiver({ url, secret, driver: other }, { only: ["receive.compact", "receive.pretty"] });
    await stop();
    expect([exitCodeOf(report), report.summary.passed]).toEqual([0, 2]);
  });
});

describe("a service that is set up wrongly", () => {
  it.concurrent("at other paths is told so, and not accused", async () => {
    const driver = await startService();
    const other = { ...driver, baseUrl: `${driver.baseUrl}/v7`, authUrl: `${driver.authUrl}/v7` };
    const report = await testService(other);
    expect([codeOf(report), exitCodeOf(report), report.summary.failed]).toEqual(["setup_path", 2, 0]);
    expect(report.setup?.message).toContain("correct both in the driver");
  });

  it.concurrent.each([
    ["one path", { routes: { app: "POST /api/hooks" } }],
    ["its API, and the token endpoint is there", { servedUnder: "/v1" }],
  ])("is accused where it lacks %s", async (_, switches) => {
    const report = await testService(await startService(switches), { only: ["tokens", "registration"] });
    expect([codeOf(report), exitCodeOf(report)]).toEqual([undefined, 1]);
  });

  it.concurrent("with a baseUrl that ends with what the judge adds is told so", async () => {
    const driver = await startService();
    const report = await testService({ ...driver, baseUrl: `${driver.baseUrl}/api/` }, { only: ["registration"] });
    expect([codeOf(report), exitCodeOf(report), report.summary.failed]).toEqual(["setup_path", 2, 0]);
    expect(report.setup?.message).toMatch(/answers under http:\S+: leave out \/api in the driver/);
  });

  it.concurrent.each<[string, object, object]>([
    ["that baseUrl in the driver has too much", {}, { more: "/v7" }],
    ["that it ignores the path of its base URL", { basePath: "/collections", servedUnder: "" }, {}],
  ])(
    "is accused, and the finding names both explanations: %s",
    async (_, switches, { more = "" }: { more?: string }) => {
      const driver = await startService(switches);
      const report = await testService({ ...driver, baseUrl: driver.baseUrl + more }, { only: ["client.create"] });
      expect([codeOf(report), exitCodeOf(report)]).toEqual([undefined, 1]);
      const both =
        /the API answers under http:\S+: the service ignores .*\(F-4-01\), or baseUrl in the driver is wrong/;
      expect(report.checks[0]?.actual).toMatch(both);
    },
  );

  it.concurrent("with an origin that leads elsewhere gets one finding, which names both explanations", async () => {
    const only = ["deliver.receives", "app-deliver.receives", "retry.client.500", "every delivery"];
    const report = await testService(await startService({ receives: () => false }), { only });
    const failed = report.checks.filter(({ status }) => status === "failed");
    expect(failed.map(({ id }) => id)).toEqual(["deliver.receives"]);
    expect(failed[0]?.actual).toMatch(/delivers nothing, or receiver\.origin .* does not lead to receiver\.listen/);
    expect([codeOf(report), exitCodeOf(report)]).toEqual([undefined, 1]);
  }, 60_000);

  it.concurrent("whose accessToken() has none at hand is judged with the token of the exchange", async () => {
    const driver = await startService();
    const report = await testService({ ...driver, accessToken: async () => undefined }, { only: ["client.create"] });
    expect([codeOf(report), exitCodeOf(report), report.summary.passed]).toEqual([undefined, 0, 1]);
  });
});

describe("what is misspelt", () => {
  it.concurrent("is named with the nearest member", async () => {
    const { dispatchAppEvent, ...driver } = await startService();
    const report = await testService({ ...driver, dispatchAppEvents: dispatchAppEvent } as unknown as ServiceDriver);
    expect([codeOf(report), exitCodeOf(report)]).toEqual(["driver_invalid", 2]);
    expect(report.setup?.message).toContain("an unknown member dispatchAppEvents: did you mean dispatchAppEvent?");
    const receiver = { proccessed: async () => [] } as object;
    const other = await testReceiver({ url: "http://127.0.0.1:9/", secret: "a secret", driver: receiver });
    expect(other.setup?.message).toContain("did you mean processed?");
  });

  it.concurrent("is not a helper of the driver", async () => {
    const driver = { ...(await startService()), database: {}, log: () => {} };
    const report = await testService(driver, { only: ["client.create"] });
    expect([codeOf(report), exitCodeOf(report)]).toEqual([undefined, 0]);
  });

  it.concurrent("is named where --only has it, beside what is right", async () => {
    const report = await testService(await startService(), { only: ["tokens", "client.creat"] });
    expect([exitCodeOf(report), report.setup?.message]).toEqual([
      2,
      expect.stringContaining('called "client.creat": did you mean client.create'),
    ]);
  });
});
