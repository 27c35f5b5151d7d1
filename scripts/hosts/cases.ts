/** The eleven cases that are put to every host, over HTTP. */

import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { EVENT_NAMES, SIGNATURE_HEADER } from "../../generated/constants.ts";
import { signBody } from "../../src/signature/node.ts";

export const SECRET = "made-up secret of the hosts";

/** A running receiver: where it is, and what its handlers booked. */
export interface Subject {
  readonly url: string;
  /** How often the handler of a payment ended well. */
  booked(payment: string): number | Promise<number>;
  /** Whether what was booked is what stands in these bytes. */
  isExact(payment: string, body: Buffer): boolean | Promise<boolean>;
  /** Whether the handler of `FAILING` fails from now on. */
  fail(isFailing: boolean): unknown;
}

/** Puts one case to a host. Throws with what was seen in place of what is right. May return a remark, as a text. */
export type Put = (subject: Subject) => Promise<unknown>;

/** A remark: its parser runs before the receiver. */
export const OF_HOST = "the host refuses it itself, with 400";

/** Payments whose handlers are out of the ordinary: two take 300 ms, the other may fail. */
export const [SLOW, GONE, FAILING] = ["7007", "7013", "7009"] as const;

/** Returns the body of a confirmed payment. `more`: further members. */
export const payment = (id: string, more: object = {}) =>
  Buffer.from(JSON.stringify({ "@event": EVENT_NAMES[0], id: Number(id), ...more }));

/** White space, letters beyond ASCII, escapes and numbers that another program would write in another way. */
const ODD = Buffer.from(
  `\t{ "@event" : "${EVENT_NAMES[0]}",\r
  "id":7008, "amount":7008,"ratio" : 125.50, "rate":1e2,"memo":"Grüße \\u00e9\\/ 💶" }\n`,
);

export const CASES: Readonly<Record<string, Put>> = {
  genuine: (subject) => expectHandled(subject, "7001", payment("7001")),
  async forged(subject) {
    const answer = await post(subject, payment("7002"), signBody(payment("7003"), SECRET));
    same("answer", answer, "401 signature_mismatch");
    same("times handled", await subject.booked("7002"), 0);
  },
  async repeated(subject) {
    await expectHandled(subject, "7003", payment("7003"));
    await expectHandled(subject, "7003", payment("7003"));
  },
  "300 kB": (subject) => expectHandled(subject, "7004", payment("7004", { note: "x".repeat(300_000) })),
  async malformed(subject) {
    const answer = await post(subject, Buffer.from('{"@event": oops'));
    const isOfHost = answer.startsWith("400 <");
    if (!isOfHost) same("answer", answer, "400 body_not_json");
    return isOfHost ? OF_HOST : undefined;
  },
  async slow(subject) {
    const body = payment("7006", { note: "y".repeat(3_000) });
    await expectHandled(subject, "7006", body, [body.subarray(0, 9), body.subarray(9, 2_000), body.subarray(2_000)]);
  },
  async "twice at once"(subject) {
    const both = [0, 1].map(() => post(subject, payment(SLOW)));
    same("answers", (await Promise.all(both)).join(", "), "204, 204");
    same("times handled", await timesHandled(subject, SLOW, 1), 1);
  },
  async "sender gone"(subject) {
    await post(subject, payment(GONE), undefined, undefined, AbortSignal.timeout(150));
    same("answer", await post(subject, payment(GONE)), "204");
    same("times handled", await subject.booked(GONE), 1);
  },
  async bytes(subject) {
    await expectHandled(subject, "7008", ODD);
    same("bytes", await subject.isExact("7008", ODD), true);
  },
  async "failing handler"(subject) {
    await subject.fail(true);
    same("first answer", await post(subject, payment(FAILING)), "500 handler_failed");
    same("times handled at first", await subject.booked(FAILING), 0);
    await subject.fail(false);
    same("second answer", await post(subject, payment(FAILING)), "204");
    same("times handled", await subject.booked(FAILING), 1);
  },
};

/** The case of a receiver with an inbox in place of handlers. */
export const INBOX_CASE: Put = async (subject) => {
  const forged = await post(subject, payment("7002"), signBody(payment("7003"), SECRET));
  same("forged", forged, "401 signature_mismatch");
  const answers = [await post(subject, payment("7010")), await post(subject, payment("7010"))];
  same("answers", answers.join(", "), "204, 204");
  same("times handled", await timesHandled(subject, "7010", 1), 1);
};

/** The payment is acknowledged, and was handled once. */
async function expectHandled(subject: Subject, id: string, body: Buffer, parts = [body]): Promise<void> {
  same("answer", await post(subject, body, signBody(body, SECRET), parts), "204");
  same("times handled", await subject.booked(id), 1);
}

/** How often a payment was handled, once it was `times` times, or after `forMs`: handlers may run after the answer. */
export async function timesHandled(subject: Subject, id: string, times: number, forMs = 10_000): Promise<number> {
  for (const until = Date.now() + forMs; Date.now() < until && (await subject.booked(id)) < times; ) await sleep(50);
  await sleep(100);
  return subject.booked(id);
}

/** @throws Error if two values differ. `what`: what they are */
export function same(what: string, seen: unknown, right: unknown): void {
  if (seen !== right) throw new Error(`${what}: ${seen}, not ${right}`);
}

/** Some hosts listen before they have loaded their application, which a full machine makes long. */
const ANSWER_MS = 120_000;

/**
 * Sends a delivery, in parts with pauses if there are several. Returns the status, and the code of a refusal. With
 * `signal` the connection is reset.
 */
export function post(
  { url }: Pick<Subject, "url">,
  body: Buffer,
  signature = signBody(body, SECRET),
  parts = [body],
  signal?: AbortSignal,
): Promise<string> {
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    [SIGNATURE_HEADER]: signature,
  };
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", headers, agent: false, timeout: ANSWER_MS }, async (answer) => {
      const said = await text(answer);
      const code = /"code":\s*"(\w+)"/.exec(said)?.[1];
      resolve([answer.statusCode, code ?? said.slice(0, 200)].filter(Boolean).join(" "));
    });
    // After a mere end of the stream, some servers think that the sender still listens.
    signal?.addEventListener("abort", () => (sent.socket ? sent.socket.resetAndDestroy() : sent.destroy()));
    sent.on("timeout", () => sent.destroy(new Error("no answer"))).on("error", (error) => resolve(`${error}`));
    void (async () => {
      for (const [at, part] of parts.entries()) {
        if (at > 0) await sleep(100);
        sent.write(part);
      }
      sent.end();
    })();
  });
}
