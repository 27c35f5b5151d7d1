/** A driver of our users in their own server: what it answers, and that the judge sees through it. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createDriver, type DriverMembers, DriverRefusal, RemoteDriver, testService } from "../../src/judge/index.ts";
import { startService } from "../services/service.ts";

const TOKEN = "SENTINEL-of-the-driver";

it("gives a service over HTTP the verdicts that it has in the process", async () => {
  const options = { only: ["tokens"], seed: 5 };
  const near = await testService(await startService({}), options);
  const url = await serve(await startService({}));
  const far = await testService(new RemoteDriver({ url, token: TOKEN }), options);
  const verdictsOf = ({ checks }: typeof far) => checks.map(({ id, status }) => [id, status]);
  expect(verdictsOf(far)).toEqual(verdictsOf(near));
  expect(far.checks.filter(({ status }) => status === "passed").length).toBeGreaterThan(5);
});

it.each([
  ["GET", "/members", "Bearer wrong", "", 401, "token_wrong"],
  ["GET", "/members", undefined, "", 401, "token_wrong"],
  ["POST", "/toString", undefined, "{}", 401, "token_wrong"],
  ["POST", "/toString", `Bearer ${TOKEN}`, "{}", 404, "no_such_call"],
  ["POST", "/members", `Bearer ${TOKEN}`, "{}", 404, "no_such_call"],
  ["POST", "/stop", `Bearer ${TOKEN}`, "{}", 404, "no_such_call"],
  ["GET", "/reset", `Bearer ${TOKEN}`, "", 404, "no_such_call"],
  ["POST", "/emitEvent", `Bearer ${TOKEN}`, "[]", 400, "body_invalid"],
  ["POST", "/emitEvent", `Bearer ${TOKEN}`, '{"client":1,"event":"e"}', 400, "body_invalid"],
  ["POST", "/emitEvent", `Bearer ${TOKEN}`, '{"client":"/c/1","event":"e"}', 409, "no_such_client"],
  ["POST", "/reset", `Bearer ${TOKEN}`, "{}", 500, "driver_failed"],
])("%s %s with %s and %j: %d %s", async (method, path, authorization, body, status, code) => {
  const told: unknown[] = [];
  const members: DriverMembers = {
    reset: () => Promise.reject(new Error("hidden")),
    emitEvent: () => Promise.reject(new DriverRefusal("no_such_client", "There is none.")),
    stop: undefined,
  };
  const driver = createDriver(TOKEN, members, (name, error) => told.push([name, String(error)]));
  const answer = await driver.answer(method, path, authorization, body);
  expect(answer).toMatchObject({ status, json: { code } });
  expect(JSON.stringify(answer)).not.toContain("hidden");
  expect(told).toEqual(status === 500 ? [["reset", "Error: hidden"]] : []);
});

it("wants a token of its own", () => {
  expect(() => createDriver("", {}, () => {})).toThrow("DRIVER_TOKEN");
});

async function serve(members: DriverMembers): Promise<string> {
  const driver = createDriver(TOKEN, members, console.error);
  const server = createServer(driver.node).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
