import type { Finding, Path } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { at, type Json, type Source } from "./source.ts";

/** What spec/extensions.md defines for x-signature, besides the name of the header and the prefix. */
const SIGNATURE = { algorithm: "hmac-sha256", key: "secret-utf8", content: "raw-body", encoding: "hex" };
const LOCATION = "$message.payload#/";
const SCHEME: Path = ["components", "securitySchemes", "clientWebhookSignature"];

/** Checks that the documents say the same of deliveries everywhere: signature, events, key for duplicates. */
export function checkDeliveries(inputs: Inputs): Finding[] {
  const { openapi, asyncapi } = inputs;
  return [...schemes(openapi), ...schemes(asyncapi), ...agreements(openapi, asyncapi), ...messages(inputs)];
}

/**
 * Checks that every known event has a message, that every event of a message is known, and that the members that
 * identify a delivery are required.
 */
function* messages({ asyncapi, schemas }: Inputs): Iterable<Finding> {
  const name = schemas.get("EventName");
  const known: Json[] = [name?.data["x-extensible-enum"] ?? []].flat();
  const all = Object.entries<Json>(asyncapi.data.components?.messages ?? {});
  for (const [id, { "x-event": event, "x-idempotency-key": keys = [], payload }] of all) {
    const path = ["components", "messages", id];
    if (event !== undefined && !known.includes(event)) yield finding(asyncapi, [...path, "x-event"], "event-known");
    const schema = schemas.get(/(\w+)\.yaml$/.exec(payload?.$ref)?.[1] ?? "");
    for (const [i, location] of [keys].flat().entries()) {
      const [, member] = String(location).split(LOCATION);
      if (member === undefined || !schema?.data.required?.includes(member))
        yield finding(asyncapi, [...path, "x-idempotency-key", i], "key-required", { location });
    }
  }
  for (const [i, event] of known.entries())
    if (name && !all.some(([, message]) => message["x-event"] === event))
      yield finding(name, ["x-extensible-enum", i], "event-carried", { event });
}

/** Every member of `x-signature` has the value that spec/extensions.md defines. */
function* schemes(source: Source): Iterable<Finding> {
  const path = [...SCHEME, "x-signature"];
  for (const [member, value] of Object.entries(SIGNATURE))
    if (at(source.data, [...path, member]) !== value)
      yield finding(source, [...path, member], "signature-scheme", { member, value });
}

/**
 * The signature scheme is in both documents, because each must be whole; what several places say of it must be the
 * same.
 */
function* agreements(openapi: Source, asyncapi: Source): Iterable<Finding> {
  const [one, two] = [at(openapi.data, SCHEME), at(asyncapi.data, SCHEME)];
  const [first, second] = [one?.["x-signature"], two?.["x-signature"]];
  const parameter = ["components", "parameters", "Signature", "name"];
  const headers = ["components", "messages", "paymentConfirmed", "headers", "required"];
  const inScheme = "The header of the scheme and of x-signature";
  const [inParameter, inMessage] = [at(openapi.data, parameter), at(asyncapi.data, headers)];
  const pairs: [a: Json, b: Json, source: Source, path: Path, what: string][] = [
    [first, second, asyncapi, [...SCHEME, "x-signature"], "x-signature of the two documents"],
    [one?.name, first?.header, openapi, [...SCHEME, "name"], inScheme],
    [two?.name, second?.header, asyncapi, [...SCHEME, "name"], inScheme],
    [inParameter, one?.name, openapi, parameter, "The header of the parameter and of the scheme"],
    [inMessage, [second?.header], asyncapi, headers, "The header of the message and of x-signature"],
  ];
  for (const [a, b, source, path, what] of pairs)
    if (JSON.stringify(a) !== JSON.stringify(b)) yield finding(source, path, "signature-agrees", { what });
}
