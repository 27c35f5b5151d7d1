/** Requests whose end two programs may see in two places. A receiver refuses them: nothing may hide behind one. */

import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { signBody } from "../../../src/signature/node.ts";
import { delivery, type Exchanged, exchange } from "./slow-requests.ts";

const EVENT = "case_file.payment.confirmed";
const BODY = JSON.stringify({ "@event": EVENT, id: 666 });
/** Follows each case on the same connection; its payment must never be handed over. */
export const HIDDEN_ID = 667;
const LENGTH = `Content-Length: ${BODY.length}`;
const CODING = "Transfer-Encoding: chunked";
const JSON_TYPE = "Content-Type: application/json";
const CHUNK = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

/** What follows the first size. */
const BEHIND_SIZE = CHUNK.slice(CHUNK.indexOf("\n") + 1);

type Case = readonly [title: string, lines: string, body: string, version?: string];

/** Header lines that frame the body, and the body as sent. Every body is genuine and signed. */
const REFUSED: readonly Case[] = [
  ["a coding behind a vertical tab", "Transfer-Encoding: \x0bchunked", CHUNK],
  ["two Transfer-Encoding lines", `${CODING}\r\n${CODING}`, CHUNK],
  ["an unknown coding in a second line", `${CODING}\r\nTransfer-Encoding: x`, CHUNK],
  ["a coding that is named twice", `${CODING}, chunked`, CHUNK],
  ["a coding that only resembles chunked", "Transfer-Encoding: xchunked", CHUNK],
  ["a coding before chunked", "Transfer-Encoding: gzip, chunked", CHUNK],
  ["a coding that says nothing before chunked", "Transfer-Encoding: identity, chunked", CHUNK],
  ["a bare CR inside of a value", `X-A: b\rX-C: d\r\n${LENGTH}`, BODY],
  ["a bare CR that hides a length", `X-A: b\rContent-Length: 5\r\n${LENGTH}`, BODY],
  ["two lengths that differ", `${LENGTH}\r\nContent-Length: 5`, BODY],
  ["a length with a sign", `Content-Length: +${BODY.length}`, BODY],
  ["a length below zero", "Content-Length: -1", BODY],
  ["a length beyond 64 bits", `Content-Length: ${2n ** 64n + BigInt(BODY.length)}`, BODY],
  ["a space before the colon", `Content-Length : ${BODY.length}`, BODY],
  ["a chunk size with a sign", CODING, `+${CHUNK}`],
  ["a chunk size with 0x", CODING, `0x${CHUNK}`],
  ["a chunk size beyond 64 bits", CODING, `10000000000000000${CHUNK}`],
];

/** RFC 9112, 6.3 lets a server refuse both, or take the coding alone if it closes the connection afterwards. */
const REFUSED_OR_CLOSED: readonly Case[] = [
  ["Content-Length before Transfer-Encoding", `${LENGTH}\r\n${CODING}`, CHUNK],
  ["Transfer-Encoding before Content-Length", `${CODING}\r\n${LENGTH}`, CHUNK],
  ["a chunk size with something behind it", CODING, `${BODY.length.toString(16)} x\r\n${BEHIND_SIZE}`],
  ["a chunk that is longer than its size", CODING, `${(BODY.length - 1).toString(16)}\r\n${BEHIND_SIZE}`],
  ["a chunk that is shorter than its size", CODING, `${(BODY.length + 1).toString(16)}\r\n${BEHIND_SIZE}`],
  ["a bare CR in a chunk extension", CODING, `${BODY.length.toString(16)};a=b\rc\r\n${BEHIND_SIZE}`],
  ["a coding in HTTP/1.0", `${CODING}\r\nConnection: keep-alive`, CHUNK, "1.0"],
];

/** Sends every case with a second delivery behind it, and returns what went wrong: nothing, if all is well. */
export async function framingFaults(port: number, secret: string): Promise<string[]> {
  const signature = `${SIGNATURE_HEADER}: ${signBody(BODY, secret)}`;
  const behind = delivery(JSON.stringify({ "@event": EVENT, id: HIDDEN_ID }), secret);
  const send = async ([title, lines, body, version = "1.1"]: Case): Promise<
    readonly [title: string, exchanged: Exchanged]
  > => {
    const head = [`POST /hooks HTTP/${version}`, "Host: x", "Content-Type: application/json", signature, lines];
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

/** A server that closes at all does so at once; one that lets connections idle waits longer. */
const AT_ONCE_MS = 2000;

/**
 * Sends a delivery in chunks, once signed and once forged. A sender whose connection closes without a word loses the
 * next delivery to it. Returns the titles of those where that would happen.
 */
export async function silentCloses(port: number, secret: string): Promise<string[]> {
  const asked = Object.entries({ signed: secret, forged: "another secret" }).map(async ([title, key]) => {
    const head = ["POST /hooks HTTP/1.1", "Host: x", JSON_TYPE, `${SIGNATURE_HEADER}: ${signBody(BODY, key)}`, CODING];
    const answer = await exchange(port, `${head.join("\r\n")}\r\n\r\n${CHUNK}`, AT_ONCE_MS);
    return answer.isClosed && !answer.isAnnounced ? [title] : [];
  });
  return (await Promise.all(asked)).flat();
}

/** Headers of a genuine delivery with the status that answers them, and what follows the head. */
const HEADERS: readonly (readonly [
  title: string,
  status: number,
  lines: (signature: string) => string[],
  body?: string,
])[] = [
  [
    "a wrong signature before the right one",
    401,
    (right) => [`${SIGNATURE_HEADER}: sha256=${"0".repeat(64)}`, right, JSON_TYPE],
  ],
  [
    "a wrong signature behind the right one",
    401,
    (right) => [right, `${SIGNATURE_HEADER}: sha256=${"0".repeat(64)}`, JSON_TYPE],
  ],
  ["the right signature twice", 401, (right) => [right, right, JSON_TYPE]],
  ["another media type behind JSON", 415, (right) => [right, JSON_TYPE, "Content-Type: text/plain"]],
  ["another media type before JSON", 415, (right) => [right, "Content-Type: text/plain", JSON_TYPE]],
  ["a parameter of the media type beyond ASCII", 204, (right) => [right, `${JSON_TYPE}; x=\xfc`]],
  ["a sender that waits until it may send the body", 100, (right) => [right, JSON_TYPE, "Expect: 100-continue"], ""],
];

/** Sends genuine deliveries with unusual headers, and returns what was answered otherwise. */
export async function headerFaults(port: number, secret: string): Promise<string[]> {
  const signature = `${SIGNATURE_HEADER}: ${signBody(BODY, secret)}`;
  const faults: string[] = [];
  for (const [title, expected, lines, body = BODY] of HEADERS) {
    const head = ["POST /hooks HTTP/1.1", "Host: x", ...lines(signature), LENGTH, "Connection: close"];
    const { statuses } = await exchange(port, `${head.join("\r\n")}\r\n\r\n${body}`, AT_ONCE_MS);
    if (statuses[0] !== expected) faults.push(`${title}: ${statuses.join(", ") || "no answer"}`);
  }
  return faults;
}
