/** A run tells what it finds at once, and always ends: by its first finding, its budget, its user, or in silence. */

import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { exitCodeOf, type Progress } from "../../src/judge/index.ts";
import { accusationsIn, endOf, judgeService } from "./judged.ts";

/** Signs the JSON as Python writes it, and sends it compact. */
const MISSIGNED = {
  sign: ({ hook, payload }: { hook: { secret: string }; payload: unknown }) =>
    `sha256=${createHmac("sha256", hook.secret)
      .update(JSON.stringify(payload).replaceAll('":', '": ').replaceAll(',"', ', "'))
      .digest("hex")}`,
};

it.concurrent("tells a wrong signature before anything else, and says which bytes were signed", async () => {
  const told: Progress[] = [];
  const report = await judgeService(MISSIGNED, {
    only: ["deliver.digest", "tokens", "client.create", "history.client.ids", "retry.client.shared-url"],
    onProgress: (progress) => told.push(progress),
  });
  expect(told[0]).toMatchObject({ check: "deliver.digest", status: "failed" });
  expect(told[0]?.result.actual).toContain(
    "What is signed is JSON with a space after colons and commas, as Python writes it",
  );
  // What rests on signatures is not asked for.
  for (const id of ["history.client.ids", "retry.client.shared-url"])
    expect(report.checks.find((check) => check.id === id)?.reason).toContain("see deliver.digest");
});

it.concurrent("ends with the first finding that the baseline does not know, if asked", async () => {
  const known = { schema: 1 as const, known: [{ check: "deliver.agency", facts: ["F-3-03", "F-6.2-01"] }] };
  const flawed = {
    emits: ({ confirmed }: { confirmed: boolean }) => (confirmed ? ["case_file.payment.confirmed"] : []),
  };
  const only = ["deliver.agency", "deliver.paid-to", "tokens"];
  const report = await judgeService(flawed, { only, failFast: true, baseline: known });
  const of = (id: string) => report.checks.find((check) => check.id === id);
  expect(exitCodeOf(report)).toBe(1);
  expect(of("deliver.agency")).toMatchObject({ status: "failed", known: true });
  expect(of("deliver.paid-to")?.status).toBe("failed");
  expect(of("token.exchange")?.reason).toBe("the run ended with its first finding, deliver.paid-to");
});

/** Judges through a driver whose payment is never confirmed. */
const hanging = (options: Parameters<typeof judgeService>[1]) =>
  judgeService({}, options, () => ({ confirmPayment: () => new Promise(() => {}) }));

it.concurrent("ends when its budget is spent, with 3 and what it gave up", async () => {
  expect(endOf(await hanging({ budgetMs: 60_000, only: ["client.create"] }))).toEqual([undefined, 0]);
  const cut = await hanging({ budgetMs: 400, only: ["deliver", "tokens"] });
  expect(endOf(cut)).toEqual(["budget_spent", 3]);
  expect(cut.problems[0]?.message).toContain("this was given up: ");
});

it.concurrent("wants every demand observed within a budget", async () => {
  const options = { budgetMs: 60_000, only: ["token.refresh", "token.type"] };
  expect(endOf(await judgeService({}, options, () => ({ refresh: undefined })))).toEqual(["left_unobserved", 3]);
});

it.concurrent("ends at once when it is interrupted, whatever it waits for", async () => {
  const controller = new AbortController();
  const onProgress = ({ check }: Progress) => void (check === "client.create" && controller.abort());
  const only = ["client.create", "later events"];
  const report = await hanging({ signal: controller.signal, onProgress, only });
  expect(exitCodeOf(report)).toBe(130);
  expect(report.checks.find(({ id }) => id === "client.create")?.status).toBe("passed");
});

const LATER = { attempts: 2, attemptTimeoutMs: 600 };
it.concurrent.each([
  ["is empty", { body: () => Buffer.alloc(0) }, "The body is empty"],
  ["is another one", { body: () => Buffer.from("retry") }, "The body is not JSON"],
  ["is shorter than announced", { length: 40 }, "The body is not whole"],
])(
  "tells a retry whose body %s as that, and not as a missing retry",
  async (_, { body, length }: { body?: () => Buffer; length?: number }, words) => {
    const report = await judgeService(
      {
        ...LATER,
        send: (delivery, { attempt }) => {
          if (attempt === 1) return delivery;
          const sent = body?.() ?? delivery.body;
          const announced = { "Content-Length": String(sent.length + (length ?? 0)) };
          return { ...delivery, body: sent, headers: { ...delivery.headers, ...announced } };
        },
      },
      { only: ["deliver.body", "client retries", "history.client.overtaken"] },
    );
    expect(accusationsIn(report).map(({ id }) => id)).toEqual(["deliver.body"]);
    expect(accusationsIn(report)[0]?.actual).toContain(words);
  },
);
