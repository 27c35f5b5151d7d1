import { createHmac } from "node:crypto";

export const SECRET = "<WEBHOOK_SECRET>";

/** A signed delivery of 306 bytes, with an id of its own. */
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
