/** The example payload of the documents as compact JSON: the bytes that their example signature covers. */

import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";

/** The message of each webhook system in `generated/asyncapi.json`. */
const MESSAGES = { client: "paymentConfirmed", app: "appEvent" } as const;

export function exampleBody(of: keyof typeof MESSAGES): Buffer {
  const { messages } = JSON.parse(readFileSync(packageFile("generated/asyncapi.json"), "utf8")).components;
  return Buffer.from(JSON.stringify(messages[MESSAGES[of]].examples[0].payload));
}
