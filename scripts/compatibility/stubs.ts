/** A delivery whose bytes no encoder writes, signed by the library of this repository, and what a stub made of it. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { signBody, verifySignature } from "../../src/index.ts";
import { freePort } from "../free-port.ts";
import type { Result } from "./results.ts";
import { type Command, until } from "./tools.ts";

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
export async function deliverTo({ command: [file = "", ...args], env }: Command, folder: string): Promise<Result> {
  const port = await freePort();
  const settings = { PORT: String(port), SERVER_PORT: String(port), WEBHOOK_SECRET: SECRET };
  const child = spawn(file, args, {
    ...{ cwd: folder, env: { ...process.env, ...settings, ...env } },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const url = `http://127.0.0.1:${port}/client-webhook`;
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error("it ended before it listened");
      return fetch(url).then(
        () => true,
        () => false,
      );
    });
    const sent = { genuine: await post(url, BODY), altered: await post(url, BODY.replace("  ", " ")) };
    // What the handler printed may still be on its way.
    await until(async () => stdout.includes("received\t"), 20).catch(() => undefined);
    return judgeStub(sent, stdout);
  } catch (error) {
    throw Object.assign(error as Error, { stdout, stderr });
  } finally {
    child.kill("SIGKILL");
    await ended;
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
