/** `x-signature`: how a delivery is signed. Any change of it breaks every receiver that verifies. */

import { entriesOf, isObject, type Json, member } from "../documents/json.ts";
import { moved, namesOf, type Pair, type Sides, shown } from "./sides.ts";

const REFUSES = "Every receiver that verifies refuses every delivery until it follows.";
const REPLACE = "The constants of the signature change: generate again, at the same moment as the service.";

/** The scheme that signs, if the document has one. */
function signatureScheme(root: Json): Json {
  return entriesOf(member(member(root, "components"), "securitySchemes")).find(([, scheme]) =>
    isObject(member(scheme, "x-signature")),
  )?.[1];
}

/** The name of the signature header in lower case. */
export function signatureHeader(root: Json): string | undefined {
  const header = member(member(signatureScheme(root), "x-signature"), "header");
  return typeof header === "string" ? header.toLowerCase() : undefined;
}

export function compareSignature(sides: Sides, { old, new: fresh }: Pair, where: string): void {
  const pair = { old: member(old, "x-signature"), new: member(fresh, "x-signature") };
  if (!isObject(pair.old) && !isObject(pair.new)) return;
  if (!isObject(pair.old))
    return void sides.add({
      kind: "signature.added",
      where,
      what: "The signature is described by x-signature now.",
      effects: {
        receivers: "They can verify by these rules.",
        generatedClients: "Generated again, the code can verify.",
      },
    });
  if (!isObject(pair.new))
    return void sides.add({
      kind: "signature.removed",
      where,
      what: "x-signature is gone: how deliveries are signed is no longer said.",
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers: "Nothing says any more how to verify a delivery.",
        generatedClients: "Generated again, the code cannot verify.",
      },
    });
  for (const name of namesOf(pair)) {
    const [a, b] = [pair.old[name], pair.new[name]];
    const isSameHeader = name === "header" && String(a).toLowerCase() === String(b).toLowerCase();
    if (isSameHeader || JSON.stringify(a) === JSON.stringify(b)) continue;
    sides.add({
      kind: `signature.${name}`,
      where,
      what: `${name} of the signature ${b === undefined || a === undefined ? moved(a, b) : `is ${shown(b)} instead of ${shown(a)}`}.`,
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers:
          name === "header"
            ? `They look for the signature under the old name, find none, and refuse. ${REFUSES}`
            : REFUSES,
        generatedClients: REPLACE,
      },
    });
  }
}

/** The pattern of the header's value belongs to the signature: one that changes is told as such, not as any pattern. */
export function withoutPattern(sides: Sides, schemas: Pair, where: string): Pair {
  const { old, new: fresh } = sides.resolved(schemas);
  const [a, b] = [member(old, "pattern"), member(fresh, "pattern")];
  if (a === b || a === undefined || b === undefined) return schemas;
  sides.add({
    kind: "signature.form",
    where,
    what: `The form of the signature is ${shown(b)} instead of ${shown(a)}.`,
    breaks: ["receivers", "generatedClients"],
    effects: { receivers: REFUSES, generatedClients: REPLACE },
  });
  const { pattern: _, ...restOld } = old;
  const { pattern: __, ...restNew } = fresh;
  return { old: restOld, new: restNew };
}
