/** The delivery that the cases vary, and its MAC, computed by `openssl`. */

import { spawnSync } from "node:child_process";

export type Bytes = Uint8Array | string;
/**
 * A case before it is computed. What it leaves out is as it should be: the body, its secret, its signature. `result` is
 * the index of the secret that matches, or the code of the error.
 */
export type Draft = {
  readonly id: string;
  readonly about: string;
  readonly body?: Bytes;
  readonly secrets?: readonly string[];
  readonly header?: string | null;
  readonly result: number | string;
};

/** Runs openssl. Returns what it prints. @throws Error if it fails */
export function openssl(args: string[], input: Bytes = ""): Buffer {
  const { error, status, stdout, stderr } = spawnSync("openssl", args, { input });
  if (error) throw error;
  if (status !== 0) throw new Error(`openssl ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** The MAC as bytes. OpenSSL takes no empty key; HMAC pads keys with zeros, so one zero byte is the same key. */
export function mac(secret: Bytes, body: Bytes, hash = "sha256"): Buffer {
  const hexkey = Buffer.from(secret).toString("hex") || "00";
  return openssl(["dgst", `-${hash}`, "-mac", "HMAC", "-macopt", `hexkey:${hexkey}`, "-binary"], body);
}

/** Returns the HMAC in hexadecimal. */
export const hex = (secret: Bytes, body: Bytes) => mac(secret, body).toString("hex");
/** Returns the value of the signature header. */
export const sign = (secret: Bytes, body: Bytes) => `sha256=${hex(secret, body)}`;

export const PAYMENT = {
  "@event": "case_file.payment.confirmed",
  id: 4711,
  amount: 12550,
  paidTo: "client",
  confirmedAt: "2026-03-02T09:15:00+01:00",
  createdAt: "2026-02-27T16:40:12+01:00",
  updatedAt: "2026-03-02T09:15:00+01:00",
  caseFile: { id: 815 },
};
export const BODY = JSON.stringify(PAYMENT);
export const SECRET = "<WEBHOOK_SECRET>";
export const OLD = "<WEBHOOK_SECRET_OLD>";
export const OTHER = "<WEBHOOK_SECRET_OF_ANOTHER_WEBHOOK>";
export const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
export const ZERO = JSON.stringify({ ...PAYMENT, id: 100 }); // Its digest begins with a byte of zero.
