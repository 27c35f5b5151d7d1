/** Finds examples that contradict their schemas. */

import { withinTime } from "../documents/budget.ts";
import { inside, isSameHere, pointedAt } from "../documents/json.ts";
import { formFault } from "../values/form-fault.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";

/** An example, the schema that it is of, and where it stands: `components.schemas.Refund.examples.0`. */
type Example = { readonly place: string; readonly schema: Maybe; readonly value: JsonValue };

/** A pattern may take a time that does not grow with its length alone. */
const PATTERN_MAX_MS = 1_000;

/**
 * Returns what contradicts its schema among the examples that the base does not have, as sentences. An example of the
 * base stays in force where an overlay adds a member.
 *
 * @throws DocumentError `document_too_large` for a pattern that takes longer than 1 s
 */
export function exampleFaults(base: JsonObject, made: JsonObject): string[] {
  const before = new Map(examplesIn(base).map(({ place, value }) => [place, value]));
  const follow = (ref: string) => pointedAt(made, ref);
  return examplesIn(made).flatMap(({ place, schema, value }) => {
    if (isSameHere(before.get(place), value)) return [];
    const fault = formFault(schema, value, { follow, matches });
    return fault === undefined ? [] : [`the example ${place} contradicts its schema: ${fault}`];
  });
}

function examplesIn(document: JsonObject): Example[] {
  const found: Example[] = [];
  const walk = (node: JsonValue, place: string, isMap: boolean): void => {
    if (Array.isArray(node)) return void node.forEach((item, i) => void walk(item, `${place}.${i}`, false));
    if (!isObject(node)) return;
    if (!isMap) found.push(...findExamples(document, node, place));
    for (const [name, value] of entriesOf(node)) {
      const { isMap: isNext, isData, isExtension } = inside(name, value, isMap);
      if (!isData && !isExtension) walk(value, place === "" ? name : `${place}.${name}`, isNext);
    }
  };
  walk(document, "", false);
  return found;
}

/** Those of a schema, of what holds one (a parameter, a body), and of a message. */
function findExamples(document: JsonObject, node: JsonObject, place: string): Example[] {
  const { example, examples, payload, headers, schema = node } = node;
  const shown = isObject(examples)
    ? entriesOf(examples).map(([name, one]): [string, Maybe] => [`${name}.value`, shownBy(document, one)])
    : itemsOf(examples).map((one, i): [string, Maybe] => [String(i), one]);
  const all = [["example", example] as const, ...shown.map(([name, one]) => [`examples.${name}`, one] as const)];
  return all.flatMap(([name, value]): Example[] => {
    if (value === undefined) return [];
    if (payload === undefined && headers === undefined) return [{ place: `${place}.${name}`, schema, value }];
    const parts = [["payload", payload] as const, ["headers", headers] as const];
    return parts.flatMap(([part, schema]) => {
      const own = member(value, part);
      return own === undefined ? [] : [{ place: `${place}.${name}.${part}`, schema, value: own }];
    });
  });
}

function shownBy(document: JsonObject, example: JsonValue): Maybe {
  const ref = member(example, "$ref");
  return member(typeof ref === "string" ? pointedAt(document, ref) : example, "value");
}

function matches(pattern: string, text: string): boolean {
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, "u");
  } catch {
    return true;
  }
  return withinTime(`The pattern ${pattern}`, () => regex.test(text), PATTERN_MAX_MS);
}
