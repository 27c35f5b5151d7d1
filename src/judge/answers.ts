/** Reads answers in any form that is left open (U-01, U-03, N-4.3-02), and judges the members that are named. */

import { type Fault, validateAppWebhook, validateClientWebhook } from "../../generated/validators.ts";
import { NotObserved } from "./check.ts";
import type { Exchange } from "./wire/http.ts";

export type Json = Record<string, unknown>;

/** Tells an object from a list and null. */
export const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Decodes a text without NUL, in its charset or in a form of Unicode; undefined if none fits. */
export function textOf(bytes: Buffer, charset = "utf-8"): string | undefined {
  for (const name of [charset, "utf-8", ...(bytes.includes(0) ? ["utf-16le", "utf-16be"] : [])]) {
    try {
      const text = new TextDecoder(name, { fatal: true }).decode(bytes);
      if (!text.includes("\0")) return text;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** The same for people. */
export const shownText = (bytes: Buffer) => textOf(bytes) ?? `${bytes.length} bytes that are not text`;

/** The value of a JSON text in any encoding; undefined if the text is not JSON. */
export function jsonOf(bytes: Buffer, contentType = ""): unknown {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return JSON.parse(textOf(bytes, charset) ?? "");
  } catch {
    return undefined;
  }
}

/** The body of an answer, if there is one: JSON, or the fields of a form. */
export function contentOf({ response: answer }: Pick<Exchange, "response">): unknown {
  if (!answer) return undefined;
  if (answer.isCut)
    throw new NotObserved("answer_too_large: the answer is larger than 1 MiB, which the judge does not read");
  const type = answer.headers["content-type"] ?? "";
  const value = jsonOf(answer.body, type);
  if (value !== undefined || !/x-www-form-urlencoded/i.test(type)) return value;
  const form = Object.fromEntries(new URLSearchParams(answer.body.toString("utf8")));
  return { ...form, ...(/^\d+$/.test(form["expires_in"] ?? "") && { expires_in: Number(form["expires_in"]) }) };
}

/** Every object inside a value, the outermost first. */
export function objectsIn(value: unknown, depth = 0): Json[] {
  if (depth > 8 || value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap((one) => objectsIn(one, depth + 1));
  return Array.isArray(value) ? inner : [value as Json, ...inner];
}

/** JSON must be sent without a byte order mark (RFC 8259, 8.1), but a lenient decoder hides one. */
export const isMarked = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));

const VALIDATIONS = { client: validateClientWebhook, app: validateAppWebhook };
const TEXT = "a string";
/** What the schemas of both resources say of the type of each member, in words. */
export const TYPES: Record<"client" | "app", Readonly<Record<string, string>>> = {
  client: { client: TEXT, name: TEXT, events: "a list of one or more strings", url: TEXT },
  app: {
    ...{ app: TEXT, webhookUrl: TEXT, events: "a list of 1 to 100 strings" },
    ...{ responseHandlingType: "the integer 1 or 2", active: "a boolean" },
  },
};

/** Says which type a member should have; undefined if the member has it or is absent. What a text says is open here. */
export function typeFault(kind: "client" | "app", member: string, resource: Json): string | undefined {
  if (!(member in TYPES[kind] && member in resource)) return undefined;
  const verdict = VALIDATIONS[kind]({ [member]: resource[member] });
  const isOfType = ({ path, keyword = "" }: Fault) =>
    !path.startsWith(`/${member}`) || /^(?:pattern|format)$/.test(keyword);
  if (verdict.ok || verdict.faults.every(isOfType)) return undefined;
  return `${member} is ${kindOf(resource[member])}, not ${TYPES[kind][member]}`;
}

/** Describes a value briefly, without its content. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value))
    return value.length === 0
      ? "an empty list"
      : `a list of ${[...new Set(value.map((one) => typeof one))].join(" and ")}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string")
    return value === "" ? "the empty string" : `the string ${JSON.stringify(value.slice(0, 60))}`;
  return `the ${typeof value} ${String(value)}`;
}
