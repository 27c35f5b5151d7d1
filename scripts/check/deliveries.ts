import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { at, finding, type Json, type Source } from "./source.ts";

type Path = (string | number)[];

/** What spec/extensions.md defines for x-signature, besides the name of the header and the prefix. */
const SIGNATURE = { algorithm: "hmac-sha256", key: "secret-utf8", content: "raw-body", encoding: "hex" };
const LOCATION = "$message.payload#/";

/** Checks that the documents say the same of deliveries everywhere: signature, events, key for duplicates. */
export function checkDeliveries(inputs: Inputs): Finding[] {
  return [...signatures(inputs), ...messages(inputs)];
}

/**
 * Checks that every known event has a message, that every event of a message is known, and that the members that
 * identify a delivery are required.
 */
function messages({ asyncapi, schemas }: Inputs): Finding[] {
  const findings: Finding[] = [];
  const name = schemas.get("EventName");
  const known: Json[] = [name?.data["x-extensible-enum"] ?? []].flat();
  const carried: Json[] = [];
  for (const [id, message] of Object.entries<Json>(asyncapi.data.components?.messages ?? {})) {
    const path = ["components", "messages", id];
    if ("x-event" in message) carried.push(message["x-event"]);
    if ("x-event" in message && !known.includes(message["x-event"])) {
      findings.push(
        finding(
          asyncapi,
          [...path, "x-event"],
          "event-known",
          "EventName does not list this event.",
          "Use one of x-extensible-enum, or add it there.",
        ),
      );
    }
    const payload = schemas.get(/(\w+)\.yaml$/.exec(message.payload?.$ref)?.[1] ?? "");
    for (const [i, location] of [message["x-idempotency-key"] ?? []].flat().entries()) {
      if (String(location).startsWith(LOCATION) && payload?.data.required?.includes(location.slice(LOCATION.length)))
        continue;
      findings.push(
        finding(
          asyncapi,
          [...path, "x-idempotency-key", i],
          "key-required",
          `\`${location}\` is not a required member of the payload.`,
          `Write ${LOCATION} and a required member.`,
        ),
      );
    }
  }
  for (const [i, event] of known.entries()) {
    if (name && !carried.includes(event))
      findings.push(
        finding(
          name,
          ["x-extensible-enum", i],
          "event-carried",
          `No message of spec/asyncapi.yaml has the x-event \`${event}\`.`,
          "Add the message, or remove the event.",
        ),
      );
  }
  return findings;
}

const SCHEME: Path = ["components", "securitySchemes", "clientWebhookSignature"];

/** The signature scheme is in both documents, because each must be whole; it must be the same. */
function signatures({ openapi, asyncapi }: Inputs): Finding[] {
  return [...schemes(openapi), ...schemes(asyncapi), ...agreements({ openapi, asyncapi })];
}

/** Every member of `x-signature` has the value that spec/extensions.md defines. */
function schemes(source: Source): Finding[] {
  const scheme = at(source.data, [...SCHEME, "x-signature"]);
  return Object.entries(SIGNATURE)
    .filter(([member, value]) => at(scheme, [member]) !== value)
    .map(([member, value]) =>
      finding(
        source,
        [...SCHEME, "x-signature", member],
        "signature-scheme",
        `\`${member}\` is not \`${value}\`.`,
        "Write what spec/extensions.md defines.",
      ),
    );
}

/** What several places say of the signature, and where; each pair must be the same. */
function agreements({ openapi, asyncapi }: Pick<Inputs, "openapi" | "asyncapi">): Finding[] {
  const [one, two] = [at(openapi.data, SCHEME), at(asyncapi.data, SCHEME)];
  const parameter = ["components", "parameters", "Signature", "name"];
  const headers = ["components", "messages", "paymentConfirmed", "headers", "required"];
  const inScheme = "The header of the scheme and of x-signature";
  const pairs: [a: Json, b: Json, source: Source, path: Path, what: string][] = [
    [
      one?.["x-signature"],
      two?.["x-signature"],
      asyncapi,
      [...SCHEME, "x-signature"],
      "x-signature of the two documents",
    ],
    [one?.name, one?.["x-signature"]?.header, openapi, [...SCHEME, "name"], inScheme],
    [two?.name, two?.["x-signature"]?.header, asyncapi, [...SCHEME, "name"], inScheme],
    [at(openapi.data, parameter), one?.name, openapi, parameter, "The header of the parameter and of the scheme"],
    [
      at(asyncapi.data, headers),
      [two?.["x-signature"]?.header],
      asyncapi,
      headers,
      "The header of the message and of x-signature",
    ],
  ];
  return pairs
    .filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b))
    .map(([, , source, path, what]) =>
      finding(source, path, "signature-agrees", `${what} differs.`, "Write the same in every place (F-0-02)."),
    );
}
