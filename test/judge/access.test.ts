/** A token, an origin or a member of the driver that is wrong is told as such; a service that refuses is judged. */

import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import type { ServiceDriver } from "../../src/judge/index.ts";
import type { Switches } from "../services/service.ts";
import { endOf, judgeService } from "./judged.ts";

type Change = (driver: ServiceDriver) => object;
const judged = (change: Change, switches: Partial<Switches> = {}, only = ["client.create"]) =>
  judgeService(switches, { only }, change);
const given = (token: unknown) => async () => token as string;
const FINE = [undefined, 0];
const BREACH = [undefined, 1];
const INVALID = ["driver_invalid", 2];

describe("a token that is refused everywhere", () => {
  it.each<[string, Change, RegExp]>([
    [
      "is that of accessToken(), and that of the exchange is accepted",
      () => ({ accessToken: given("wrong") }),
      /accepts the token of an exchange: correct accessToken\(\)/,
    ],
    [
      "is that of accessToken() alone",
      () => ({ accessToken: given("wrong"), credentials: undefined }),
      /give a valid token\. If it is valid, the service is at fault/,
    ],
    [
      "is sent in another header than the service reads",
      () => ({ requestHeaders: (token: string) => ({ "X-Other": token }) }),
      /in the header Authorization: correct requestHeaders\(\)/,
    ],
    [
      "is not there at all",
      () => ({ accessToken: undefined, credentials: undefined }),
      /gives no access token: add accessToken\(\) or credentials\(\)/,
    ],
    [
      "is not given by accessToken()",
      () => ({ accessToken: given(undefined), credentials: undefined }),
      /gives no access token: accessToken\(\) gives none/,
    ],
  ])("%s", async (_, change, message) => {
    const report = await judged(change);
    expect([endOf(report), report.setup?.message]).toEqual([["setup_token", 2], expect.stringMatching(message)]);
    expect(JSON.stringify(report)).not.toContain('"wrong"');
  });

  it("has a line break", async () => {
    const report = await judged(({ accessToken }) => ({ accessToken: async () => `${await accessToken?.()}\n` }));
    expect(endOf(report)).toEqual(INVALID);
    expect(report.setup?.message).toContain("a line break around the token");
  });

  it.each<[string, Change]>([
    ["also that of its own exchange", () => ({})],
    ["and there is only the exchange", () => ({ accessToken: undefined })],
  ])("%s is a breach", async (_, change) => {
    const report = await judged(change, { readToken: () => "none" });
    expect(endOf(report)).toEqual(BREACH);
    expect(report.checks[0]?.actual).toContain("Check the access token of the driver first.");
  });
});

it.each<[string, Change]>([
  ["an empty token, for that of the exchange is used", () => ({ accessToken: given("") })],
  ["no token at hand", () => ({ accessToken: given(undefined) })],
  ["null for members that are not there", () => ({ otherClientIri: null, settle: null, accessToken: given(null) })],
  ["helpers of its own", () => ({ database: {}, log: () => {} })],
])("takes a driver with %s", async (_, change) => expect(endOf(await judged(change))).toEqual(FINE));

it("names an origin that is not public, where the service accepts others", async () => {
  const change: Change = ({ receiver }) => ({ receiver: { ...receiver, origin: "http://127.0.0.1:8099" } });
  const report = await judged(change);
  expect(endOf(report)).toEqual(INVALID);
  expect(report.setup?.message).toMatch(/receiver\.origin .* is not a public host.*F-2\.2-08/);
  // A service that refuses every URL is judged.
  expect(endOf(await judged(change, { refuses: () => true }))).toEqual(BREACH);
});

it.each<[string, Change]>([
  ["baseUrl has a query or a fragment: leave it out", ({ baseUrl }) => ({ baseUrl: `${baseUrl}?x=1` })],
  [
    "authUrl ends with /oauth/v2/token: leave that out, because the judge adds it",
    ({ authUrl }) => ({ authUrl: `${authUrl}/oauth/v2/token/` }),
  ],
  [
    "otherClientIri is the same as clientIri: name another one, or leave otherClientIri out",
    ({ clientIri }) => ({ otherClientIri: clientIri }),
  ],
  ["confirmPayment of the driver is not a function", () => ({ confirmPayment: 5 })],
  ["clientIri of the driver is empty", () => ({ clientIri: "" })],
  ["retryWindowMs of the driver must be number", () => ({ retryWindowMs: "5s" })],
  ["retryWindowMs of the driver must be >= 0", () => ({ retryWindowMs: -1 })],
  [
    "receiver.origin is not an http or https URL",
    ({ receiver }) => ({ receiver: { ...receiver, origin: "hooks.example.com" } }),
  ],
  ["baseUrl is missing: give an http or https URL", () => ({ baseUrl: undefined })],
  [
    "baseUrl is missing after start(): give an http or https URL",
    () => ({ baseUrl: undefined, start: async () => {} }),
  ],
  ["the driver has an unknown member attemptTimeout: did you mean attemptTimeoutMs?", () => ({ attemptTimeout: 9 })],
  ["accessToken() of the driver gave no string", () => ({ accessToken: given({}) })],
])("refuses a driver: %s", async (message, change) => {
  const report = await judged(change);
  expect([endOf(report), report.problems.map((problem) => problem.message)]).toEqual([INVALID, [message]]);
});

it("names an authUrl where nobody listens", async () => {
  const authUrl = `http://127.0.0.1:${await freePort()}`;
  const report = await judged(() => ({ authUrl }), {}, ["tokens"]);
  expect(endOf(report)).toEqual(["target_unreachable", 3]);
  expect(report.problems[0]?.message).toContain("Nothing listens at authUrl");
});

describe("what credentials() of the driver returns", () => {
  it.each<[string, Change]>([
    ["credentials() of the driver gave no string clientId", () => ({ credentials: given(undefined) })],
    [
      "a code that was used before",
      ({ credentials }) => {
        const once = credentials?.();
        return { credentials: () => once };
      },
    ],
  ])("is told if it is wrong: %s", async (message, change) => {
    const report = await judged(change, {}, ["tokens"]);
    expect(report.problems.map((one) => one.message).join()).toContain(message);
    expect(report.summary.failed).toBe(0);
  });

  it("is told after a failure", async () => {
    const switches = { refuses: () => true };
    const only = ["client.create", "token.type"];
    const report = await judged(() => ({ credentials: given(undefined) }), switches, only);
    expect([endOf(report), report.summary.failed]).toEqual([["driver_invalid", 1], 1]);
  });
});
