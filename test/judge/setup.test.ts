/** A wrong set-up is told in one sentence with its cure, and never excuses a fault of the subject. */

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hmac, type Switches } from "../receivers/receivers.ts";
import { endOf, judgeReceiver, judgeService } from "./judged.ts";

const BREACH = [undefined, 1];
const judged = (switches: Partial<Switches>, by = (secret: string) => secret) =>
  judgeReceiver(switches, { only: ["receive.compact"] }, ({ secret }) => ({ secret: by(secret) }));
const another = () => "another secret";
const elsewhere: Switches["refusesAtOnce"] = ({ url }) => (url === "/hooks" ? undefined : 404);

describe("a receiver that is set up wrongly", () => {
  it.concurrent.each([401, 403])(
    "with another secret, and %i for forgeries, is told so, and not accused",
    async (status) => {
      const report = await judged({ refusal: { status } }, another);
      expect(endOf(report)).toEqual(["setup_secret", 2]);
      expect(report.setup?.message).toMatch(
        /give the secret .*, or the receiver verifies something other than the stated HMAC\.$/,
      );
    },
  );

  it.concurrent("with a wrong path is told what was tried, unless others are served", async () => {
    const only = ["receive.compact"];
    const report = await judgeReceiver({ refusesAtOnce: elsewhere }, { only }, ({ url }) => ({ url: `${url}/v1` }));
    expect(endOf(report)).toEqual(BREACH);
    const everywhere = await judged({ refusesAtOnce: () => 404 });
    expect(endOf(everywhere)).toEqual(["setup_path", 2]);
    expect(everywhere.setup?.message).toContain(
      "and so do GET and POST of /, /webhooks, /hooks and a random path there",
    );
  });

  const challenge = { status: 401, headers: { "WWW-Authenticate": 'Basic realm="staging"' } };
  it.concurrent("without credentials that every path wants is told so, and its secret is not doubted", async () => {
    const report = await judged({ verifies: () => false, refusal: challenge });
    expect(endOf(report)).toEqual(["setup_credentials", 2]);
    expect(report.setup?.message).toMatch(/answers 401 with WWW-Authenticate \(Basic\) to everything/);
    expect(report.setup?.message).not.toContain("secret");
    const alone = await judged({ verifies: () => false, refusal: challenge, refusesAtOnce: elsewhere });
    expect(endOf(alone)).toEqual(["setup_secret", 2]);
  });

  it.concurrent.each([
    ["ends", (secret: string) => `${secret} `],
    ["begins", (secret: string) => `\t${secret}`],
  ])("whose secret %s with white space is told that first, beside a receiver that trims", async (where, by) => {
    const report = await judged({}, by);
    expect(endOf(report)).toEqual(BREACH);
    const sentence = `It was answered 401: the secret that you gave ${where} with white space; without it, a delivery`;
    expect(report.checks[0]?.actual).toContain(sentence);
    expect(report.checks[0]?.actual).toContain("if it is part of it, the receiver is at fault");
    expect(endOf(await judged({}, (secret) => by(another() + secret)))).toEqual(["setup_secret", 2]);
  });
});

const hashed = (algorithm: string, key: string, raw: Buffer) =>
  `${algorithm}=${hmac(key, raw, algorithm).toString("hex")}`;
const inBase64 = (text: string) => Buffer.from(text).toString("base64");
type Right = (secret: string, raw: Buffer, headers: Record<string, unknown>, target: string) => string;
/** A receiver that accepts what is right in its eyes. */
const takes = (right: Right): Partial<Switches> => ({
  verifies: ({ header, raw, secret, req }) => header === right(secret, raw, req.headers, req.url ?? ""),
});
const over = (secret: string, ...parts: (string | Buffer)[]) =>
  hashed("sha256", secret, Buffer.concat(parts.map((part) => Buffer.from(part))));
