/** Drivers over HTTP: the same verdicts as in the process, and a clear word on whatever is wrong with one. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { exitCodeOf, RemoteDriver, type Report, testReceiver, testService } from "../../src/judge/index.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { cliHere, scratch } from "../cli/run.ts";
import { startReceiver } from "../receivers/receivers.ts";
import { type Switches, startService } from "../services/service.ts";
import { type DriverServerOptions, json, serveDriver } from "../support/driver-server.ts";
import { endOf } from "./judged.ts";

const TOKEN = "SENTINEL-of-the-driver";
const FLAWED: Partial<Switches> = {
  overlooks: ["client: name-missing"],
  tokenAnswer: (all) => ({ ...all, token_type: "mac" }),
};
const PARTS = ["tokens", "registration", "list", "client deliveries", "app deliveries"];
const verdictsOf = ({ checks }: Report) => checks.map(({ id, status, reason }) => [id, status, reason?.split(":")[0]]);
const judge = async (options: DriverServerOptions, only = ["token.type"], more: object = {}) => {
  const { url } = await serveDriver(await startService({}), options);
  return testService(new RemoteDriver({ url }), { only, ...more });
};

it("shows its token to nobody who logs it", () => {
  const driver = new RemoteDriver({ url: "http://127.0.0.1:5000", token: TOKEN });
  const shown = [inspect(driver, { showHidden: true }), JSON.stringify(driver), ...Object.values(driver)];
  expect(shown.join()).toContain("http://127.0.0.1:5000");
  expect(shown.join()).not.toContain(TOKEN);
});

describe("a service whose driver is called over HTTP", () => {
  it("gets the same verdicts", async () => {
    const near = await testService(await startService(FLAWED), { only: PARTS, seed: 5 });
    const { url, called } = await serveDriver(await startService(FLAWED), { token: TOKEN });
    const far = await testService(new RemoteDriver({ url, token: TOKEN }), { only: PARTS, seed: 5 });
    expect([verdictsOf(far), exitCodeOf(far)]).toEqual([verdictsOf(near), exitCodeOf(near)]);
    const acts = "confirmPayment recordPayment setClientWebhookActive dispatchAppEvent";
    const calls = `members reset stop credentials accessToken requestHeaders refresh settle ${acts}`;
    expect([...new Set(called)].sort()).toEqual(calls.split(" ").sort());
    expect(JSON.stringify(far)).not.toContain(TOKEN);
  });

  it("is not judged by what it does not list", async () => {
    const others = members(({ calls }) => ({ calls: calls.filter((one) => !/^confirm|^credentials/.test(one)) }));
    const report = await judge(others, ["token.type", "deliver.signed"]);
    expect([exitCodeOf(report), ...report.checks.map(({ reason }) => reason)]).toEqual([
      3,
      ...["credentials", "confirmPayment"].map((name) => `the driver has no ${name}()`),
    ]);
  });

  it("may answer 204 for a payment whose id it does not know", async () => {
    const service = await startService({});
    const { confirmPayment, recordPayment } = service;
    const withoutId = (make: typeof confirmPayment) => (payment: Parameters<typeof make>[0]) =>
      make(payment).then(() => undefined);
    const driver = { ...service, confirmPayment: withoutId(confirmPayment), recordPayment: withoutId(recordPayment) };
    const { url, called } = await serveDriver(driver);
    const report = await testService(new RemoteDriver({ url }), { only: ["deliver.signed", "deliver.recorded"] });
    expect(report.checks.map(({ status }) => status)).toEqual(["passed", "passed"]);
    expect([exitCodeOf(report), called]).toEqual([0, expect.arrayContaining(["confirmPayment", "recordPayment"])]);
  });

  it("gives the values that it has after its start", async () => {
    const { baseUrl, ...service } = await startService({});
    const driver: Record<string, unknown> = { ...service, baseUrl: "http://not.started.invalid" };
    driver["start"] = async () => {
      driver["baseUrl"] = baseUrl;
    };
    const { url, called } = await serveDriver(
      { ...driver },
      { list: (members) => ({ ...members, values: { ...members.values, baseUrl: driver["baseUrl"] } }) },
    );
    const report = await testService(new RemoteDriver({ url: `${url}/` }), { only: ["token.type"] });
    expect([exitCodeOf(report), report.target]).toEqual([0, baseUrl]);
    expect(called.slice(0, 3)).toEqual(["members", "start", "members"]);
  });
});

it("a receiver whose driver is called over HTTP is judged by what took effect", async () => {
  const { driver, stop, ...target } = await startReceiver({ verifies: () => true });
  onTestFinished(stop);
  const remote = new RemoteDriver({ url: (await serveDriver(driver)).url });
  const only = ["forgery.tampered", "receive.compact"];
  const report = await testReceiver({ ...target, driver: remote }, { only });
  expect(report.checks.map(({ id, status }) => [id, status])).toEqual([
    ["receive.compact", "passed"],
    ["forgery.tampered", "failed"],
  ]);
});

const instead = (answer: NonNullable<DriverServerOptions["instead"]>[string]) => ({ instead: { credentials: answer } });
const members = (change: (all: { values: object; calls: string[] }) => object): DriverServerOptions => ({
  list: (all) => ({ ...all, ...change(all) }),
});
const value = (one: object) => members(({ values }) => ({ values: { ...values, ...one } }));
const ERROR = { code: "db", message: "The database is away." };

/** What comes instead of the right answer, and the sentence: the driver is broken, or it is a wrong one. */
const BROKEN: [string, DriverServerOptions, RegExp][] = [
  ["500", instead(json(500, ERROR)), /^credentials\(\) of the driver answered 500 \(db: The database is away\.\)$/],
  ["a redirect", instead(json(302, {})), /answered 302$/],
  ["no JSON", instead((to) => void to.end("<html>")), /200 without JSON$/],
  ["another form", instead(json(200, { code: 5 })), /wrong: \/\w+ (is missing|must be string)/],
  ["the end of the connection", instead((to) => void to.destroy()), /gave no answer: /],
  ["more than 1 MiB", instead(json(200, "x".repeat(1_100_000))), /more than 1 MiB/],
  ["500 for the members", { instead: { members: json(500, {}) } }, /members answered 500$/],
];
const INVALID: typeof BROKEN = [
  ["404 for the members", { instead: { members: json(404, {}) } }, /answers 404: is this the base URL/],
  ["a wish for a token", { token: TOKEN }, /refuses the token of the driver: 401 \(token_wrong/],
  ["another version", members(() => ({ version: 2 })), /version 2 of the protocol/],
  ["a misspelt call", members(() => ({ calls: ["credential"] })), /nearest is credentials/],
  ["a misspelt value", value({ baseURL: "x" }), /nearest is baseUrl/],
  [
    "a value of another kind",
    value({ receiver: { origin: "https://a.example" } }),
    /\/values\/receiver\/listen is miss/,
  ],
  ["no base URL", members(() => ({ values: {} })), /^baseUrl is missing: give an http or https URL$/],
];

describe("a driver over HTTP that is wrong", () => {
  it.each([...BROKEN, ...INVALID])("by %s", async (...[, options, sentence]) => {
    const report = await judge(options);
    const isBroken = BROKEN.some(([, one]) => one === options);
    const code = isBroken ? "driver_broken" : "driver_invalid";
    expect(endOf(report)).toEqual([code, isBroken ? 3 : 2]);
    expect([report.problems[0]?.message, report.summary.passed]).toEqual([expect.stringMatching(sentence), 0]);
    expect(formatText(report)).not.toContain("holds");
  });

  it("is not asked again once it is broken, but to stop", async () => {
    const { url, called } = await serveDriver(await startService({}), { instead: { reset: json(503, {}) } });
    const report = await testService(new RemoteDriver({ url }), { only: PARTS });
    expect([exitCodeOf(report), report.problems.map(({ code }) => code)]).toEqual([3, ["driver_broken"]]);
    expect(called).toEqual(["members", "accessToken", "requestHeaders", "reset", "stop"]);
  });

  it("by 4xx leaves alone what depends on that call", async () => {
    const refused = json(422, { code: "no_refresh", message: "There is none." });
    const report = await judge({ instead: { refresh: refused } }, ["token.type", "token.refresh"]);
    expect(report.checks.map(({ status }) => status)).toEqual(["passed", "not observed"]);
    expect(report.checks[1]?.reason).toContain("driver_threw: refresh() of the driver is refused: 422 (no_refresh");
    // A call that never works is a fault of the driver, or should not be listed.
    expect(endOf(report)).toEqual(["driver_threw", 2]);
  });

  it("by silence has one deadline for each call", async () => {
    const report = await judge({ instead: { credentials: () => {} } }, ["token.type"], { driverTimeoutMs: 200 });
    expect(endOf(report)).toEqual(["driver_timeout", 2]);
  });

  it.each([
    ["ftp://127.0.0.1/", "not an http or https URL"],
    ["http://user:word@127.0.0.1/", "has credentials"],
    ["http://127.0.0.1/?token=a", "a query"],
  ])("by its URL %s", async (url, sentence) => {
    const report = await testService(new RemoteDriver({ url }));
    expect([report.setup?.code, report.setup?.message]).toEqual(["driver_invalid", expect.stringContaining(sentence)]);
    expect(JSON.stringify(report)).not.toContain("word@");
  });
});

describe("the command", () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "token"), `${TOKEN}\n`);
  writeFileSync(join(cwd, "two"), `${TOKEN}\nand another\n`);

  it("takes a URL, and the token from a file or the environment", async () => {
    const { stop, ...driver } = await startService({});
    onTestFinished(() => stop());
    const { url } = await serveDriver(driver, { token: TOKEN });
    const args = ["test", "api", "--only", "token.type", "--driver", url];
    expect((await cliHere([...args, "--driver-token-file", "token"], { cwd })).code).toBe(0);
    expect((await cliHere(args, { cwd, env: { DRIVER_TOKEN: TOKEN } })).code).toBe(0);
    const refused = await cliHere(args, { cwd, env: { DRIVER_TOKEN: undefined } });
    expect([refused.code, refused.stdout.slice(0, 15)]).toEqual([2, "driver_invalid:"]);
  });

  it.each([
    [["--driver", "service.py"], /^driver_invalid: .*spec\/driver\.yaml.*--driver http:/],
    [["--driver", "localhost:5000/test-support"], /^wrong_use: .*--driver http:\/\/localhost:5000\/test-support/],
    [["--driver", "driver.mjs", "--driver-token-file", "token"], /^wrong_use: .*needs a driver over HTTP/],
    [["--driver", "http://127.0.0.1:9", "--driver-token-file", "missing"], /^file_unreadable: .*ENOENT/],
    [["--driver", "http://127.0.0.1:9", "--driver-token-file", "two"], /^driver_invalid: .*not one word/],
  ])("says what is wrong with %j", async (args, sentence) => {
    const { code, stderr } = await cliHere(["test", "api", ...args], { cwd });
    expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringMatching(sentence)]);
    expect(stderr).not.toContain(TOKEN);
  });
});
