/** A sample of the flawed and the legal receivers. All of them, in every language: `npm run test:all -- judge`. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exitCodeOf } from "../../src/judge/index.ts";
import { hex } from "../receivers/flaws/flaw.ts";
import { ANY_EVENT } from "../receivers/flaws/trust.ts";
import { ONE_LOOK } from "../receivers/flaws.ts";
import { type Delivery, isSigned, paymentAndEvent, type Switches } from "../receivers/receivers.ts";
import { LOOKING_ALIKE, VARIANTS } from "../receivers/variants.ts";
import { accusationsIn, falseAlarms, judgeReceiver, missedReceivers, switchesOf } from "./judged.ts";

/** Most of a run is waiting: for an effect, for an answer that is late. */
const AT_ONCE = 16;

/** Every fifth subject, so that each kind has one: they stand in the table by kind. */
const sampled = <T>(all: readonly T[]): T[] => all.filter((_, i) => i % 5 === 0);

it.concurrent("finds a sample of the flaws for the right fact", async () => {
  const byFact = Map.groupBy(ONE_LOOK, ({ fact }) => fact);
  const { missed, wrong } = await missedReceivers([...byFact.values()].flatMap(sampled));
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});

it.concurrent("accuses no legal receiver of a sample", async () => {
  const subjects = [{ id: "as it stands", switches: {} }, ...sampled(LOOKING_ALIKE)];
  expect(await falseAlarms(subjects, AT_ONCE, judgeReceiver)).toEqual([]);
});

/** Waiting is all that these do: only what they are about is judged. */
describe.concurrent("where work is done later, or answers never come", () => {
  it.concurrent("waits for the first effect until one comes, if nobody can say that all is done", async () => {
    const report = await judgeReceiver({ workLaterMs: 2500 }, { isBlind: true, only: ["receive.compact"] });
    expect(report.summary).toEqual({ passed: 1, failed: 0, notObserved: 0 });
  });

  it.concurrent("finds a repetition whose second effect comes late", async () => {
    const forgets = { workLaterMs: 400, remembers: (keys: string[]) => keys.slice(-5) };
    const report = await judgeReceiver(forgets, { isBlind: true, only: ["duplicate.later"] });
    expect(accusationsIn(report).map(({ id }) => id)).toEqual(["duplicate.later"]);
  });

  it.concurrent("finds a forgery that takes effect later than what is genuine", async () => {
    const queues: Switches["loses"] = async (_, delivery) => !isSigned(delivery) && (await sleep(950, false));
    const key: Switches["key"] = (payload, delivery) => `${isSigned(delivery)} ${paymentAndEvent(payload)}`;
    const switches = { acts: "anyway", loses: queues, key } as const;
    const report = await judgeReceiver(switches, { isBlind: true, only: ["forgery.sha1-as-sha256"] });
    expect(accusationsIn(report).map(({ id }) => id)).toEqual(["forgery.sha1-as-sha256"]);
  });

  it.concurrent("finds that only repetitions are never answered", async () => {
    const seen = new Set<string>();
    const key: Switches["key"] = (payload, { req }) => {
      const of = paymentAndEvent(payload);
      // The answer never leaves.
      if (seen.has(of)) Object.assign(req.socket, { write: () => true, destroySoon: () => {} });
      seen.add(of);
      return of;
    };
    const report = await judgeReceiver({ key }, { only: ["duplicate.acknowledged"], ackWithinMs: 1000 });
    expect(accusationsIn(report).map(({ id, rests }) => [id, rests[0]])).toEqual([
      ["duplicate.acknowledged", "F-6.5-01"],
    ]);
  });
});

const as32Bits = (raw: Buffer) => JSON.parse(raw.toString(), (name, value) => (name === "id" ? value | 0 : value));
it.concurrent.each<[about: string, id: string, switches: Partial<Switches>]>([
  ["any event is a payment", "unknown-event", ANY_EVENT],
  ["ids have 32 bits", "large-id", { decodes: as32Bits }],
  [
    "duplicates are told by ids of at most 32 bits",
    "large-id",
    { key: ({ id }) => String(Math.min(Number(id), 2 ** 31)) },
  ],
  ["duplicates are told by 32 bits of the id", "large-id", { key: ({ id }) => String(Number(id) | 0) }],
  ["duplicates are told by the hash of the bytes", "other-bytes", { key: (_, { raw }) => raw.toString("base64") }],
  ["payments of more than a month ago are refused", "old", switchesOf(VARIANTS, "payments-of-a-month")],
  ["work is done before the answer", "work-later", { ackMs: 500 }],
  ["members that are not described are refused", "more-members", { isWelcome: (payload) => !("currency" in payload) }],
])("advises against it and passes, where %s", async (_, name, switches) => {
  const id = `practice.${name}`;
  const report = await judgeReceiver(switches, { only: ["receive.compact", id] });
  expect(report.checks.map(({ status }) => status)).toEqual(["passed", "failed"]);
  expect(exitCodeOf(report)).toBe(0);
  const fine = await judgeReceiver({}, { only: [id] });
  expect(fine.checks.map(({ status }) => status)).toEqual(["passed"]);
});

const discloses = (body: (delivery: Delivery) => string): Partial<Switches> => ({
  refusal: (delivery) => ({ status: 401, body: JSON.stringify({ error: body(delivery) }) }),
});
it.concurrent.each([
  { what: "the secret", shown: /secret of the webhook/, switches: discloses(({ secret }) => `secret ${secret}`) },
  {
    what: "the digest",
    shown: /signature of the forged body/,
    switches: discloses((one) => `expected sha256=${hex(one)}`),
  },
])("advises against showing $what to a forger, and does not show it either", async ({ shown, switches }) => {
  let secret = "";
  const only = ["practice.discloses-nothing", "forgery.tampered"];
  const report = await judgeReceiver(switches, { only }, (own) => {
    secret = own.secret;
    return {};
  });
  expect(report.checks.map(({ id, status }) => [id, status])).toEqual([
    ["forgery.tampered", "passed"],
    ["practice.discloses-nothing", "failed"],
  ]);
  const finding = report.checks[1];
  expect(finding?.actual).toMatch(shown);
  expect([finding?.response?.body, exitCodeOf(report)]).toEqual([expect.stringContaining("[redacted]"), 0]);
  expect(JSON.stringify(report)).not.toMatch(new RegExp(`${secret}|[0-9a-f]{64}`));
});

it.concurrent("lets an answer repeat the header of a forgery", async () => {
  const { checks } = await judgeReceiver(switchesOf(LOOKING_ALIKE, "repeats-the-header"), {
    only: ["practice.discloses-nothing"],
  });
  expect(checks.map(({ status }) => status)).toEqual(["passed"]);
});
