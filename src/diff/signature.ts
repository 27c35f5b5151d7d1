/** `x-signature`: how a delivery is signed. Any change of it breaks every receiver that verifies. */

import { isSameText } from "../documents/json.ts";
import { entriesOf, isObject, type JsonValue, type Maybe, member } from "../json.ts";
import { moved, namesOf, type Pair, shown } from "./pair.ts";
import type { Sides } from "./sides.ts";

const REFUSES = "Every receiver that verifies refuses every delivery until it follows.";
const REPLACE = "The constants of the signature change: regenerate at the same moment as the service.";

/** The scheme that signs, if the document has one. */
function signatureScheme(root: Maybe): JsonValue | undefined {
  const schemes = entriesOf(member(root, "components", "securitySchemes"));
  return schemes.find(([, scheme]) => isObject(member(scheme, "x-signature")))?.[1];
}

/** Returns the name of the signature header in lower case. */
export function signatureHeader(root: Maybe): string | undefined {
  const header = member(signatureScheme(root), "x-signature", "header");
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
        generatedClients: "Once regenerated, the code can verify.",
      },
    });
  if (!isObject(pair.new))
    return void sides.add({
      kind: "signature.removed",
      where,
      what: "x-signature is gone: the document no longer says how deliveries are signed.",
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers: "Nothing says any more how to verify a delivery.",
        generatedClients: "Once regenerated, the code cannot verify.",
      },
    });
  sides.sawAll(pair);
  for (const name of namesOf(pair)) {
    const [a, b] = [pair.old[name], pair.new[name]];
    const isSameHeader = name === "header" && String(a).toLowerCase() === String(b).toLowerCase();
    if (isSameHeader || isSameText(a, b)) continue;
    const what = b === undefined || a === undefined ? moved(a, b) : `is ${shown(b)} instead of ${shown(a)}`;
    const lost = "They look for the signature under the old name, find none, and refuse.";
    sides.add({
      kind: `signature.${name}`,
      where,
      what: `${name} of the signature ${what}.`,
      breaks: ["receivers", "generatedClients"],
      effects: { receivers: name === "header" ? `${lost} ${REFUSES}` : REFUSES, generatedClients: REPLACE },
    });
  }
}

/**
 * The pattern of the header's value belongs to the signature: a change is reported as one of the signature, not of any
 * pattern.
 */
export function withoutPattern(sides: Sides, schemas: Pair, where: string): Pair {
  const { old, new: fresh } = sides.resolved(schemas);
  const [a, b] = [member(old, "pattern"), member(fresh, "pattern")];
  if (a === b || a === undefined || b === undefined || !isObject(old) || !isObject(fresh)) return schemas;
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
