/** What is wrong with a driver is told with its cure: the other kind, no file, an error of its own, names, causes. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import {
  exitCodeOf,
  RemoteDriver,
  type Report,
  type ServiceDriver,
  testReceiver,
  testService,
} from "../../src/judge/index.ts";
import { cli, cliHere, scratch } from "../cli/run.ts";
import { startReceiver } from "../receivers/receivers.ts";
import { startService } from "../services/service.ts";
import { serveDriver } from "../support/driver-server.ts";

const endOf = (report: Report) => [report.problems[0]?.code, exitCodeOf(report)];
const INVALID = ["driver_invalid", 2];
const target = { url: "http://127.0.0.1:9/", secret: "a secret" };

describe("a driver of the other kind", () => {
  it("is not taken for one of a receiver, as a module or over HTTP", async () => {
    const driver = await startService();
    const { url } = await serveDriver(driver);
    for (const given of [driver as object, new RemoteDriver({ url })]) {
      const report = await testReceiver({ ...target, driver: given });
      expect(endOf(report)).toEqual(INVALID);
      expect(report.setup?.message).toMatch(
        /^the driver is one for "test api", because it has baseUrl, .*: .* "test receiver" has processed\(\)$/,
      );
    }
  });

  it("is not taken for one of a service, as a module or over HTTP", async () => {
    const { driver, stop } = await startReceiver();
    onTestFinished(() => stop());
    const { url } = await serveDriver(driver);
    for (const given of [driver as unknown as ServiceDriver, new RemoteDriver({ url })]) {
      const report = await testService(given);
      expect(endOf(report)).toEqual(INVALID);
      expect(report.setup?.message).toContain('the driver is one for "test receiver", because it has processed()');
    }
  });

  it("may be one for both", async () => {
    const { driver, stop, ...receiver } = await startReceiver();
    onTestFinished(() => stop());
    const both = { ...(await startService()), ...driver };
    expect(endOf(await testReceiver({ ...receiver, driver: both }, { only: ["receive.compact"] }))).toEqual([
      undefined,
      0,
    ]);
    expect(endOf(await testService(both, { only: ["client.create"] }))).toEqual([undefined, 0]);
  });
});

describe("a module that cannot be loaded", () => {
  const cwd = scratch();
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write("throws.mjs", 'const a = 1;\n\nthrow new Error("no database here.\\nmore");\n');
  write("parses.mjs", "export default {\n  async processed({ return 1 },\n};\n");
  write("common.mjs", "module.exports = {};\n");
  write("empty.mjs", "export const driver = {};\n");
  const sentences: [string, RegExp][] = [
    ["throws.mjs", /throws\.mjs, line 3, cannot be loaded: Error: no database here\. Correct it, and try again\.$/],
    ["parses.mjs", /parses\.mjs, line 2, cannot be loaded: SyntaxError: .+\. Correct it, and try again\.$/],
    ["common.mjs", /common\.mjs, line 1, cannot be loaded: ReferenceError: module is not defined.*\. Correct it/],
    ["empty.mjs", /empty\.mjs has no object as its default export: write export default \{ \.\.\. \}\.$/],
  ];

  it.each(sentences)("%s is told with its line and its error", async (file, sentence) => {
    const args = ["test", "receiver", "--url", target.url, "--driver", file];
    // A process, whose modules are those of Node.
    const { code, stderr } = await cli(args, { cwd, env: { WEBHOOK_SECRET: "a secret" } });
    expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringMatching(sentence)]);
  });

  it("because there is no file, is told with what the command can use", async () => {
    const receiver = ["test", "receiver", "--url", target.url, "--driver", "none.mjs"];
    const { stderr } = await cliHere(receiver, { cwd, env: { WEBHOOK_SECRET: "a secret" } });
    expect(stderr.split("\n")[0]).toMatch(/is not a file\. Correct --driver, or .*testing-a-receiver\.md/);
    const api = await cliHere(["test", "api", "--driver", "none.mjs"], { cwd });
    expect(api.stderr.split("\n")[0]).toMatch(/is not a file\. Correct --driver, or .* test api --init$/);
  });
});

describe("over HTTP", () => {
  it("an unknown name far from all others is told with all that are right", async () => {
    const { driver, stop } = await startReceiver();
    onTestFinished(() => stop());
    const { url } = await serveDriver(driver, { list: (all) => ({ ...all, calls: ["receivedEvents"] }) });
    const report = await testReceiver({ ...target, driver: new RemoteDriver({ url }) });
    expect(report.setup?.message).toMatch(/"receivedEvents" is not one; the names are start, .*processed/);
  });

  it("nobody there is told with what to do", async () => {
    const driver = new RemoteDriver({ url: `http://127.0.0.1:${await freePort()}` });
    const report = await testReceiver({ ...target, driver });
    expect(endOf(report)).toEqual(["driver_broken", 3]);
    expect(report.problems[0]?.message).toMatch(
      /ECONNREFUSED\. Nothing listens there: start the driver, or correct its URL$/,
    );
  });
});

describe("a function that throws", () => {
  it("is told with the code of the innermost cause, and its cure", async () => {
    const { driver, stop, ...receiver } = await startReceiver();
    onTestFinished(() => stop());
    const port = await freePort();
    const reset = () => fetch(`http://127.0.0.1:${port}/`);
    const report = await testReceiver(
      { ...receiver, driver: { ...driver, reset } as unknown as typeof driver },
      { only: ["receive.compact"] },
    );
    expect(report.problems[0]?.message).toBe(
      "reset() of the driver threw: fetch failed (ECONNREFUSED). Nothing listens where it calls: start that, or correct its address",
    );
  });
});

it("a URL that is missing is told with start() only if there is one", async () => {
  const { baseUrl, ...driver } = await startService();
  const told = async (more: object) => (await testService({ ...driver, ...more } as ServiceDriver)).setup?.message;
  expect(await told({})).toBe("baseUrl is missing: give an http or https URL");
  expect(await told({ start: async () => {} })).toBe("baseUrl is missing after start(): give an http or https URL");
});
