/** The cases of the hosts, and those of a store that lasts. */

import { setTimeout as sleep } from "node:timers/promises";
import { CASES, FAILING, GONE, payment, post, SLOW, type Subject, same, timesHandled } from "../hosts/cases.ts";

/** A running recipe, whose handler can be held, and which can be killed. */
export interface FrameworkSubject extends Subject {
  /** From now on, the handler of this payment does not end; `undefined`: it ends. In SQLite, after some seconds. */
  hold(payment: string | undefined): Promise<void>;
  /** Waits until that handler is inside. */
  inside(): Promise<void>;
  /** Kills all processes, lets the database end what they did, and starts them again. */
  restart(): Promise<void>;
}

type Put = (subject: FrameworkSubject) => Promise<unknown>;

/** Enough deliveries at once that each process of a server gets some. */
const AT_ONCE = 8;
/** A queue notices only after a while that its worker was killed. */
const WORKED_MS = 60_000;
const [CROWDED, KILLED, AFTERWARDS] = ["7012", "7014", "7015"] as const;

export const FRAMEWORK_CASES: Readonly<Record<string, Put>> = {
  ...CASES,
  // A process refuses what it is handling already, so that the sender repeats it.
  async "twice at once"(subject) {
    await Promise.all([0, 1].map(() => deliver(subject, SLOW)));
    same("times handled", await subject.booked(SLOW), 1);
  },
  async "two workers"(subject) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => deliver(subject, CROWDED)));
    same("times handled", await subject.booked(CROWDED), 1);
  },
  async "sender gone"(subject) {
    await subject.hold(GONE);
    const gone = new AbortController();
    const lost = post(subject, payment(GONE), undefined, undefined, gone.signal);
    await subject.inside();
    gone.abort();
    await lost;
    await subject.hold(undefined);
    await deliver(subject, GONE);
    same("times handled", await subject.booked(GONE), 1);
  },
  async "killed in between"(subject) {
    await subject.hold(KILLED);
    const lost = post(subject, payment(KILLED));
    await subject.inside();
    await subject.restart();
    same("whether the lost one was acknowledged", (await lost).startsWith("2"), false);
    same("times handled before", await subject.booked(KILLED), 0);
    await deliver(subject, KILLED);
    same("times handled", await subject.booked(KILLED), 1);
  },
};

/** Cases of a recipe with a queue: its worker books a payment after the answer, and no failure is delivered again. */
export const QUEUE_CASES: Readonly<Record<string, Put>> = {
  genuine: (subject) => expectWorked(subject, "7001"),
  forged: CASES["forged"] as Put,
  async "eight at once"(subject) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => deliver(subject, SLOW)));
    same("times handled", await timesHandled(subject, SLOW, 1, WORKED_MS), 1);
  },
  async "failing handler"(subject) {
    await subject.fail(true);
    await deliver(subject, FAILING);
    same("times handled at first", await timesHandled(subject, FAILING, 1, 1_000), 0);
    await subject.fail(false);
    same("times handled", await timesHandled(subject, FAILING, 1, WORKED_MS), 1);
  },
  async "killed in between"(subject) {
    await subject.hold(KILLED);
    await deliver(subject, KILLED);
    await subject.inside();
    await subject.restart();
    same("times handled", await timesHandled(subject, KILLED, 1, WORKED_MS), 1);
    // As by a sender who was not told that it was enqueued.
    await deliver(subject, KILLED);
    await expectWorked(subject, AFTERWARDS);
    same("times handled at last", await subject.booked(KILLED), 1);
  },
};

async function expectWorked(subject: FrameworkSubject, id: string): Promise<void> {
  await deliver(subject, id);
  same("times handled", await timesHandled(subject, id, 1, WORKED_MS), 1);
}

/** Delivers a payment until it is acknowledged, as the service does. */
async function deliver(subject: FrameworkSubject, id: string): Promise<void> {
  for (let left = 60; ; left--) {
    const answer = await post(subject, payment(id));
    if (answer === "204") return;
    if (left === 0 || !answer.startsWith("503 ")) same("answer", answer, "204");
    await sleep(100);
  }
}
