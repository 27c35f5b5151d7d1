/** A token, an origin or a member of the driver that is wrong is told as such; a service that refuses is judged. */

import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { exitCodeOf, type Report, type ServiceDriver, testService } from "../../src/judge/index.ts";
import { startService } from "../services/service.ts";

type Change = (driver: ServiceDriver) => object;
async function judged(change: Change, switches: Parameters<typeof startService>[0] = {}, only = ["client.create"]) {
  const driver = (await startService(switches)) as ServiceDriver;
  return testService({ ...driver, ...change(driver) } as ServiceDriver, { only });
}
const endOf = (report: Report) => [report.setup?.code ?? report.problems[0]?.code, exitCodeOf(report)];
const given = (token: unknown) => async () => token as string;

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
    expect([...endOf(report), report.summary.failed]).toEqual(["setup_token", 2, 0]);
    expect(report.setup?.message).toMatch(message);
    expect(JSON.stringify(report)).not.toContain('"wrong"');
  });

  it("has a line break", async () => {
    const report = await judged(({ accessToken }) => ({ accessToken: async () => `${await accessToken?.()}\n` }));
    expect(endOf(report)).toEqual(["driver_invalid", 2]);
    expect(report.setup?.message).toContain("a line break around the token");
  });

  it("is empty, so that of the exchange is used", async () => {
    expect(endOf(await judged(() => ({ accessToken: given("") })))).toEqual([undefined, 0]);
  });

  it.each<[string, Change]>([
    ["also that of its own exchange", () => ({})],
    ["and there is only the exchange", () => ({ accessToken: undefined })],
  ])("%s is a breach", async (_, change) => {
    const report = await judged(change, { readToken: () => "none" });
    expect(endOf(report)).toEqual([undefined, 1]);
    expect(report.checks[0]?.actual).toContain("Check the access token of the driver first.");
  });
});

it("names an origin that is not public, where the service accepts others", async () => {
  const change: Change = ({ receiver }) => ({ receiver: { ...receiver, origin: "http://127.0.0.1:8099" } });
  const report = await judged(change);
  expect(endOf(report)).toEqual(["driver_invalid", 2]);
  expect(report.setup?.message).toMatch(/receiver\.origin .* is not a public host.*F-2\.2-08/);
  // A service that refuses every URL is judged.
  expect(endOf(await judged(change, { refuses: () => true }))).toEqual([undefined, 1]);
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
])("refuses a driver: %s", async (message, change) => {
  const report = await judged(change);
  expect([...endOf(report), report.problems.map((problem) => problem.message)]).toEqual([
    "driver_invalid",
    2,
    [message],
  ]);
});

it("takes null for a member that is not there", async () => {
  expect(endOf(await judged(() => ({ otherClientIri: null, settle: null, accessToken: given(null) })))).toEqual([
    undefined,
    0,
  ]);
});

it("names an authUrl where nobody listens", async () => {
  const authUrl = `http://127.0.0.1:${await freePort()}`;
  const report = await judged(() => ({ authUrl }), {}, ["tokens"]);
  expect([...endOf(report), report.summary.failed]).toEqual(["target_unreachable", 3, 0]);
  expect(report.problems[0]?.message).toContain("Nothing listens at authUrl");
});

describe("what a function of the driver returns", () => {
  it.each<[string, Change, string[]]>([
    ["accessToken() of the driver gave no string", () => ({ accessToken: given({}) }), ["client.create"]],
    ["credentials() of the driver gave no string clientId", () => ({ credentials: given(undefined) }), ["tokens"]],
  ])("is told if it is wrong: %s", async (message, change, only) => {
    const report = await judged(change, {}, only);
    expect([...endOf(report), report.summary.failed]).toEqual(["driver_invalid", 2, 0]);
    expect(report.problems[0]?.message).toBe(message);
  });

  it("is told if it is a code that was used", async () => {
    const report = await judged(
      ({ credentials }) => {
        const once = credentials?.();
        return { credentials: () => once };
      },
      {},
      ["tokens"],
    );
    expect(report.problems.map(({ message }) => message).join()).toContain("a code that was used before");
    expect(report.summary.failed).toBe(0);
  });
});

it("puts a failure before a fault of the driver", async () => {
  const report = await judged(() => ({ credentials: given(undefined) }), { refuses: () => true }, [
    "client.create",
    "token.type",
  ]);
  expect([report.problems[0]?.code, report.summary.failed, exitCodeOf(report)]).toEqual(["driver_invalid", 1, 1]);
});
