/** The ten cases that are put to every host, over HTTP. */

import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { EVENT_NAMES, SIGNATURE_HEADER } from "../../generated/constants.ts";
import { signBody } from "../../src/signature/node.ts";
import type { Books, Clerk } from "./books.ts";

export const SECRET = "made-up secret of the hosts";

/** A running host: where its receiver is, and the books of its handlers. */
export interface Subject {
  readonly url: string;
  readonly books: Books;
}

/** Puts one case to a host. Throws with what was seen in place of what is right. May return a remark, as a text. */
type Put = (subject: Subject) => Promise<unknown>;

/** A remark: its parser runs before the receiver. */
export const OF_HOST = "the host refuses it itself, with 400";

/** Payments that the books treat in a way of their own. */
const [SLOW, FAILING] = ["7007", "7009"];

/** Takes 300 ms for the one that comes twice at once, and refuses another the first time. */
export const clerk: Clerk = async (payment, attempt) => {
  if (payment === SLOW) await sleep(300);
  return payment === FAILING && attempt === 1 ? 500 : 204;
};

const payment = (id: string, more: object = {}) =>
  Buffer.from(JSON.stringify({ "@event": EVENT_NAMES[0], id: Number(id), ...more }));

/** White space, letters beyond ASCII, escapes and numbers that another program would write in another way. */
const ODD = Buffer.from(
  `\t{ "@event" : "${EVENT_NAMES[0]}",\r\n  "id":7008, "ratio" : 125.50, "rate":1e2,"memo":"Grüße \\u00e9\\/ 💶" }\n`,
);

export const CASES: Readonly<Record<string, Put>> = {
  genuine: (subject) => taken(subject, "7001", payment("7001")),
  async forged(subject) {
    const answer = await post(subject, payment("7002"), signBody(payment("7003"), SECRET));
    same("answer", answer, "401 signature_mismatch");
    same("times handled", handled(subject, "7002"), 0);
  },
  async repeated(subject) {
    await taken(subject, "7003", payment("7003"));
    await taken(subject, "7003", payment("7003"));
  },
  "300 kB": (subject) => taken(subject, "7004", payment("7004", { note: "x".repeat(300_000) })),
  async malformed(subject) {
    const answer = await post(subject, Buffer.from('{"@event": oops'));
    const isOfHost = answer.startsWith("400 <");
    if (!isOfHost) same("answer", answer, "400 body_not_json");
    return isOfHost ? OF_HOST : undefined;
  },
  async slow(subject) {
    const body = payment("7006", { note: "y".repeat(3_000) });
    await taken(subject, "7006", body, [body.subarray(0, 9), body.subarray(9, 2_000), body.subarray(2_000)]);
  },
  async "twice at once"(subject) {
    const both = [0, 1].map(() => post(subject, payment(SLOW)));
    same("answers", (await Promise.all(both)).join(", "), "204, 204");
    same("times handled", await settled(subject, SLOW, 1), 1);
  },
  async bytes(subject) {
    await taken(subject, "7008", ODD);
    same("bytes", subject.books.entries.get("7008")?.[0]?.equals(ODD), true);
  },
  async "failing handler"(subject) {
    same("first answer", await post(subject, payment(FAILING)), "500 handler_failed");
    same("second answer", await post(subject, payment(FAILING)), "204");
    same("times handled", handled(subject, FAILING), 2);
  },
};

/** With an inbox in place of handlers. */
export const INBOX_CASE: Put = async (subject) => {
  const forged = await post(subject, payment("7002"), signBody(payment("7003"), SECRET));
  same("forged", forged, "401 signature_mismatch");
  const answers = [await post(subject, payment("7010")), await post(subject, payment("7010"))];
  same("answers", answers.join(", "), "204, 204");
  same("times handled", await settled(subject, "7010", 1), 1);
};

/** The payment is acknowledged, and was handled once. */
async function taken(subject: Subject, id: string, body: Buffer, parts = [body]): Promise<void> {
  same("answer", await post(subject, body, signBody(body, SECRET), parts), "204");
  same("times handled", handled(subject, id), 1);
}

function handled({ books }: Subject, id: string): number {
  return books.entries.get(id)?.length ?? 0;
}

/** Handlers behind an inbox run after the answer. */
async function settled(subject: Subject, id: string, times: number): Promise<number> {
  for (let left = 200; left > 0 && handled(subject, id) < times; left--) await sleep(50);
  await sleep(100);
  return handled(subject, id);
}

function same(what: string, seen: unknown, right: unknown): void {
  if (seen !== right) throw new Error(`${what}: ${seen}, not ${right}`);
}

/** Sends a delivery, in parts with pauses if there are several. Returns the status, and the code of a refusal. */
function post({ url }: Subject, body: Buffer, signature = signBody(body, SECRET), parts = [body]): Promise<string> {
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    [SIGNATURE_HEADER]: signature,
  };
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", headers, agent: false, timeout: 30_000 }, async (answer) => {
      let text = "";
      for await (const part of answer.setEncoding("utf8")) text += part;
      const code = /"code":\s*"(\w+)"/.exec(text)?.[1];
      resolve([answer.statusCode, code ?? text.slice(0, 200)].filter(Boolean).join(" "));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in 30 s"))).on("error", (error) => resolve(`${error}`));
    void (async () => {
      for (const [at, part] of parts.entries()) {
        if (at > 0) await sleep(100);
        sent.write(part);
      }
      sent.end();
    })();
  });
}
