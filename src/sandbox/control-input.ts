/** What the control reads from bodies and queries, each with a sentence on what is wrong. */

import { parsedJson, readText } from "./body.ts";
import { appOf, clientOf } from "./iris.ts";
import type { Kind, Records } from "./model.ts";
import type { World } from "./world.ts";

/** Thrown where the control refuses. */
export class ControlRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Input = Readonly<Record<string, unknown>>;

/** The body as an object, whether or not it has a media type; none is an empty one. */
export async function inputOf(request: Request): Promise<Input> {
  const body = parsedJson((await readText(request)) || "{}");
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Input;
  throw wrong("body", "must be an object");
}

export function wrong(member: string, message: string): ControlRefusal {
  return new ControlRefusal(400, "input_invalid", `${member} ${message}`);
}

export function missing(what: string): ControlRefusal {
  return new ControlRefusal(404, "not_found", `There is no ${what}.`);
}

export function numberOf(input: Input, member: string, fallback: number, min: number, max: number): number {
  const value = input[member] ?? fallback;
  if (typeof value === "number" && value >= min && value <= max) return value;
  throw wrong(member, `must be a number from ${min} to ${max}`);
}

export function wholeOf(input: Input, member: string, fallback: number, min: number, max: number): number {
  const value = numberOf(input, member, fallback, min, max);
  if (Number.isInteger(value)) return value;
  throw wrong(member, "must be a whole number");
}

export function textOf(input: Input, member: string, fallback?: string): string {
  const value = input[member] ?? fallback;
  if (typeof value === "string" && value !== "" && value.length <= 1000) return value;
  throw wrong(member, "must be a text of 1 to 1000 characters");
}

export function textsOf(input: Input, member: string, fallback: readonly string[]): string[] {
  const value = input[member] ?? fallback;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return [...value];
  throw wrong(member, "must be a list of texts");
}

export function booleanOf(input: Input, member: string, fallback?: boolean): boolean {
  const value = input[member] ?? fallback;
  if (typeof value === "boolean") return value;
  throw wrong(member, "must be true or false");
}

export function choiceOf<T extends string>(input: Input, member: string, choices: readonly T[], fallback?: T): T {
  const value = input[member] ?? fallback;
  if (choices.includes(value as T)) return value as T;
  throw wrong(member, `must be ${choices.join(" or ")}`);
}

/** The record of an id in a path. */
export function recordOf<K extends Exclude<Kind, "oauthClient" | "code" | "token" | "setting">>(
  world: World,
  kind: K,
  id: string | undefined,
): Records[K] {
  const record = /^\d{1,15}$/.test(id ?? "") ? world.store.get(kind, Number(id) as never) : undefined;
  if (record) return record;
  throw missing(`${kind} with the id ${String(id).slice(0, 40)}`);
}

/** The id of a client, given as such or as IRI. */
export function clientIdOf(world: World, input: Input, fallback?: number): number {
  const value = input["client"] ?? fallback;
  const client = typeof value === "string" ? clientOf(world, value) : world.store.get("client", value as number);
  if (client) return client.id;
  throw wrong("client", "must be the id or the IRI of a client that exists");
}

/** The id of an App in a path: its number, its id in paths of the API, or its IRI. */
export function appIdOf(world: World, value: string): number {
  const number = Number(/^(?:app-)?(\d{1,15})$/.exec(value)?.[1] ?? Number.NaN);
  const app = appOf(world, value) ?? world.store.get("app", number);
  if (app) return app.id;
  throw missing(`App ${value.slice(0, 40)}`);
}
