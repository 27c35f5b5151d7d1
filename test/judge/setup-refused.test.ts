/** A receiver that refuses every delivery: which cause is named, and which one is judged all the same. */

import { describe, expect, it } from "vitest";
import { exitCodeOf, type Report, testReceiver } from "../../src/judge/index.ts";
import { hmac, type Switches, startReceiver } from "../receivers/receivers.ts";

async function judged(switches: Partial<Switches>, by = (secret: string) => secret): Promise<Report> {
  const { url, secret, stop, driver } = await startReceiver(switches);
  try {
    return await testReceiver({ url, secret: by(secret), driver }, { only: ["receive.compact"] });
  } finally {
    await stop();
  }
}
const endOf = (report: Report) => [report.setup?.code, exitCodeOf(report)];
const BREACH = [undefined, 1];

const signs = (make: (secret: string, body: Buffer, headers: Record<string, unknown>, target: string) => Buffer) =>
  (({ header, raw, secret, req }) =>
    header === `sha256=${make(secret, raw, req.headers, req.url ?? "").toString("hex")}`) as Switches["verifies"];
const over = (secret: string, ...parts: (string | Buffer)[]) =>
  hmac(secret, Buffer.concat(parts.map((part) => Buffer.from(part))));

describe("is judged, because it accepts something made with the secret:", () => {
  it.concurrent.each<[string, Partial<Switches>]>([
    ["an HMAC of path and body", { verifies: signs((secret, body, _, target) => over(secret, target, body)) }],
    [
      "an HMAC of method, path and body",
      { verifies: signs((secret, body, _, target) => over(secret, "POST", target, body)) },
    ],
    ...["x-service-timestamp", "x-timestamp"].map((name): [string, Partial<Switches>] => [
      `an HMAC of ${name} and body`,
      { verifies: signs((secret, body, headers) => over(secret, `${headers[name]}.`, body)) },
    ]),
    [
      "the stated one beside a header X-Service-Timestamp",
      { refusesAtOnce: ({ headers }) => (headers["x-service-timestamp"] === undefined ? 401 : undefined) },
    ],
    [
      "the stated one beside a header Authorization",
      { refusesAtOnce: ({ headers }) => (/^Bearer ./.test(headers.authorization ?? "") ? undefined : 401) },
    ],
  ])("%s", async (_, switches) => {
    const report = await judged(switches);
    expect(endOf(report)).toEqual(BREACH);
    expect(report.checks[0]?.actual).toContain("signed in another way than stated, so the secret is right");
  });

  it.concurrent("everything takes effect, and gets 401 or 404", async () => {
    for (const status of [401, 404]) {
      const report = await judged({ ack: { status }, refusal: { status } });
      expect(endOf(report)).toEqual(BREACH);
      expect(report.checks[0]?.actual).toContain("take effect all the same, so the secret and the path are right");
    }
  });
});

describe("a secret with white space around it", () => {
  it.concurrent.each([
    ["ends", (secret: string) => `${secret} `],
    ["begins", (secret: string) => `\t${secret}`],
  ])("that %s with it is named first, beside a receiver that trims", async (where, by) => {
    const report = await judged({}, by);
    expect(endOf(report)).toEqual(BREACH);
    const sentence = `It was answered 401: the secret that you gave ${where} with white space; without it, a delivery`;
    expect(report.checks[0]?.actual).toContain(sentence);
    expect(report.checks[0]?.actual).toContain("if it is part of the secret, the receiver is at fault");
  });

  it.concurrent("is not named where another one is refused, too", async () => {
    const report = await judged({}, () => "another secret ");
    expect(endOf(report)).toEqual(["setup_secret", 2]);
  });
});

it.concurrent("names both where nothing made with the secret is accepted", async () => {
  const { setup } = await judged({ verifies: () => false });
  expect(setup?.message).toMatch(
    /give the secret .*, or the receiver verifies something other than the stated HMAC\.$/,
  );
});

describe("credentials", () => {
  const challenge = { status: 401, headers: { "WWW-Authenticate": 'Basic realm="staging"' } };

  it.concurrent("that every path wants are named, and the secret is not", async () => {
    const report = await judged({ verifies: () => false, refusal: challenge });
    expect(endOf(report)).toEqual(["setup_credentials", 2]);
    expect(report.setup?.message).toMatch(/answers 401 with WWW-Authenticate \(Basic\) to everything/);
    expect(report.setup?.message).not.toContain("secret");
  });

  it.concurrent("that only the receiver asks for are doubted like the secret", async () => {
    const elsewhere = ({ url }: { url?: string | undefined }) => (url === "/hooks" ? undefined : 404);
    const report = await judged({ verifies: () => false, refusal: challenge, refusesAtOnce: elsewhere });
    expect(endOf(report)).toEqual(["setup_secret", 2]);
  });
});

it.concurrent("says what was tried where everything is 404", async () => {
  const { setup } = await judged({ refusesAtOnce: () => 404 });
  expect(setup?.message).toContain("and so do GET and POST of /, /webhooks, /hooks and a random path there");
});

it.concurrent.each([501, 502, 308])("says that something else may answer %i, and that is a failure", async (status) => {
  const report = await judged({ refusesAtOnce: () => status });
  expect(endOf(report)).toEqual(BREACH);
  expect(report.checks[0]?.actual).toMatch(
    new RegExp(`^It was answered ${status}, like every signed delivery: something else may answer there`),
  );
});
