/** Who may call, and how deliveries are authenticated: the requirements of operations. */

import { isSameText } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { type Role, sideOf } from "./impact.ts";
import { credentialOf } from "./security-schemes.ts";
import { type Pair, type Sides, shown, unordered } from "./sides.ts";

/** One way to authenticate: what has to be sent, and the scopes that go with it. */
interface Way {
  readonly credentials: readonly string[];
  readonly scopes: readonly string[];
}

type Resolve = (node: Maybe) => Maybe;

/** The ways of OpenAPI (`[{ scheme: scopes }]`) and of AsyncAPI (`[scheme]`). None at all: everyone may. */
function waysOf(requirements: Maybe, root: Maybe, resolve: Resolve): Way[] {
  const schemes = member(root, "components", "securitySchemes");
  const ways = itemsOf(requirements).map((requirement): Way => {
    if (isScheme(requirement)) {
      const value = resolve(requirement);
      return { credentials: [credentialOf(value)], scopes: itemsOf(member(value, "scopes")).map(String) };
    }
    const all = entriesOf(requirement).map(([name, scopes]) => {
      const scheme = resolve(member(schemes, name));
      return {
        credential: scheme === undefined ? `the undeclared scheme ${name}` : credentialOf(scheme),
        scopes: itemsOf(scopes).map(String),
      };
    });
    return {
      credentials: all.map(({ credential }) => credential).sort(),
      scopes: all.flatMap(({ scopes }) => scopes),
    };
  });
  return ways.length > 0 ? ways : [{ credentials: [], scopes: [] }];
}

const isScheme = (requirement: JsonValue): boolean =>
  typeof member(requirement, "$ref") === "string" || typeof member(requirement, "type") === "string";
const nameOf = ({ credentials }: Way): string => credentials.join(" and ") || "nothing";
const isSubset = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));
/** Whether this way accepts everyone who goes that way. */
const accepts = (way: Way, that: Way): boolean =>
  isSubset(way.credentials, that.credentials) && isSubset(way.scopes, that.scopes);

/** The requirement of the whole document, where no operation inherits it: otherwise it is compared there. */
export function compareRootSecurity(sides: Sides): void {
  const { root } = sides;
  const inherits = (document: JsonObject) =>
    ["paths", "webhooks"].some((part) =>
      entriesOf(document[part]).some(([, item]) =>
        entriesOf(item).some(([, operation]) => isObject(operation) && operation.security === undefined),
      ),
    );
  if (inherits(root.old) || inherits(root.new)) return;
  if (!isSameText(root.old.security, root.new.security))
    sides.add({
      kind: "security",
      where: "document",
      what: "The default for authentication has changed; every operation has its own.",
    });
}

export function compareSecurity(sides: Sides, requirements: Pair, role: Role, where: string): void {
  const { root } = sides;
  const before = sides.changes.size;
  const old = waysOf(requirements.old, root.old, (node) => sides.resolveOld(node).value);
  const fresh = waysOf(requirements.new, root.new, (node) => sides.resolveNew(node).value);
  const without = (ways: Way[], those: Way[]) =>
    ways.filter((way) => !those.some((one) => accepts(one, way) && accepts(way, one)));
  let [gone, added] = [without(old, fresh), without(fresh, old)];
  for (const way of gone) {
    const twin = added.find((one) => nameOf(one) === nameOf(way));
    if (!twin) continue;
    compareScopes(sides, way.scopes, twin.scopes, where);
    gone = gone.filter((one) => one !== way);
    added = added.filter((one) => one !== twin);
  }
  for (const [i, one] of itemsOf(requirements.old).entries())
    sides.sawAll({ old: one, new: itemsOf(requirements.new)[i] });
  if (gone.length > 0 || added.length > 0) reportWays(sides, { gone, added, fresh }, role, where);
  else if (sides.changes.size === before && unordered(requirements.old ?? []) !== unordered(requirements.new ?? []))
    sides.add({
      kind: "security.name",
      where,
      what: "Authentication refers to another scheme, and what has to be sent is the same.",
      effects: { generatedClients: "Code that configures the scheme by its name has to be adapted." },
    });
}

interface Ways {
  readonly gone: readonly Way[];
  readonly added: readonly Way[];
  readonly fresh: readonly Way[];
}

function reportWays(sides: Sides, { gone, added, fresh }: Ways, role: Role, where: string): void {
  const names = (ways: readonly Way[]) => ways.map(nameOf).join(" or ");
  const what =
    gone.length === 0
      ? `${names(added)} is a new way to authenticate.`
      : added.length === 0
        ? `${names(gone)} is no longer a way to authenticate.`
        : `${names(added)} is needed instead of ${names(gone)}.`;
  if (sideOf(role) === "receivers") return void reportDelivery(sides, gone, where, what);
  // Another way beside the old ones, or a smaller need than before, refuses no one.
  const isHarmless = gone.every((way) => fresh.some((one) => accepts(one, way)));
  sides.add({
    kind: "security",
    where,
    what,
    breaks: isHarmless ? [] : ["senders", "generatedClients"],
    effects: {
      senders: isHarmless ? "What they send today is still accepted." : "What they send today is refused.",
      generatedClients: "Authentication in the generated code changes.",
    },
  });
}

function reportDelivery(sides: Sides, gone: readonly Way[], where: string, what: string): void {
  const hadSignature = gone.some((way) => nameOf(way) === "signature");
  const hadNothing = gone.every((way) => nameOf(way) === "nothing");
  const receivers = hadSignature
    ? "Receivers that require the signature refuse every delivery; others can no longer tell who sent it."
    : hadNothing
      ? "They can tell now who sent a delivery; what they do today still works."
      : "How they tell who sent a delivery changes.";
  sides.add({
    kind: "security",
    where,
    what,
    breaks: hadNothing ? [] : ["receivers", "generatedClients"],
    effects: { receivers, generatedClients: "Verification in the generated code changes." },
  });
}

function compareScopes(sides: Sides, old: readonly string[], fresh: readonly string[], where: string): void {
  for (const scope of fresh.filter((one) => !old.includes(one)))
    sides.add({
      kind: "security.scope",
      where,
      what: `The scope ${shown(scope)} is needed now.`,
      breaks: ["senders"],
      effects: { senders: "Tokens without it are refused: customers have to approve again." },
    });
  for (const scope of old.filter((one) => !fresh.includes(one)))
    sides.add({
      kind: "security.scope",
      where,
      what: `The scope ${shown(scope)} is no longer needed.`,
      effects: { senders: "Tokens that have it still work." },
    });
}
