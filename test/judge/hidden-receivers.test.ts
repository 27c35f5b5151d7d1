/** Some hidden flaws and some legal receivers, in one check each. In whole: `npm run test:all -- hidden-receivers`. */

import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { DriverFault } from "../../src/judge/driver/wire.ts";
import { exitCodeOf } from "../../src/judge/index.ts";
import { FLAWS } from "../receivers/flaws.ts";
import { STRICT_LOCKOUT } from "../receivers/variants/requests.ts";
import { VARIANTS } from "../receivers/variants.ts";
import { accusationsIn, describeAccusations, eachFlaw, judgeReceiver, switchesOf } from "./judged.ts";

const SUBJECTS = [...VARIANTS, ...FLAWS];

it.concurrent.each([
  ["one-connection", ["receive", "duplicate", "practice.slow-body"]],
  ["locks-out-for-a-second", ["receive", "duplicate", "forgery.first"]],
  ["described-members-only", ["receive"]],
  ["timestamps-without-fractions", ["receive"]],
  ["limit-of-16-kilobytes", ["receive"]],
  ["cuts-off-large-bodies", ["receive"]],
  ["chunks-not-implemented", ["receive"]],
  ["normalises-letters-afterwards", ["receive"]],
  ["acknowledges-without-end", ["receive"]],
  ["no-expectations", ["receive"]],
  ["busy-now-and-then", ["receive", "duplicate"]],
  ["ends-kept-connections", ["receive"]],
  ["one-request-a-connection-503", ["receive"]],
  ["shuts-connections-out", ["receive"]],
  ["times-bodies-out", ["receive", "practice.slow-body"]],
])("accuses nobody that is %s", async (id, only) => {
  const report = await judgeReceiver(switchesOf(SUBJECTS, id), { only });
  expect([describeAccusations(report), exitCodeOf(report)]).toEqual([[], 0]);
});

it.concurrent.each([
  ["trusts-authorization", "forgery.unsigned-authorization"],
  ["verifies-payments-only", "forgery.unsigned-event"],
  ["reads-to-nul", "forgery.behind-nul"],
  ["skips-invalid-bytes", "forgery.not-text-between"],
  ["refuses-after-forgery", "forgery.first"],
  ["normalises-letters", "receive.non-ascii"],
  ["finds-event-as-text", "receive.escaped"],
  ["fails-after-40-forgeries", "receive.still"],
  ["stops-at-broken-bodies", "receive.cut-off"],
  ["verifies-one-path", "forgery.unsigned-slash"],
  ["forgets-after-forgery", "duplicate.after-forgery"],
  ["loses-every-tenth-after-error", "duplicate.after-failure"],
  ["trusts-while-busy", "forgery.same-moment"],
  ["leaves-bodies", "receive.behind-unsigned"],
  ["loses-quotes", "receive.signs"],
  ["takes-id-from-query", "forgery.id-in-query"],
  ["one-request-a-connection", "receive.kept-connection"],
  ["reads-once", "receive.two-writes"],
  ["decodes-piece-by-piece", "receive.cut-letters"],
  ["knows-eastern-offsets-only", "receive.offset-west"],
  ["trusts-known-headers", "forgery.header-of-another"],
])("finds what %s", async (id, check) => {
  const judge = () => judgeReceiver(switchesOf(SUBJECTS, id), { only: [check] });
  const reports = await eachFlaw([id], 1, judge, (report) => accusationsIn(report).length === 0);
  const ends = reports.map((report) => [accusationsIn(report).map((one) => one.id), exitCodeOf(report)]);
  expect(ends).toEqual([[[check], 1]]);
});

it.concurrent("does not pass, and accuses nobody, where it is locked out for good", async () => {
  const report = await judgeReceiver(STRICT_LOCKOUT.switches);
  expect([accusationsIn(report), exitCodeOf(report)]).toEqual([[], 3]);
  expect(report.problems).toEqual([{ code: "left_unobserved", message: expect.stringContaining("receive.still") }]);
  const still = report.checks.find(({ id }) => id === "receive.still");
  expect(still?.reason).toMatch(/genuine deliveries are answered 401: .* exempt the address of the judge/);
});

it.concurrent.each(["ends-without-header", "ends-at-once"])(
  "tells in one finding what %s, although its driver ends with it",
  async (id) => {
    const report = await judgeReceiver(switchesOf(SUBJECTS, id), {}, ({ url, driver }) => ({
      driver: {
        async processed() {
          // A request would end it: how often the judge asks what took effect is its own matter.
          const socket = connect(Number(new URL(url).port), "127.0.0.1");
          const isThere = await once(socket, "connect").catch(() => undefined);
          socket.destroy();
          if (isThere) return driver.processed();
          throw new DriverFault("driver_broken", "processed() of the driver gave no answer: ECONNREFUSED");
        },
      },
    }));
    expect([accusationsIn(report).map((one) => one.id), report.problems, exitCodeOf(report)]).toEqual([
      ["receive.still"],
      [],
      1,
    ]);
  },
);

it.concurrent.each([
  ["is advice by default, because no number is stated", 2100, {}, ["failed", "practice", 0]],
  ["fails the run if the limit is the user's own", 700, { ackWithinMs: 300 }, ["failed", "demand", 1]],
  ["passes within that limit", 0, { ackWithinMs: 5000 }, ["passed", "demand", 0]],
] as const)("a slow answer %s", async (_, ackMs, limit, end) => {
  const report = await judgeReceiver({ ackMs }, { only: ["receive.answers", "receive.ack-within"], ...limit });
  const [answers, within] = report.checks;
  expect([answers?.status, within?.status, within?.severity, exitCodeOf(report)]).toEqual(["passed", ...end]);
});
