/**
 * Requests whose end two programs may see in two places. A receiver refuses them, so that nothing can hide behind one.
 */

import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { signBody } from "../../../src/signature/node.ts";
import { delivery, type Exchanged, exchange } from "./slow-requests.ts";

const EVENT = "case_file.payment.confirmed";
const BODY = JSON.stringify({ "@event": EVENT, id: 666 });
/** Follows each case on the same connection; its payment must never be handed over. */
export const HIDDEN_ID = 667;
const LENGTH = `Content-Length: ${BODY.length}`;
const CODING = "Transfer-Encoding: chunked";
const CHUNK = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

type Case = readonly [title: string, lines: string, body: string];

/** Header lines that frame the body, and the body as sent. Every body is genuine and signed. */
const REFUSED: readonly Case[] = [
  ["a coding behind a vertical tab", "Transfer-Encoding: \x0bchunked", CHUNK],
  ["two Transfer-Encoding lines", `${CODING}\r\n${CODING}`, CHUNK],
  ["an unknown coding in a second line", `${CODING}\r\nTransfer-Encoding: x`, CHUNK],
  ["a coding that is named twice", `${CODING}, chunked`, CHUNK],
  ["a coding that only resembles chunked", "Transfer-Encoding: xchunked", CHUNK],
  ["a bare CR inside of a value", `X-A: b\rX-C: d\r\n${LENGTH}`, BODY],
  ["a bare CR that hides a length", `X-A: b\rContent-Length: 5\r\n${LENGTH}`, BODY],
  ["two lengths that differ", `${LENGTH}\r\nContent-Length: 5`, BODY],
  ["a length with a sign", `Content-Length: +${BODY.length}`, BODY],
  ["a length below zero", "Content-Length: -1", BODY],
  ["a space before the colon", `Content-Length : ${BODY.length}`, BODY],
  ["a chunk size with a sign", CODING, `+${CHUNK}`],
  ["a chunk size with 0x", CODING, `0x${CHUNK}`],
  ["a chunk size beyond 64 bits", CODING, `10000000000000000${CHUNK}`],
];

/** RFC 9112, 6.3 lets a server refuse both, or take the coding alone if it closes the connection afterwards. */
const REFUSED_OR_CLOSED: readonly Case[] = [
  ["Content-Length before Transfer-Encoding", `${LENGTH}\r\n${CODING}`, CHUNK],
  ["Transfer-Encoding before Content-Length", `${CODING}\r\n${LENGTH}`, CHUNK],
];

/** Sends every case with a second delivery behind it, and returns what went wrong: nothing, if all is well. */
export async function framingFaults(port: number, secret: string): Promise<string[]> {
  const signature = `${SIGNATURE_HEADER}: ${signBody(BODY, secret)}`;
  const behind = delivery(JSON.stringify({ "@event": EVENT, id: HIDDEN_ID }), secret);
  const send = async ([title, lines, body]: Case): Promise<readonly [title: string, exchanged: Exchanged]> => {
    const head = ["POST /hooks HTTP/1.1", "Host: x", "Content-Type: application/json", signature, lines];
    return [title, await exchange(port, `${head.join("\r\n")}\r\n\r\n${body}${behind}`)];
  };
  const isRefused = ({ statuses }: Exchanged) => statuses.every((status) => status >= 400);
  const isLast = ({ statuses, isClosed }: Exchanged) => statuses.length === 1 && isClosed;
  const refused = (await Promise.all(REFUSED.map(send))).filter(([, answers]) => !isRefused(answers));
  const closed = (await Promise.all(REFUSED_OR_CLOSED.map(send))).filter(
    ([, answers]) => !isRefused(answers) && !isLast(answers),
  );
  return [...refused, ...closed].map(([title, { statuses }]) => `${title}: ${statuses.join(", ") || "no answer"}`);
}
