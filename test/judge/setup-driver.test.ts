/** What is wrong with a driver is told with its cure: the other kind, no file, an error of its own, names, causes. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { RemoteDriver, testReceiver, testService } from "../../src/judge/index.ts";
import { cli, cliHere, scratch } from "../cli/run.ts";
import { startReceiver } from "../receivers/receivers.ts";
import { startService } from "../services/service.ts";
import { serveDriver } from "../support/driver-server.ts";
import { endOf, judgeReceiver } from "./judged.ts";

const INVALID = ["driver_invalid", 2];
const over = async (driver: object) => new RemoteDriver({ url: (await serveDriver(driver)).url });
const receiverBy = (driver: object | undefined, only = ["receive.compact"]) =>
  judgeReceiver({}, { only }, () => ({ driver }));

describe("a driver of the other kind", () => {
  it("is not taken for one of a receiver, as a module or over HTTP", async () => {
    const driver = await startService();
    for (const given of [driver, await over(driver)]) {
      const report = await receiverBy(given);
      expect(endOf(report)).toEqual(INVALID);
      expect(report.setup?.message).toMatch(
        /^the driver is for "test api", because it has baseUrl, .*: .* "test receiver" has processed\(\)$/,
      );
    }
  });

  it("is not taken for one of a service, as a module or over HTTP", async () => {
    const { driver, stop } = await startReceiver();
    onTestFinished(stop);
    for (const given of [driver as object, await over(driver)]) {
      const report = await testService(given as RemoteDriver);
      expect(endOf(report)).toEqual(INVALID);
      expect(report.setup?.message).toContain('the driver is for "test receiver", because it has processed()');
    }
  });

  it("may be one for both", async () => {
    const { stop, driver: own, ...receiver } = await startReceiver();
    onTestFinished(stop);
    const driver = { ...(await startService()), ...own };
    expect(endOf(await testReceiver({ ...receiver, driver }, { only: ["receive.compact"] }))).toEqual([undefined, 0]);
    expect(endOf(await testService(driver, { only: ["client.create"] }))).toEqual([undefined, 0]);
  });
});

describe("a module that cannot be loaded", () => {
  const cwd = scratch();
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write("throws.mjs", 'const a = 1;\n\nthrow new Error("no database here.\\nmore");\n');
  write("parses.mjs", "export default {\n  async processed({ return 1 },\n};\n");
  write("common.mjs", "module.exports = {};\n");
  write("empty.mjs", "export const driver = {};\n");
  const receiver = (file: string) => ["test", "receiver", "--url", "http://127.0.0.1:9/", "--driver", file];
  const options = { cwd, env: { WEBHOOK_SECRET: "a secret" } };

  it.each<[string, RegExp]>([
    ["throws.mjs", /throws\.mjs, line 3, cannot be loaded: Error: no database here\. Correct it, and try again\.$/],
    ["parses.mjs", /parses\.mjs, line 2, cannot be loaded: SyntaxError: .+\. Correct it, and try again\.$/],
    ["common.mjs", /common\.mjs, line 1, cannot be loaded: ReferenceError: module is not defined.*\. Correct it/],
    ["empty.mjs", /empty\.mjs has no object as its default export: write export default \{ \.\.\. \}\.$/],
  ])("%s is told with its line and its error", async (file, sentence) => {
    // A process, whose modules are those of Node.
    const { code, stderr } = await cli(receiver(file), options);
    expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringMatching(sentence)]);
  });

  it.each([
    [receiver("none.mjs"), /is not a file\. Correct --driver, or .*testing-a-receiver\.md/],
    [["test", "api", "--driver", "none.mjs"], /is not a file\. Correct --driver, or .* test api --init$/],
  ])("because there is no file, is told with what the command can use: %j", async (args, sentence) => {
    expect((await cliHere(args, options)).stderr.split("\n")[0]).toMatch(sentence);
  });
});

describe("over HTTP", () => {
  it("an unknown name far from all others is told with all that are right", async () => {
    const { url } = await serveDriver({}, { list: (all) => ({ ...all, calls: ["receivedEvents"] }) });
    const report = await receiverBy(new RemoteDriver({ url }));
    expect(report.setup?.message).toMatch(/"receivedEvents" is not one; the names are start, .*processed/);
  });

  it("nobody there is told with what to do", async () => {
    const report = await receiverBy(new RemoteDriver({ url: `http://127.0.0.1:${await freePort()}` }));
    expect(endOf(report)).toEqual(["driver_broken", 3]);
    expect(report.problems[0]?.message).toMatch(
      /ECONNREFUSED\. Nothing listens there: start the driver, or correct its URL$/,
    );
  });
});

it("a function that throws is told with the code of the innermost cause, and its cure", async () => {
  const port = await freePort();
  const reset = () => fetch(`http://127.0.0.1:${port}/`);
  const only = ["receive.compact"];
  const report = await judgeReceiver({}, { only }, ({ driver }) => ({ driver: { ...driver, reset } }));
  expect(report.problems[0]?.message).toBe(
    "reset() of the driver threw: fetch failed (ECONNREFUSED). " +
      "Nothing listens where it calls: start that, or correct its address",
  );
});

it.each([
  [{ processed: [] }, "processed of the driver is not a function"],
  [{ processed: async () => [], settle: 5 }, "settle of the driver is not a function"],
  [{ proccessed: async () => [] }, "the driver has an unknown member proccessed: did you mean processed?"],
])("one of a receiver whose member is wrong is refused: %j", async (driver, message) => {
  const report = await receiverBy(driver);
  expect([endOf(report), report.setup?.message]).toEqual([INVALID, message]);
});

type Effect = { id: number; event: string };
describe("a driver of a receiver whose processed() gives another form", () => {
  const judged = (form: (all: Effect[]) => unknown, only?: string[], switches = {}) =>
    judgeReceiver(switches, only ? { only } : {}, ({ driver }) => ({
      driver: { ...driver, processed: async () => form(await driver.processed()) },
    }));

  it.concurrent.each<[string, (effect: Effect) => unknown, string]>([
    [
      "no id",
      ({ id, event }) => ({ payment_id: id, event }),
      "gave an item without id (its members: payment_id, event); each is { id: 4711,",
    ],
    ["no event", ({ id }) => ({ id }), "gave an item without event (its members: id);"],
    ["an id that is no number", ({ event }) => ({ id: "first", event }), "gave an item whose id is not a number;"],
    ["ids alone", ({ id }) => id, "gave an item that is not an object;"],
  ])("is told so: %s", async (_, form, sentence) => {
    const report = await judged((all) => all.map(form));
    expect(endOf(report)).toEqual(INVALID);
    expect(report.setup?.message).toContain(`processed() of the driver ${sentence}`);
  });

  it.concurrent("is not taken for that of a receiver without effects, if it is no list", async () => {
    expect(endOf(await judged((events) => ({ events }), ["receive.compact", "duplicate.once"]))).toEqual(INVALID);
  });

  it.concurrent("but one item without an id, beside others, is what a faulty receiver processed", async () => {
    const report = await judged((all) => [{ id: null, event: "unknown" }, ...all], undefined, { verifies: () => true });
    expect(endOf(report)).toEqual([undefined, 1]);
  });

  it.concurrent("but ids as digits are taken", async () => {
    const report = await judged(
      (all) => all.map(({ id, event }) => ({ id: String(id), event })),
      ["receive.compact", "receive.pretty"],
    );
    expect([endOf(report), report.summary.passed]).toEqual([[undefined, 0], 2]);
  });
});
