/**
 * Both doors of a receiver see the same headers, although Node keeps only the first value of some that are repeated
 * (F-6.3-02).
 */

import { describe, expect, it } from "vitest";
import { createReceiver } from "../../src/receive/index.ts";
import { codeOf, EVENT, listen, SECRET, sign, snapshot } from "../support/receiver.ts";
import { sender } from "../support/sender.ts";

type Lines = readonly (readonly [name: string, value: string])[];

const body = snapshot();
const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** What each door answers: a code, or a status without one. */
async function answers(lines: Lines, signatureHeader: string): Promise<unknown[]> {
  const { node, fetch } = createReceiver({ secrets: SECRET, on: { [EVENT]() {} }, onProblem() {}, signatureHeader });
  const headers = new Headers();
  for (const [name, value] of lines) headers.append(name, value);
  const response = await fetch(new Request("http://receiver.test/hook", { method: "POST", headers, body }));
  const overFetch = codeOf({ text: await response.text() }) ?? response.status;

  await using server = await listen(node);
  const client = await sender(server.port);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  client.write(`POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${head}\r\n${body}`);
  const [overNode] = await client.answers(1);
  client.destroy();
  return [overFetch, overNode];
}

const twice = (name: string, one: string, other = one): Lines => [
  [name, one],
  [name.toLowerCase(), other],
];

describe("a repeated header", () => {
  it.each([
    ["media type, the same", "application/json", "application/json"],
    ["media type, first another", "text/plain", "application/json"],
    ["media type, then another", "application/json", "text/plain"],
  ])("%s", async (_, one, other) => {
    const lines: Lines = [...twice("Content-Type", one, other), ["X-Sig", sign(body)]];
    expect(await answers(lines, "x-sig")).toEqual(["media_type_unsupported", "media_type_unsupported"]);
  });

  // Node keeps the first value of those, joins those of the others, and lists those of the last one.
  it.each(["Authorization", "From", "ETag", "X-Service-Signature", "Cookie", "Set-Cookie"])(
    "%s as the signature, repeated, is never a signature",
    async (name) => {
      const [right, wrong] = [sign(body), sign(body, "other")];
      for (const [one, other] of [
        [right, right],
        [right, wrong],
        [wrong, right],
      ] as const) {
        // Cookies are joined by a semicolon and a space.
        const code = name === "Cookie" ? "signature_whitespace" : "signature_repeated";
        expect(await answers([JSON_TYPE, ...twice(name, one, other)], name)).toEqual([code, code]);
      }
      expect(await answers([JSON_TYPE, [name, right]], name)).toEqual([204, 204]);
    },
  );
});
