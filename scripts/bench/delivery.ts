import { createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { PAYMENT, SECRET } from "../vectors/delivery.ts";

export { SECRET };

/** A signed delivery of 306 bytes, with a unique id. */
export function delivery(id: number): { body: Buffer; header: string } {
  const payload = { ...PAYMENT, id, note: "" };
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
