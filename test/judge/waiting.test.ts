/**
 * What shows in seconds of waiting: pauses, refused connections, ids that begin again, tokens that age, silence. In one
 * file, so that all wait at once.
 */

import { describe, expect, it, vi } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { Fence } from "../../src/judge/fence.ts";
import { exitCodeOf } from "../../src/judge/index.ts";
import { randomOf } from "../../src/judge/random.ts";
import type { Ground } from "../../src/judge/service/options.ts";
import { Settling } from "../../src/judge/service/settling.ts";
import { drawWalk } from "../../src/judge/service/walk/steps/draw.ts";
import { type Hook, Trace } from "../../src/judge/trace.ts";
import { Presence } from "../../src/judge/wire/presence.ts";
import { IDLE_RETRY_FLAW, SHORT_IDLE_FLAW } from "../services/flaws/idle.ts";
import { ARGUABLE, FLAWS } from "../services/flaws.ts";
import type { Json } from "../services/types.ts";
import { VARIANTS } from "../services/variants.ts";
import { listening } from "../support/judge-listener.ts";
import { accusationsIn, eachOf, endOf, judgeService, switchesOf } from "./judged.ts";

describe.concurrent("a pause of some seconds", () => {
  it.concurrent.each([
    [SHORT_IDLE_FLAW, [], /received nothing.*let nothing happen for 5\.5 s/],
    [
      IDLE_RETRY_FLAW,
      ["tokens", "list", "registration", "urls", "fuzzing"],
      /was not retried.*let nothing happen for 5\.5 s/,
    ],
  ] as const)("is found in every run: $id", async ({ switches }, meanwhile, story) => {
    const ids: string[] = [];
    const onProgress = ({ check }: { check: string }) => ids.push(check);
    const report = await judgeService(switches, { only: ["history.client.idle", ...meanwhile], onProgress });
    expect(accusationsIn(report).map(({ actual }) => actual)).toEqual([expect.stringMatching(story)]);
    // What needs no delivery is judged in the pause.
    expect(ids.at(-1)).toBe("history.client.idle");
  });

  it.concurrent("is not seen in a correct service, with time-outs of its own or not", async () => {
    const only = ["history.client.idle", "history.client.answers"];
    const reports = await Promise.all(
      [{}, { attemptTimeoutMs: 300 }].map((switches) => judgeService(switches, { only })),
    );
    expect(reports.map(({ checks }) => checks.filter(({ status }) => status !== "passed"))).toEqual([[], []]);
  });
});

describe.concurrent("random walks with refused connections", () => {
  it.concurrent("draws them once in a walk at most, to a webhook that was heard, and a new one afterwards", () => {
    const walks = Array.from({ length: 200 }, (_, seed) => drawWalk(randomOf(seed), 16));
    const refused = walks.filter((steps) => steps.some((step) => step.do === "refuse"));
    expect(refused.length).toBeGreaterThan(40);
    for (const steps of refused) {
      const at = steps.findIndex((step) => step.do === "refuse");
      const [before, after] = [steps.slice(at - 3, at), steps.slice(at + 1)];
      expect(before.map((step) => step.do)).toEqual(["create", expect.stringMatching(/^(pay|dispatch)$/), "settle"]);
      expect(after.some((step) => step.do === "create")).toBe(true);
      expect(steps.filter((step) => step.do === "refuse")).toHaveLength(1);
    }
  });

  it.concurrent("find a worker that dies of a refused connection, without a history that is written down", async () => {
    const switches = switchesOf(FLAWS, "client-worker-dies-of-refusal");
    const found = accusationsIn(await judgeService(switches, { only: ["walk"], seed: 1 }));
    expect(found.map(({ id }) => id)).toContain("walk.client.hears");
  });

  it.concurrent.each(["off-after-refused-connection", "waits-for-the-whole-host"])(
    "do not accuse a service: %s",
    async (id) => {
      const found = await eachOf([1, 2, 3], 3, async (seed) =>
        accusationsIn(await judgeService(switchesOf(VARIANTS, id), { only: ["walk"], seed })),
      );
      expect(found).toEqual([[], [], []]);
    },
  );
});

it.concurrent("the judge is not late for ever where a request of its own gets no answer", async () => {
  let asked = 0;
  const { port, stop } = await listen((_, response) => {
    if (asked++ > 0) response.end();
  });
  const presence = new Presence(new Trace());
  presence.watch({ host: "127.0.0.1", port });
  await vi.waitUntil(() => asked > 2, { timeout: 30_000 });
  expect(presence.late).toBeLessThan(2000);
  expect(presence.latest(0)).toBeGreaterThan(5000);
  presence.stop();
  await stop();
});

it.concurrent.each([
  ["two of the longest gaps where a failure may be retried", 2, [503], 4000],
  ["less where it was acknowledged", 2, [503, 200], 1500],
  ["less where the type of the webhook is 1", 1, [503], 1500],
])("without settle, the judge waits for %s", async (_, responseHandlingType, replies, least) => {
  const { trace, listener, endpoint, url } = await listening();
  trace.note("hook", { endpoint, request: { responseHandlingType } } as unknown as Hook);
  const fence = new Fence({}, 1000, trace);
  const settling = new Settling({
    driver: { retryWindowMs: 2000 },
    options: {},
    fence,
    trace,
    listener,
  } as unknown as Ground);
  for (endpoint.reply of replies) await fetch(url, { method: "POST" });
  const began = performance.now();
  await settling.settle();
  const ms = performance.now() - began;
  expect([ms >= least - 50, ms < least + 2000]).toEqual([true, true]);
  await listener.stop();
});