const wants = (header: string): Partial<Switches> => ({
  refusesAtOnce: ({ headers }) => (headers[header] === undefined ? 401 : undefined),
});
/** Everything plain is refused, by a fault of the receiver: the secret is right. */
const OTHER_SIGNATURE: [string, Partial<Switches>][] = [
  ["compares the bare digest", takes((secret, raw) => hmac(secret, raw).toString("hex"))],
  ["reads base64", takes((secret, raw) => `sha256=${hmac(secret, raw).toString("base64")}`)],
  ["computes SHA-1", takes((secret, raw) => hashed("sha1", secret, raw))],
  [
    "hashes the secret with the body",
    takes((secret, raw) => `sha256=${createHash("sha256").update(secret).update(raw).digest("hex")}`),
  ],
  ["takes the secret for base64", takes((secret, raw) => hashed("sha256", inBase64(secret), raw))],
  ["signs path and body", takes((secret, raw, _, target) => over(secret, target, raw))],
  ["signs method, path and body", takes((secret, raw, _, target) => over(secret, "POST", target, raw))],
  ...["x-service-timestamp", "x-timestamp"].map((name): [string, Partial<Switches>] => [
    `signs ${name} and body`,
    takes((secret, raw, headers) => over(secret, `${headers[name]}.`, raw)),
  ]),
  ["wants a header X-Service-Timestamp", wants("x-service-timestamp")],
  ["wants a time stamp", wants("x-timestamp")],
  ["wants a header Authorization", wants("authorization")],
  [
    "wants another header",
    { verifies: ({ req, raw, secret }) => req.headers["x-signature"] === hashed("sha256", secret, raw) },
  ],
  ["wants no signature", { verifies: ({ header }) => header === undefined }],
];
const ACTS: [string, Partial<Switches>][] = [401, 404].map((status) => [
  `acts, and answers ${status}`,
  { ack: { status }, refusal: { status } },
]);
const OTHER_ANSWER: [string, Partial<Switches>][] = [
  ...[500, 501, 502, 308].map((status): [string, Partial<Switches>] => [
    `answers ${status}`,
    { refusesAtOnce: () => status },
  ]),
  ["redirects", { ack: { status: 302, headers: { Location: "/" } } }],
];
const ELSE = /^It was answered \d+, like every signed delivery: something else may answer there/;
describe("a fault that looks like a wrong set-up is judged, with what speaks against it", () => {
  it.concurrent.each([
    ...OTHER_SIGNATURE.map((one) => [...one, /signed in another way than stated, so the secret is right/] as const),
    ...ACTS.map((one) => [...one, /take effect all the same, so the secret and the path are right/] as const),
    ...OTHER_ANSWER.map((one) => [...one, ELSE] as const),
  ])("%s", async (_, switches, sentence) => {
    const report = await judged(switches);
    expect([endOf(report), report.checks[0]?.actual]).toEqual([BREACH, expect.stringMatching(sentence)]);
  });
});

describe("a service that is set up wrongly", () => {
  it.concurrent.each<[string, (urls: { baseUrl: string; authUrl: string }) => object, RegExp]>([
    [
      "at other paths",
      ({ baseUrl, authUrl }) => ({ baseUrl: `${baseUrl}/v7`, authUrl: `${authUrl}/v7` }),
      /correct both in the driver/,
    ],
    [
      "with a baseUrl that ends with what the judge adds",
      ({ baseUrl }) => ({ baseUrl: `${baseUrl}/api/` }),
      /answers under http:\S+: leave out \/api in the driver/,
    ],
  ])("%s is told so, and not accused", async (_, change, sentence) => {
    const report = await judgeService({}, { only: ["registration"] }, change);
    expect([endOf(report), report.setup?.message]).toEqual([["setup_path", 2], expect.stringMatching(sentence)]);
  });

  it.concurrent.each([
    ["one path", { routes: { app: "POST /api/hooks" } }],
    ["its API, and the token endpoint is there", { servedUnder: "/v1" }],
  ])("is accused where it lacks %s", async (_, switches) => {
    expect(endOf(await judgeService(switches, { only: ["tokens", "registration"] }))).toEqual(BREACH);
  });

  it.concurrent.each<[string, object, string]>([
    ["that baseUrl in the driver has too much", {}, "/v7"],
    ["that it ignores the path of its base URL", { basePath: "/collections", servedUnder: "" }, ""],
  ])("is accused, and the finding names both explanations: %s", async (_, switches, more) => {
    const only = ["client.create"];
    const report = await judgeService(switches, { only }, ({ baseUrl }) => ({ baseUrl: baseUrl + more }));
    const both = /the API answers under http:\S+: the service ignores .*\(F-4-01\), or that in the driver is wrong/;
    expect([endOf(report), report.checks[0]?.actual]).toEqual([BREACH, expect.stringMatching(both)]);
  });

  it.concurrent("with an origin that leads elsewhere gets one finding, which names both explanations", async () => {
    const only = ["deliver.receives", "app-deliver.receives", "retry.client.500", "every delivery"];
    const report = await judgeService({ receives: () => false }, { only });
    const failed = report.checks.filter(({ status }) => status === "failed");
    expect([endOf(report), failed.map(({ id }) => id)]).toEqual([BREACH, ["deliver.receives"]]);
    expect(failed[0]?.actual).toMatch(/delivers nothing, or receiver\.origin .* does not lead to receiver\.listen/);
  });
});

it.concurrent("names what is misspelt in --only, beside what is right", async () => {
  const report = await judgeService({}, { only: ["tokens", "client.creat"] });
  expect(endOf(report)).toEqual(["only_unknown", 2]);
  expect(report.setup?.message).toContain('called "client.creat": did you mean client.create');
});
