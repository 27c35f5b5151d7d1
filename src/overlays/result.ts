/** Checks that the documents still say one thing: references lead somewhere, and what both hold is the same in both. */

import { documentError } from "../documents/errors.ts";
import { isSameText } from "../documents/json.ts";
import { toDocument } from "../documents/read.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import type { SignatureScheme } from "./deployment.ts";
import { exampleFaults } from "./example-faults.ts";
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

/** Each payload schema is the same in both documents, but for the names of events, which `findEvents` checks. */
function checkSharedSchemas({ openapi, asyncapi }: Pair, fail: Fail): void {
  const schemas = member(asyncapi, "components", "schemas");
  const withoutMarks = (schema: Maybe): Maybe =>
    isObject(schema) ? { ...schema, "x-unspecified": undefined, "x-extensible-enum": undefined } : schema;
  for (const [name, schema] of entriesOf(member(openapi, "components", "schemas"))) {
    const other = member(schemas, name);
    if (other !== undefined && !isSameText(withoutMarks(schema), withoutMarks(other)))
      fail(`the schema ${name} is not the same in openapi and asyncapi`);
  }
}
