/** Who may call, and how deliveries are authenticated: the requirements of operations. */

import { canonical, isSameText } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { type Role, sideOf } from "./impact.ts";
import { type Pair, shown, unordered } from "./pair.ts";
import { credentialOf } from "./security-schemes.ts";
import type { Sides } from "./sides.ts";

/** One way to authenticate: what has to be sent, and the scopes that go with it. */
interface Way {
  readonly credentials: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

type Resolve = (node: Maybe) => Maybe;

/** The ways of OpenAPI (`[{ scheme: scopes }]`) and of AsyncAPI (`[scheme]`). None at all: everyone may. */
function waysOf(requirements: Maybe, root: Maybe, resolve: Resolve): Way[] {
  const schemes = member(root, "components", "securitySchemes");
  const ways = itemsOf(requirements).map((requirement): Way => {
    if (isScheme(requirement)) {
      const value = resolve(requirement);
      const scopes = itemsOf(member(value, "scopes")).map(String);
      return { credentials: new Set([credentialOf(value)]), scopes: new Set(scopes) };
    }
    const all = entriesOf(requirement).map(([name, scopes]) => {
      const scheme = resolve(member(schemes, name));
      return {
        credential: scheme === undefined ? `the undeclared scheme ${name}` : credentialOf(scheme),
        scopes: itemsOf(scopes).map(String),
      };
    });
    return {
      credentials: new Set(all.map(({ credential }) => credential).sort()),
      scopes: new Set(all.flatMap(({ scopes }) => scopes)),
    };
  });
  return ways.length > 0 ? ways : [{ credentials: new Set(), scopes: new Set() }];
}

const isScheme = (requirement: JsonValue): boolean =>
  typeof member(requirement, "$ref") === "string" || typeof member(requirement, "type") === "string";
const nameOf = ({ credentials }: Way): string => [...credentials].join(" and ") || "nothing";
const keyOf = ({ credentials, scopes }: Way): string => canonical([[...credentials].sort(), [...scopes].sort()]);
/** Whether this way accepts everyone who goes that way. */
const accepts = (way: Way, that: Way): boolean =>
  isEmpty(without(way.credentials, that.credentials)) && isEmpty(without(way.scopes, that.scopes));
const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one));
const isEmpty = (list: readonly string[]) => list.length === 0;

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
  const before = sides.changes.size;
  const ways = movedWays(sides, requirements);
  for (const [old, fresh] of ways.scopes) compareScopes(sides, old, fresh, where);
  if (ways.gone.length > 0 || ways.added.length > 0) reportWays(sides, ways, role, where);
  else if (sides.changes.size === before && !ways.isSameText)
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
  /** Of ways that need the same credentials, and other scopes. */
  readonly scopes: readonly (readonly [old: ReadonlySet<string>, fresh: ReadonlySet<string>])[];
  /** Another way beside the old ones, or a smaller need than before, refuses no one. */
  readonly isHarmless: boolean;
  readonly isSameText: boolean;
}

/** Operations share the requirements of the document: these are compared once. */
const KNOWN = new WeakMap<object, WeakMap<object, Ways>>();

function movedWays(sides: Sides, requirements: Pair): Ways {
  const { old, new: fresh } = requirements;
  if (!Array.isArray(old) || !Array.isArray(fresh)) return newlyMoved(sides, requirements);
  const partners = KNOWN.get(old) ?? new WeakMap<object, Ways>();
  KNOWN.set(old, partners);
  const ways = partners.get(fresh) ?? newlyMoved(sides, requirements);
  partners.set(fresh, ways);
  return ways;
}

function newlyMoved(sides: Sides, requirements: Pair): Ways {
  const { root } = sides;
  const old = waysOf(requirements.old, root.old, (node) => sides.resolveOld(node).value);
  const fresh = waysOf(requirements.new, root.new, (node) => sides.resolveNew(node).value);
  for (const [i, one] of itemsOf(requirements.old).entries())
    sides.sawAll({ old: one, new: itemsOf(requirements.new)[i] });
  const unmatched = (ways: Way[], those: Way[]) => {
    const keys = new Set(those.map(keyOf));
    return ways.filter((way) => !keys.has(keyOf(way)));
  };
  const added = new Set(unmatched(fresh, old));
  const byName = Map.groupBy(added, nameOf);
  const scopes: [ReadonlySet<string>, ReadonlySet<string>][] = [];
  const gone = unmatched(old, fresh).filter((way) => {
    const twin = byName.get(nameOf(way))?.shift();
    if (!twin) return true;
    added.delete(twin);
    scopes.push([way.scopes, twin.scopes]);
    return false;
  });
  sides.budget.spend(gone.length * fresh.length);
  const isHarmless = gone.every((way) => fresh.some((one) => accepts(one, way)));
  const isSameText = unordered(requirements.old ?? []) === unordered(requirements.new ?? []);
  return { gone, added: [...added], scopes, isHarmless, isSameText };
}

/** So many ways are named in a message. */
const NAMED_MAX = 5;

function namesOf(ways: readonly Way[]): string {
  const names = ways.slice(0, NAMED_MAX).map(nameOf);
  return [...names, ...(ways.length > NAMED_MAX ? [`${ways.length - NAMED_MAX} more`] : [])].join(" or ");
}

function reportWays(sides: Sides, { gone, added, isHarmless }: Ways, role: Role, where: string): void {
  const what =
    gone.length === 0
      ? `${namesOf(added)} is a new way to authenticate.`
      : added.length === 0
        ? `${namesOf(gone)} is no longer a way to authenticate.`
        : `${namesOf(added)} is needed instead of ${namesOf(gone)}.`;
  if (sideOf(role) === "receivers") return void reportDelivery(sides, gone, where, what);
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

function compareScopes(sides: Sides, old: ReadonlySet<string>, fresh: ReadonlySet<string>, where: string): void {
  for (const scope of without(fresh, old))
    sides.add({
      kind: "security.scope",
      where,
      what: `The scope ${shown(scope)} is needed now.`,
      breaks: ["senders"],
      effects: { senders: "Tokens without it are refused: customers have to approve again." },
    });
  for (const scope of without(old, fresh))
    sides.add({
      kind: "security.scope",
      where,
      what: `The scope ${shown(scope)} is no longer needed.`,
      effects: { senders: "Tokens that have it still work." },
    });
}
