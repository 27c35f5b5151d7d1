/** A delivery whose bytes no encoder writes, signed by the library of this repository, and what a stub made of it. */

import { isDeepStrictEqual } from "node:util";
import { signBody, verifySignature } from "../../../src/index.ts";

export const SECRET = "the-secret-of-the-stub";
export const PATH = "/client-webhook";

/**
 * Blanks, escapes, `1.10`, an offset without a colon, members that no schema names, and a line feed at the end.
 */
export const BODY = `{ "@event" : "case_file.payment.confirmed",
\t"id":4711 ,"amount" :12550, "paidTo":"cl\\u0069ent",
  "confirmedAt":"2026-03-02T09:15:00+0100", "createdAt":"2026-02-27T16:40:12+01:00" ,
  "updatedAt":"2026-03-02T09:15:00+01:00", "caseFile" : { "id":815, "label":null },
  "note":"caf\\u00e9 \\/ Käse ", "rate":1.10 }
`;
/** The same JSON in other bytes. */
const ALTERED = BODY.replace("  ", " ");

/**
 * Printed by a stub's handler: `received`, the bytes in base64, and the model encoded again, in base64; tabs between.
 */
const LINE = /^received\t(?<bytes>[A-Za-z0-9+/=]*)\t(?<model>[A-Za-z0-9+/=]*)\s*$/gm;

export type Sent = { genuine: number; altered: number };

/** Posts the genuine body and the altered one, both with the signature of the first. @returns the statuses */
export async function deliver(url: string): Promise<Sent> {
  const signature = signBody(BODY, SECRET);
  const post = async (body: string) => {
    const headers = { "content-type": "application/json", "x-service-signature": signature };
    const answer = await fetch(`${url}${PATH}`, { method: "POST", headers, body, signal: AbortSignal.timeout(20_000) });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { genuine: await post(BODY), altered: await post(ALTERED) };
}

/** What came of it, by the statuses and by what the handler printed. No I/O. */
export function judgeStub({ genuine, altered }: Sent, output: string) {
  const lines = [...output.matchAll(LINE)].map(({ groups = {} }) => ({
    bytes: Buffer.from(groups["bytes"] ?? "", "base64"),
    model: Buffer.from(groups["model"] ?? "", "base64"),
  }));
  const [first] = lines;
  const signature = signBody(BODY, SECRET);
  const holds = (bytes: Buffer) => verifySignature(bytes, signature, SECRET);
  const reached = first !== undefined && genuine >= 200 && genuine < 300;
  return {
    receives: reached
      ? ("yes" as const)
      : (`no: answered ${genuine}${first ? "" : ", the handler was not called"}` as const),
    ...(first && {
      bytes: holds(first.bytes) ? ("yes" as const) : (`no: ${first.bytes.length} other bytes` as const),
      encodedAgain: holds(first.model) ? ("yes" as const) : ("no: other bytes" as const),
      unknownMembers: keeps(first.model) ? ("kept" as const) : ("dropped" as const),
      refuses:
        altered === 401 && lines.length === 1
          ? ("yes" as const)
          : (`no: answered ${altered}${lines.length > 1 ? ", the handler was called" : ""}` as const),
    }),
  };
}

function keeps(model: Buffer): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(model.toString()).note, JSON.parse(BODY).note);
  } catch {
    return false;
  }
}
