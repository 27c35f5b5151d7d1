/** Security schemes, and `x-signature`: how a delivery is signed. Any change of that breaks every receiver. */

import { isSameText } from "../../documents/json.ts";
import { entriesOf, isObject, type JsonObject, type Maybe, member } from "../../values/json.ts";
import type { Pair } from "./pair.ts";
import { node, nodes, readForm } from "./readers.ts";
import type { Comparison, Context, Form, Reader, Task } from "./statement.ts";

/** Returns the name of the signature header in lower case, if the document has a scheme that signs. */
export function signatureHeader(root: Maybe): string | undefined {
  const schemes = entriesOf(member(root, "components", "securitySchemes"));
  const signature = schemes.find(([, scheme]) => isSigned(scheme))?.[1];
  const header = member(signature, "x-signature", "header");
  return typeof header === "string" ? header.toLowerCase() : undefined;
}

const isSigned = (scheme: Maybe): boolean => isObject(member(scheme, "x-signature"));

/** Returns what a scheme makes a sender put into a request. Two schemes that agree in it are the same on the wire. */
export function describeCredential(scheme: Maybe): string {
  const type = String(member(scheme, "type"));
  const [place, name] = [member(scheme, "in"), member(scheme, "name")];
  if (isSigned(scheme)) return "signature";
  const http = String(member(scheme, "scheme"));
  if (type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(http)))
    return "Authorization: Bearer";
  if (type === "http") return `Authorization: ${http}`;
  if (type === "apiKey" || type === "httpApiKey")
    return `${place} ${place === "header" ? String(name).toLowerCase() : name}`;
  return type;
}

/** Tells where another credential is sent, or the signature is in another place. */
function compareCredential({ old, new: fresh }: Pair<JsonObject>, task: Task, comparison: Comparison): boolean {
  const [a, b] = [describeCredential(old), describeCredential(fresh)];
  // The header of a signature is told once, by x-signature, unless the two disagree.
  const isTold = [old, fresh].every((one) => isSameText(one["name"], member(one, "x-signature", "header")));
  const isMoved =
    isSigned(old) && isSigned(fresh) && (old["in"] !== fresh["in"] || (!isTold && old["name"] !== fresh["name"]));
  const isDelivery = a === "signature" || b === "signature";
  const shown = (one: JsonObject, credential: string) => (isDelivery ? `${one["in"]} ${one["name"]}` : credential);
  if (a !== b || isMoved)
    comparison.tell(isDelivery ? "deliveryCredential" : "credential", "changed", {
      ...task,
      old: shown(old, a),
      new: shown(fresh, b),
    });
  return true;
}

/** The members that say what is sent, for each type of scheme: they are told as the credential. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  http: ["scheme"],
  apiKey: ["in", "name"],
  httpApiKey: ["in", "name"],
};
const memberWhereSent = (name: string): Reader =>
  readForm("text", (_, { node: { type } }: Context) => (SENT[String(type)]?.includes(name) ? [] : undefined));

/** The pattern of the header's value is stated as the form of the signature. */
export const withoutPattern: Reader = (value, { side }) => {
  side.saw(value);
  const { pattern, ...schema } = side.views.of(value);
  return [
    ...(pattern === undefined ? [] : [{ keyword: "signatureForm", value: pattern }]),
    { keyword: "its schema", value: schema, child: { kind: "schema", isAlone: true } },
  ];
};

const urls = ["authorizationUrl", "tokenUrl", "refreshUrl"].map((item): [string, Reader] => [
  item,
  readForm("text", (value) => [{ keyword: "flowUrl", item, value }]),
]);

export const SCHEME_FORMS = {
  scheme: {
    first: compareCredential,
    words: {
      type: (value) => [{ keyword: "schemeType", value }],
      ...Object.fromEntries(["scheme", "in", "name"].map((name) => [name, memberWhereSent(name)])),
      "x-signature": node("signature", { kind: "signature" }),
      flows: nodes("flow", { kind: "flow", at: ", " }),
    },
  },
  signature: {
    first: (views, task, comparison) => {
      for (const name of new Set([...Object.keys(views.old), ...Object.keys(views.new)])) {
        const [a, b] = [views.old[name], views.new[name]];
        const isSameHeader = name === "header" && String(a).toLowerCase() === String(b).toLowerCase();
        if (!isSameHeader && !isSameText(a, b))
          comparison.tell(`signature.${name}`, "changed", { ...task, item: name, old: a, new: b });
      }
      return false;
    },
    words: {},
  },
  flow: {
    words: {
      ...Object.fromEntries(urls),
      scopes: readForm("object", (value) =>
        entriesOf(value).map(([item, one]) => ({ keyword: "scope", item, value: one })),
      ),
    },
  },
} satisfies Record<string, Form>;
