/** Checks that the documents still say one thing: references lead somewhere, and what both hold is the same in both. */

import { withinTime } from "../documents/budget.ts";
import { documentError } from "../documents/errors.ts";
import { inside, isSameHere, isSameText, pointedAt } from "../documents/json.ts";
import { toDocument } from "../documents/read.ts";
import { formFault } from "../values/form-fault.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import type { SignatureScheme } from "./deployment.ts";
import { type Pair, readAuthorizationUrl, readAuthUrl, readBaseUrl } from "./settings.ts";

type Fail = (why: string) => never;

const SCHEME = ["components", "securitySchemes", "clientWebhookSignature"] as const;

/** Returns `x-signature` of a document that was checked. */
export const readSignature = (document: JsonObject): SignatureScheme =>
  member(document, ...SCHEME, "x-signature") as unknown as SignatureScheme;

/** @throws DocumentError `overlay_result` with the first thing that does not fit, and as `toDocument` */
export function checkResult(base: Pair, made: Pair): void {
  const fail: Fail = (why) => {
    throw documentError("overlay_result", why);
  };
  for (const kind of ["openapi", "asyncapi"] as const) {
    toDocument(made[kind], `${kind}.json`);
  }
  checkSignature(base, made, fail);
  checkHeaderNames(made, fail);
  checkDeliveryRules(base, made, fail);
  checkScopes(made.openapi, fail);
  checkUrls(made, fail);
  checkSharedSchemas(made, fail);
  const faults = (["openapi", "asyncapi"] as const).flatMap((kind) =>
    exampleFaults(base[kind], made[kind]).map((fault) => `${kind}: ${fault}`),
  );
  if (faults.length > 0) fail(faults.join("; "));
}

/** Signer and verifiers support only this scheme, so only the name of the header may differ (F-6.3-05, U-18). */
function checkSignature(base: Pair, made: Pair, fail: Fail): void {
  const [one, other] = [made.openapi, made.asyncapi].map((document) => member(document, ...SCHEME, "x-signature"));
  if (!isObject(one)) return void fail("the scheme clientWebhookSignature of openapi has no x-signature");
  if (!isSameText(one, other)) fail("x-signature is not the same in openapi and asyncapi");
  for (const [name, value] of entriesOf(member(base.openapi, ...SCHEME, "x-signature")))
    if (name !== "header" && one[name] !== value)
      fail(`x-signature says ${name} ${JSON.stringify(one[name])}; it is ${JSON.stringify(value)} (F-6.3-05, U-18)`);
}

/** What a delivery has anyway: a POST with a JSON body. */
const TAKEN = new Set(["host", "connection", "content-length", "content-type", "transfer-encoding"]);

/** The name of the signature header stands in several places, and is the same in all of them. */
function checkHeaderNames({ openapi, asyncapi }: Pair, fail: Fail): void {
  const { header } = readSignature(openapi);
  if (typeof header !== "string" || !/^[\w-]+$/.test(header))
    fail(`${JSON.stringify(header)} is not the name of a header`);
  if (typeof header === "string" && TAKEN.has(header.toLowerCase()))
    fail(`${header} cannot carry a signature: every delivery has this header for something else`);
  const headers = member(asyncapi, "components", "messages", "paymentConfirmed", "headers");
  const required = itemsOf(member(headers, "required"));
  const declared = entriesOf(member(headers, "properties")).map(([name]): JsonValue => name);
  const names: [place: string, name: Maybe][] = [
    ["scheme of openapi", member(openapi, ...SCHEME, "name")],
    ["scheme of asyncapi", member(asyncapi, ...SCHEME, "name")],
    ["parameter Signature", member(openapi, "components", "parameters", "Signature", "name")],
    ["required headers of paymentConfirmed", required.find((name) => name === header)],
    ["properties of the headers of paymentConfirmed", declared.find((name) => name === header)],
  ];
  for (const [place, name] of names)
    if (name !== header) fail(`the ${place} does not have the signature header ${header}`);
  const undeclared = required.find((name) => !declared.includes(name));
  if (undeclared !== undefined) fail(`the header ${undeclared} of paymentConfirmed is required and not declared`);
}

/** A rule under a misspelt name would be lost in silence. */
function checkDeliveryRules(base: Pair, made: Pair, fail: Fail): void {
  for (const [id, operation] of entriesOf(base.asyncapi.operations)) {
    const names = entriesOf(member(operation, "x-delivery")).map(([name]) => name);
    const rules = entriesOf(member(made.asyncapi, "operations", id, "x-delivery"));
    const odd = rules.find(([name]) => !names.includes(name))?.[0];
    if (odd !== undefined) fail(`x-delivery of ${id} has no rule ${odd}, only ${names.join(", ")}`);
  }
}

/** A scope that an operation needs has to be one that a customer can approve. */
function checkScopes(openapi: JsonObject, fail: Fail): void {
  const flows = entriesOf(member(openapi, "components", "securitySchemes")).flatMap(([, scheme]) =>
    entriesOf(member(scheme, "flows")),
  );
  // Without a flow no scope is declared anywhere, and the requirement is all that is known.
  if (flows.length === 0) return;
  const declared = new Set(flows.flatMap(([, flow]) => entriesOf(member(flow, "scopes")).map(([scope]) => scope)));
  const operations = entriesOf(openapi.paths).flatMap(([path, item]) =>
    entriesOf(item).map(([method, operation]): [string, Maybe] => [`${method.toUpperCase()} ${path}`, operation]),
  );
  // Requirements at the top hold for operations without any of their own.
  for (const [place, holder] of [["the whole document", openapi] as const, ...operations])
    for (const requirement of itemsOf(member(holder, "security")))
      for (const [scheme, scopes] of entriesOf(requirement)) {
        const odd = itemsOf(scopes).find((scope) => !declared.has(String(scope)));
        if (odd !== undefined)
          fail(
            `${place} needs the scope ${JSON.stringify(odd)} of ${scheme}, and no flow declares it; ` +
              `declared are ${[...declared].join(", ") || "none"}`,
          );
      }
}

function checkUrls(made: Pair, fail: Fail): void {
  for (const url of [readBaseUrl(made), readAuthUrl(made), readAuthorizationUrl(made)])
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      fail(`${url} is not an http or https URL`);
}

/** Each payload schema is one schema, whichever document is read. */
function checkSharedSchemas({ openapi, asyncapi }: Pair, fail: Fail): void {
  const schemas = member(asyncapi, "components", "schemas");
  const withoutMarks = (schema: Maybe): Maybe =>
    isObject(schema) ? { ...schema, "x-unspecified": undefined } : schema;
  for (const [name, schema] of entriesOf(member(openapi, "components", "schemas"))) {
    const other = member(schemas, name);
    if (other !== undefined && !isSameText(withoutMarks(schema), withoutMarks(other)))
      fail(`the schema ${name} is not the same in openapi and asyncapi`);
  }
}

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
function exampleFaults(base: JsonObject, made: JsonObject): string[] {
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