describe.concurrent("the advice that ids of payments differ", () => {
  const idsDiffer = async (switches: object, only: string[]) => {
    const report = await judgeService(switches, { only });
    const { status, actual } = report.checks.find(({ id }) => id === "deliver.ids-differ") ?? {};
    return { status, actual, accused: accusationsIn(report).map(({ id }) => id), exit: exitCodeOf(report) };
  };

  it.concurrent("is a practice, and no such id is taken for that of one payment", async () => {
    const switches = switchesOf(ARGUABLE, "payments-share-an-id");
    expect(await idsDiffer(switches, ["client deliveries", "later events", "history"])).toEqual({
      ...{ status: "failed", actual: "Several of them have the id 4711." },
      ...{ accused: [], exit: 0 },
    });
  });

  it.concurrent("passes where the ids differ", async () => {
    expect(await idsDiffer({}, ["deliver.ids-differ", "deliver.row"])).toMatchObject({ status: "passed", exit: 0 });
  });

  it.concurrent("takes an id that begins again after a reset for that of another payment", async () => {
    let count = 0;
    const only = ["client deliveries", "later events", "deliver.same-case-file"];
    const report = await judgeService({ newId: () => ++count }, { only }, (driver) => ({
      async reset() {
        count = 0;
        await driver.reset();
      },
    }));
    expect(report.checks.find(({ id }) => id === "deliver.same-case-file")?.status).toBe("passed");
    expect(accusationsIn(report)).toEqual([]);
  });
});

describe.concurrent("a token that dies of age alone", () => {
  /** An experiment that takes a quarter of a second goes before. */
  const only = ["deliver.goes-on", "history.client.answers", "token.lasts"];

  it.concurrent("is found, unless expires_in says so or another token ended it", async () => {
    const subjects = {
      dies: { tokenLivesMs: 200 },
      "of an exchange dies": { exchangedLivesMs: 200 },
      over: { tokenLivesMs: 200, expiresIn: 5 },
      short: { tokenLivesMs: 200, expiresIn: 1 },
      ended: { endsEarlierTokens: true },
      "never taken": { tokenAnswer: (tokens: Json) => ({ ...tokens, access_token: `${tokens["access_token"]}x` }) },
      good: {},
    };
    const found = await Promise.all(
      Object.entries(subjects).map(async ([name, switches]) => {
        const accused = accusationsIn(await judgeService(switches, { only })).map(({ id }) => id);
        return [name, accused];
      }),
    );
    expect(Object.fromEntries(found)).toEqual({
      dies: ["token.lasts"],
      "of an exchange dies": ["token.lasts"],
      over: ["token.lasts"],
      short: [],
      ended: [],
      "never taken": [],
      good: [],
    });
  });
});

it.concurrent("waits for a token that is refused while it is new, and for others no longer than that", async () => {
  const only = ["token.works", "client.create", "list.answers"];
  const started = performance.now();
  const [late, never] = await Promise.all([
    judgeService({ tokenStartsMs: 200 }, { only }),
    judgeService({ tokenStartsMs: Number.POSITIVE_INFINITY }, { only }),
  ]);
  expect([late.problems, late.summary.passed]).toEqual([[], only.length]);
  expect(accusationsIn(never).map(({ id }) => id)).toEqual(["client.create", "list.answers"]);
  expect(performance.now() - started, "milliseconds").toBeLessThan(30_000);
});

describe.concurrent("runs of services that fall silent", () => {
  it.concurrent("end with 3 where nothing failed and nothing explains the silence", async () => {
    const report = await judgeService({ receives: () => false }, { only: ["deliver.inactive"] });
    expect(endOf(report)).toEqual(["nothing_observed", 3]);
    const partly = await judgeService({ receives: () => false }, { only: ["deliver.inactive", "client.create"] });
    expect(endOf(partly)).toEqual(["left_unobserved", 3]);
    expect(partly.problems[0]?.message).toContain("deliver.inactive");
  });
});

describe.concurrent("runs of legal services", () => {
  it.concurrent("end with 0 where the driver lacks a member, and with 3 where every check is required", async () => {
    const only = ["deliver.inactive", "client.create"];
    const judged = (options: object) =>
      judgeService({}, { only, ...options }, () => ({ setClientWebhookActive: undefined }));
    expect(endOf(await judged({}))).toEqual([undefined, 0]);
    expect(endOf(await judged({ requireObserved: true }))).toEqual(["left_unobserved", 3]);
  });

  it.concurrent("are not walked where no time is given for it", async () => {
    const report = await judgeService({}, { only: ["walk", "client.create"], walkMs: 0 });
    const walks = report.checks.filter(({ group }) => group === "walk");
    expect(walks.map(({ status }) => status)).toEqual(walks.map(() => "not observed"));
    expect(exitCodeOf(report)).toBe(0);
  });
});
