/** The security schemes themselves, by name. What a change of name or place means is seen where they are used. */

import { isSameText } from "../documents/json.ts";
import { isObject, type JsonValue, type Maybe, member } from "../json.ts";
import { KNOWN_AGAIN, renamed } from "./impact.ts";
import { byName, matched, type Pair, shown } from "./pair.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";
import { compareSignature } from "./signature.ts";

/**
 * The members that say what is sent, for each type of scheme. Others of them say nothing there, and are left to `rest`.
 */
const SCHEME: Readonly<Record<string, Shapes>> = {
  http: { scheme: "text" },
  apiKey: { in: "text", name: "text" },
  httpApiKey: { in: "text", name: "text" },
  oauth2: { flows: "object" },
};

/** Returns what a scheme makes a sender put into a request. Two schemes that agree in it are the same on the wire. */
export function credentialOf(scheme: Maybe): string {
  const type = String(member(scheme, "type"));
  const [place, name] = [member(scheme, "in"), member(scheme, "name")];
  if (isObject(member(scheme, "x-signature"))) return "signature";
  const http = String(member(scheme, "scheme"));
  if (type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(http)))
    return "Authorization: Bearer";
  if (type === "http") return `Authorization: ${http}`;
  if (type === "apiKey" || type === "httpApiKey")
    return `${place} ${place === "header" ? String(name).toLowerCase() : name}`;
  return type;
}

export function compareSchemes(sides: Sides): void {
  const of = (root: Maybe) => member(root, "components", "securitySchemes");
  const { gone, added, both } = matched(byName({ old: of(sides.root.old), new: of(sides.root.new) }));
  const resolveOld = (node: JsonValue) => sides.resolveOld(node).value;
  const resolveNew = (node: JsonValue) => sides.resolveNew(node).value;
  const twins = new Set<string>();
  for (const [name, old] of gone) {
    const twin = added.find(
      ([other, scheme]) => !twins.has(other) && credentialOf(resolveNew(scheme)) === credentialOf(resolveOld(old)),
    );
    const where = `scheme ${name}`;
    if (twin) {
      twins.add(twin[0]);
      sides.add(renamed("scheme.renamed", where, `The scheme is called ${twin[0]} now.`));
      compareScheme(sides, { old, new: twin[1] }, where);
    } else
      sides.add({
        kind: "scheme.removed",
        where,
        what: "The scheme is gone.",
        breaks: ["generatedClients"],
        effects: { generatedClients: "Code that configures it has to be adapted." },
      });
  }
  for (const [name] of added)
    if (!twins.has(name))
      sides.add({
        kind: "scheme.added",
        where: `scheme ${name}`,
        what: "The scheme is new.",
        effects: { generatedClients: KNOWN_AGAIN },
      });
  for (const [name, old, fresh] of both) compareScheme(sides, { old, new: fresh }, `scheme ${name}`);
}

function compareScheme(sides: Sides, nodes: Pair, where: string): void {
  const pair = sides.resolved(nodes);
  compareSignature(sides, pair, where);
  const [a, b] = [credentialOf(pair.old), credentialOf(pair.new)];
  const types = { old: member(pair.old, "type"), new: member(pair.new, "type") };
  if (a !== b || isMoved(pair)) reportCredential(sides, pair, where);
  else if (types.old !== types.new)
    sides.add({
      kind: "scheme.type",
      where,
      what: `The type is ${types.new} instead of ${types.old}; what is sent stays ${b}.`,
      effects: {
        senders: "What they send today is still accepted.",
        generatedClients: "Once regenerated, authentication may be configured in another way.",
      },
    });
  compareFlows(sides, { old: member(pair.old, "flows"), new: member(pair.new, "flows") }, where);
  // A change of type is reported; then the words of both types are known.
  const known = { ...SCHEME[String(types.old)], ...SCHEME[String(types.new)] };
  sides.rest(pair, { type: "text", "x-signature": "object", ...known }, where);
}

const isSigned = (scheme: Maybe): boolean => isObject(member(scheme, "x-signature"));

/** Whether the signature is in another place. Its header is reported once, by x-signature, unless the two disagree. */
function isMoved({ old, new: fresh }: Pair): boolean {
  if (!isSigned(old) || !isSigned(fresh)) return false;
  if (member(old, "in") !== member(fresh, "in")) return true;
  const isReported = [old, fresh].every((scheme) =>
    isSameText(member(scheme, "name"), member(scheme, "x-signature", "header")),
  );
  return !isReported && member(old, "name") !== member(fresh, "name");
}

function reportCredential(sides: Sides, pair: Pair, where: string): void {
  const [a, b] = [credentialOf(pair.old), credentialOf(pair.new)];
  const isDelivery = a === "signature" || b === "signature";
  const shownAs = (scheme: Maybe, credential: string) =>
    isDelivery ? `${member(scheme, "in")} ${member(scheme, "name")}` : credential;
  const side = isDelivery ? "receivers" : "senders";
  sides.add({
    kind: "scheme.credential",
    where,
    what: `It is ${shownAs(pair.new, b)} instead of ${shownAs(pair.old, a)}.`,
    breaks: [side, "generatedClients"],
    effects: {
      [side]: isDelivery
        ? "They look in the wrong place, find nothing, and refuse."
        : "Their token is not found there, and the call is refused.",
      generatedClients: "Regenerate: authentication is configured in another way.",
    },
  });
}

const FLOW_URLS = ["authorizationUrl", "tokenUrl", "refreshUrl"];
const FLOW: Shapes = {
  ...Object.fromEntries(FLOW_URLS.map((name) => [name, "text" as const])),
  scopes: "object",
};

function compareFlows(sides: Sides, pair: Pair, where: string): void {
  const flows = matched(byName(pair));
  const add = (kind: string, what: string, isBreaking: boolean, senders: string) =>
    sides.add({ kind, where, what, breaks: isBreaking ? ["senders"] : [], effects: { senders } });
  for (const [name] of flows.gone)
    add("flow.removed", `The flow ${name} is gone.`, true, "They can no longer obtain a token this way.");
  for (const [name] of flows.added)
    add("flow.added", `The flow ${name} is described now.`, false, "They may obtain a token this way.");
  for (const [name, old, fresh] of flows.both) {
    for (const url of FLOW_URLS) {
      const [a, b] = [member(old, url), member(fresh, url)];
      if (isSameText(a, b)) continue;
      const isBroken = a !== undefined;
      const effect = isBroken ? "They ask at the old address." : "They may ask there.";
      add("flow.url", `${url} of ${name} is ${shown(b)} instead of ${shown(a)}.`, isBroken, effect);
    }
    const scopes = matched(byName({ old: member(old, "scopes"), new: member(fresh, "scopes") }));
    for (const [scope] of scopes.gone)
      add("flow.scope", `The scope ${shown(scope)} is gone.`, true, "Asking for it is refused.");
    for (const [scope] of scopes.added)
      add("flow.scope", `The scope ${shown(scope)} is new.`, false, "They may ask for it.");
    for (const [scope, a, b] of scopes.both)
      if (!isSameText(a, b))
        sides.add({
          kind: "documentation",
          where,
          what: `The text of the scope ${shown(scope)} has changed.`,
          documentationOnly: true,
        });
    sides.rest({ old, new: fresh }, FLOW, `${where}, ${name}`);
  }
}
