import { createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";

export const SECRET = "<WEBHOOK_SECRET>";

/** A signed delivery of 306 bytes, with a unique id. */
export function delivery(id: number): { body: Buffer; header: string } {
  const payload = {
    "@event": "case_file.payment.confirmed",
    id,
    amount: 12550,
    paidTo: "client",
    confirmedAt: "2026-03-02T09:15:00+01:00",
    createdAt: "2026-02-27T16:40:12+01:00",
    updatedAt: "2026-03-02T09:15:00+01:00",
    caseFile: { id: 815 },
    note: "",
  };
  payload.note = "x".repeat(306 - JSON.stringify(payload).length);
  const body = Buffer.from(JSON.stringify(payload));
  return { body, header: `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}` };
}

/** The lower bound: what any verification on Node has to do. */
export function bareVerify(body: Uint8Array, header: string): boolean {
  const digest = createHmac("sha256", SECRET).update(body).digest();
  const given = Buffer.from(header.slice("sha256=".length), "hex");
  return given.length === digest.length && timingSafeEqual(digest, given);
}

/** The same delivery as an HTTP request. */
export function wire(id: number): Buffer {
  const { body, header } = delivery(id);
  const head = [
    "POST /hook HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `${SIGNATURE_HEADER}: ${header}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
