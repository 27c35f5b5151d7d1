/**
 * The payload that the documents show, as its compact JSON. The example signature of the documents is that of these
 * bytes.
 */

import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";

/** The message of each webhook system in `generated/asyncapi.json`. */
const MESSAGES = { client: "paymentConfirmed", app: "appEvent" } as const;

export function exampleBody(of: keyof typeof MESSAGES): Buffer {
  const { messages } = JSON.parse(readFileSync(packageFile("generated/asyncapi.json"), "utf8")).components;
  return Buffer.from(JSON.stringify(messages[MESSAGES[of]].examples[0].payload));
}
