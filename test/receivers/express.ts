/** A receiver on Express, without anything of this project: the raw body first, then the signature, then JSON. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import express from "express";

const { PORT, WEBHOOK_SECRET = "", PROCESSED = "" } = process.env;
const app = express();

app.post("/hooks", express.raw({ type: () => true, limit: "1mb" }), (req, res) => {
  const raw = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  if (!isSigned(raw, req.get("X-Service-Signature"))) {
    res.sendStatus(401);
    return;
  }
  const payload = parse(raw);
  if (payload === undefined) {
    res.sendStatus(400);
    return;
  }
  if (payload["@event"] === "case_file.payment.confirmed") once({ id: payload.id, event: payload["@event"] });
  res.sendStatus(204);
});

app.listen(Number(PORT), "127.0.0.1");

function isSigned(raw: Buffer, header = ""): boolean {
  const digits = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  const right = createHmac("sha256", WEBHOOK_SECRET).update(raw).digest();
  return digits !== undefined && timingSafeEqual(Buffer.from(digits, "hex"), right);
}

function parse(raw: Buffer): { id: number; "@event": string } | undefined {
  try {
    const payload = JSON.parse(raw.toString());
    return Number.isInteger(payload?.id) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing runs between the look and the note: both are synchronous. */
function once(effect: { id: number; event: string }): void {
  const line = JSON.stringify(effect);
  if (!readFileSync(PROCESSED, "utf8").split("\n").includes(line)) appendFileSync(PROCESSED, `${line}\n`);
}
