/** A delivery whose bytes no encoder writes, signed by the library of this repository, and what a stub made of it. */

import { setTimeout as sleep } from "node:timers/promises";
import { signBody, verifySignature } from "../../src/index.ts";
import { freePort } from "../free-port.ts";
import { spawnGroup, untilListening } from "../running.ts";
import type { Result } from "./results.ts";
import type { Command } from "./tools.ts";

const SECRET = "the-secret-of-the-stub";
/** Blanks, escapes, `1.10`, an offset without a colon, members that no schema names, a line feed at the end. */
const BODY = `{ "@event" : "case_file.payment.confirmed",
\t"id":4711 ,"amount" :12550, "paidTo":"cl\\u0069ent",
  "confirmedAt":"2026-03-02T09:15:00+0100", "createdAt":"2026-02-27T16:40:12+01:00" ,
  "updatedAt":"2026-03-02T09:15:00+01:00", "caseFile" : { "id":815, "label":null },
  "note":"caf\\u00e9 \\/ Käse ", "rate":1.10 }
`;
const SIGNATURE = signBody(BODY, SECRET);

/** Statuses: of the genuine delivery, and of the same JSON in other bytes with the same signature. */
export type Sent = { genuine: number; altered: number };

/** Starts a stub, delivers to it twice, and ends it. */
export async function deliverTo({ command, env }: Command, folder: string): Promise<Result> {
  const port = await freePort();
  const settings = { PORT: String(port), SERVER_PORT: String(port), WEBHOOK_SECRET: SECRET };
  const stub = spawnGroup(command, folder, { ...process.env, ...settings, ...env });
  const url = `http://127.0.0.1:${port}/client-webhook`;
  try {
    await untilListening(port, stub);
    const sent = { genuine: await post(url, BODY), altered: await post(url, BODY.replace("  ", " ")) };
    // What the handler printed may still be on its way.
    for (let left = 20; left > 0 && !stub.said().includes("received\t"); left--) await sleep(100);
    return judgeStub(sent, stub.said());
  } catch (error) {
    throw Object.assign(error as Error, { stdout: stub.said() });
  } finally {
    stub.stop();
    await stub.ended;
  }
}

async function post(url: string, body: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-service-signature": SIGNATURE };
  const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(20_000) });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * @param output of the stub: its handler prints `received`, the bytes and the model encoded again, both in base64, with
 * tabs between
 */
export function judgeStub({ genuine, altered }: Sent, output: string): Result {
  const lines = [...output.matchAll(/^received\t([\w+/=]*)\t([\w+/=]*)\s*$/gm)].map((line) =>
    line.slice(1).map((text) => Buffer.from(text, "base64")),
  );
  const [bytes, model] = lines[0] ?? [];
  if (!bytes || !model) return { receives: `no: answered ${genuine}, the handler was not called` };
  const holds = (one: Buffer) => verifySignature(one, SIGNATURE, SECRET);
  const called = lines.length > 1 ? ", the handler was called" : "";
  return {
    receives: genuine >= 200 && genuine < 300 ? "yes" : `no: answered ${genuine}`,
    bytes: holds(bytes) ? "yes" : `no: ${bytes.length} other bytes`,
    encodedAgain: holds(model) ? "yes" : "no: other bytes",
    unknownMembers: parseNote(model.toString()) === parseNote(BODY) ? "kept" : "dropped",
    refuses: altered === 401 && !called ? "yes" : `no: answered ${altered}${called}`,
  };
}

function parseNote(text: string): unknown {
  try {
    return JSON.parse(text).note;
  } catch {
    return undefined;
  }
}
