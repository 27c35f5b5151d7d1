import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { at, finding, type Json, type Source } from "./source.ts";

type Path = (string | number)[];

/** What spec/extensions.md defines for x-signature, beside the name of the header and the prefix. */
const SIGNATURE = { algorithm: "hmac-sha256", key: "secret-utf8", content: "raw-body", encoding: "hex" };
const LOCATION = "$message.payload#/";

/**
 * What is said of deliveries in several places is the same in all of them: the signature, the events, the key for
 * duplicates.
 */
export function checkDeliveries(inputs: Inputs): Finding[] {
  return [...signatures(inputs), ...messages(inputs)];
}

/**
 * Every known event has a message, every event of a message is known, and the members that identify a delivery are
 * required.
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
          `\`${location}\` is no required member of the payload.`,
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
          "Add the message, or take the event away.",
        ),
      );
  }
  return findings;
}

/** The signature scheme stands in both documents, because each must be whole; it must be the same. */
function signatures({ openapi, asyncapi }: Inputs): Finding[] {
  const path = ["components", "securitySchemes", "clientWebhookSignature"];
  const [one, two] = [at(openapi.data, path), at(asyncapi.data, path)];
  const findings: Finding[] = [];
  const same = (a: Json, b: Json, source: Source, where: Path, what: string) => {
    if (JSON.stringify(a) !== JSON.stringify(b))
      findings.push(
        finding(source, where, "signature-agrees", `${what} differs.`, "Write the same in every place (F-0-02)."),
      );
  };
  for (const [source, scheme] of [
    [openapi, one],
    [asyncapi, two],
  ] as const) {
    for (const [member, value] of Object.entries(SIGNATURE)) {
      const where = [...path, "x-signature", member];
      if (at(scheme, ["x-signature", member]) !== value)
        findings.push(
          finding(
            source,
            where,
            "signature-scheme",
            `\`${member}\` is not \`${value}\`.`,
            "Write what spec/extensions.md defines.",
          ),
        );
    }
  }
  same(
    one?.["x-signature"],
    two?.["x-signature"],
    asyncapi,
    [...path, "x-signature"],
    "x-signature of the two documents",
  );
  same(
    one?.name,
    one?.["x-signature"]?.header,
    openapi,
    [...path, "name"],
    "The header of the scheme and of x-signature",
  );
  same(
    two?.name,
    two?.["x-signature"]?.header,
    asyncapi,
    [...path, "name"],
    "The header of the scheme and of x-signature",
  );
  same(
    at(openapi.data, ["components", "parameters", "Signature", "name"]),
    one?.name,
    openapi,
    ["components", "parameters", "Signature", "name"],
    "The header of the parameter and of the scheme",
  );
  const headers = ["components", "messages", "paymentConfirmed", "headers", "required"];
  same(
    at(asyncapi.data, headers),
    [two?.["x-signature"]?.header],
    asyncapi,
    headers,
    "The header of the message and of x-signature",
  );
  return findings;
}
