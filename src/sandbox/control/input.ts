/** What the control reads from bodies, paths and queries. Every error is a sentence on what is wrong. */

import { type ControlInputs, controlFaults } from "../../../generated/control.ts";
import type { ControlCode } from "../../errors/sandbox.ts";
import { isObject } from "../../values/json.ts";
import { parsedJson, readText } from "../api/body.ts";
import { clientIri, findApp, findClient } from "../api/ids.ts";
import type { Needs } from "../parts.ts";
import type { NumberedKind, Records } from "../store/model.ts";
import { findUnknown, knownNames } from "./calls.ts";

/** Thrown where the control refuses a request. */
export class ControlRefusal extends Error {
  readonly status: number;
  readonly code: ControlCode;
  /** For the header of the same name. */
  readonly allow: string | undefined;
  constructor(status: number, code: ControlCode, message: string, allow?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.allow = allow;
  }
}

/** Number of clients that a refusal names. */
const NAMED_MAX = 3;

export type Input = Readonly<Record<string, unknown>>;

/**
 * Reads the body as an object, whatever its media type; an empty body is an empty object.
 *
 * @throws ControlRefusal also for a member that the call does not know: a misspelt one would have no effect
 */
export async function readBody(request: Request): Promise<Input> {
  const body = parsedJson((await readText(request)) || "{}");
  if (!isObject(body)) throw wrong("body", "must be an object");
  refuseUnknown(body, knownNames(request, "body"));
  return body;
}

/** Reads the body of a call, with its defaults. @throws ControlRefusal */
export async function readInput<C extends keyof ControlInputs>(request: Request, call: C): Promise<ControlInputs[C]> {
  return checkInput(call, await readBody(request));
}

/** Returns what a call takes, with its defaults; a member that is null is left out. @throws ControlRefusal */
export function checkInput<C extends keyof ControlInputs>(call: C, given: Input): ControlInputs[C] {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const [fault] = controlFaults(call, present);
  // A form of the console shows the sentence at the field that it begins with.
  if (fault) throw wrong(fault.path.split("/").findLast((part) => /\D/.test(part)) ?? "body", fault.message);
  return present as ControlInputs[C];
}

/** @throws ControlRefusal for a name that is not known; without `known`, all are */
export function refuseUnknown(given: object, known: readonly string[] | undefined): void {
  const sentence = known && findUnknown(given, known);
  if (sentence !== undefined) throw new ControlRefusal(400, "input_invalid", sentence);
}

/** Returns the refusal of a member. */
export function wrong(member: string, message: string): ControlRefusal {
  return new ControlRefusal(400, "input_invalid", `${member} ${message}`);
}

/** Returns the refusal of something that does not exist. */
export function notFound(what: string): ControlRefusal {
  return new ControlRefusal(404, "not_found", `There is no ${what}.`);
}

/** Returns the record of an id in a path. @throws ControlRefusal */
export function findRecord<K extends NumberedKind>(
  { store }: Needs<"store">,
  kind: K,
  id: string | undefined,
): Records[K] {
  const record = /^\d{1,15}$/.test(id ?? "") ? store.get(kind, Number(id)) : undefined;
  if (record) return record;
  throw notFound(`${kind} with the id ${String(id).slice(0, 40)}`);
}

/** Returns the id of the client that the member `client` names by id or IRI. @throws ControlRefusal */
export function readClientId(parts: Needs<"store" | "profile" | "baseUrl">, value: unknown = 1): number {
  const byId = typeof value === "number" ? parts.store.get("client", value) : undefined;
  const client = typeof value === "string" ? findClient(parts, value) : byId;
  if (client) return client.id;
  const there = parts.store.list("client").slice(0, NAMED_MAX);
  const named = there.map(({ id }) => `${id} or ${clientIri(parts, id)}`).join("; ");
  throw wrong("client", `must be the id or the IRI of a client that exists: ${named}`);
}

/** Returns the id of an App: from its number, its id in paths of the API, or its IRI. @throws ControlRefusal */
export function parseAppId(parts: Needs<"store" | "profile" | "baseUrl">, value: string): number {
  const number = Number(/^(?:app-)?(\d{1,15})$/.exec(value)?.[1] ?? Number.NaN);
  const app = findApp(parts, value) ?? parts.store.get("app", number);
  if (app) return app.id;
  throw notFound(`App ${value.slice(0, 40)}`);
}
