/** Who may call, and how deliveries are authenticated: the requirements of operations. */

import { canonical } from "../../documents/json.ts";
import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
} from "../../values/json.ts";
import { isSent } from "./outcomes.ts";
import { canonicalSet, type Pair } from "./pair.ts";
import { describeCredential } from "./schemes.ts";
import type { Side } from "./sides.ts";
import type { Comparison, Task } from "./statement.ts";

/** One way to authenticate: what has to be sent, and the scopes that go with it. */
interface Way {
  readonly credentials: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

/** The ways of OpenAPI (`[{ scheme: scopes }]`) and of AsyncAPI (`[scheme]`). None at all: everyone may. */
function readWays(requirements: Maybe, side: Side): Way[] {
  const schemes = member(side.root, "components", "securitySchemes");
  const ways = itemsOf(requirements).map((requirement): Way => {
    side.saw(requirement);
    if (isScheme(requirement)) {
      const value = side.value(requirement);
      const scopes = itemsOf(member(value, "scopes")).map(String);
      return { credentials: new Set([describeCredential(value)]), scopes: new Set(scopes) };
    }
    const all = entriesOf(requirement).map(([name, scopes]) => {
      const scheme = side.value(member(schemes, name));
      const credential = scheme === undefined ? `the undeclared scheme ${name}` : describeCredential(scheme);
      return { credential, scopes: itemsOf(scopes).map(String) };
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
const describeWay = ({ credentials }: Way): string => [...credentials].join(" and ") || "nothing";
const wayKey = ({ credentials, scopes }: Way): string => canonical([[...credentials].sort(), [...scopes].sort()]);
const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one));
/** Whether this way accepts everyone who goes that way. */
const accepts = (way: Way, that: Way): boolean =>
  without(way.credentials, that.credentials).length === 0 && without(way.scopes, that.scopes).length === 0;

/** Whether an operation of the document has no requirement of its own. */
export const inherits = ({ root }: Side): boolean =>
  ["paths", "webhooks"].some((part) =>
    entriesOf(root[part]).some(([, item]) =>
      entriesOf(item).some(([, operation]) => isObject(operation) && operation["security"] === undefined),
    ),
  );

interface Ways {
  readonly gone: readonly Way[];
  readonly added: readonly Way[];
  /** The scopes of ways that need the same credentials and other scopes. */
  readonly scopes: readonly (readonly [old: ReadonlySet<string>, fresh: ReadonlySet<string>])[];
  /** Another way beside the old ones, or a smaller need than before, refuses no one. */
  readonly isHarmless: boolean;
  readonly isSameText: boolean;
}

/** Operations share the requirements of the document: these are compared once. */
const KNOWN = new WeakMap<object, WeakMap<object, Ways>>();

function movedWays({ sides }: Comparison, { old, new: fresh }: Pair): Ways {
  if (!Array.isArray(old) || !Array.isArray(fresh)) return newlyMoved(sides, { old, new: fresh });
  const partners = KNOWN.get(old) ?? new WeakMap<object, Ways>();
  KNOWN.set(old, partners);
  const ways = partners.get(fresh) ?? newlyMoved(sides, { old, new: fresh });
  partners.set(fresh, ways);
  return ways;
}

function newlyMoved({ old: a, new: b, budget }: Comparison["sides"], requirements: Pair): Ways {
  const [old, fresh] = [readWays(requirements.old, a), readWays(requirements.new, b)];
  const missingWays = (ways: Way[], those: Way[]) => {
    const keys = new Set(those.map(wayKey));
    return ways.filter((way) => !keys.has(wayKey(way)));
  };
  const added = new Set(missingWays(fresh, old));
  const byName = Map.groupBy(added, describeWay);
  const scopes: [ReadonlySet<string>, ReadonlySet<string>][] = [];
  const gone = missingWays(old, fresh).filter((way) => {
    const twin = byName.get(describeWay(way))?.shift();
    if (!twin) return true;
    added.delete(twin);
    scopes.push([way.scopes, twin.scopes]);
    return false;
  });
  budget.spend(gone.length * fresh.length);
  const isHarmless = gone.every((way) => fresh.some((one) => accepts(one, way)));
  const isSameText = canonicalSet(requirements.old ?? []) === canonicalSet(requirements.new ?? []);
  return { gone, added: [...added], scopes, isHarmless, isSameText };
}

/** Largest number of ways that a message names. */
const NAMED_MAX = 5;
const describeWays = (ways: readonly Way[]): string =>
  [
    ...ways.slice(0, NAMED_MAX).map(describeWay),
    ...(ways.length > NAMED_MAX ? [`${ways.length - NAMED_MAX} more`] : []),
  ].join(" or ");

/** Tells which ways to authenticate come or go. */
export function compareSecurity(views: Pair<JsonObject>, task: Task, comparison: Comparison): true {
  const ways = movedWays(comparison, { old: views.old["security"], new: views.new["security"] });
  const { gone, added, scopes } = ways;
  const moved = scopes.flatMap(([old, fresh]) => [
    ...without(fresh, old).map((item) => ["added", item] as const),
    ...without(old, fresh).map((item) => ["gone", item] as const),
  ]);
  for (const [move, item] of moved) comparison.tell("neededScope", move, { ...task, item });
  if (gone.length + added.length === 0) {
    if (moved.length === 0 && !ways.isSameText) comparison.tell("securityName", "changed", task);
    return true;
  }
  const isHarmless = isSent(task.role) ? ways.isHarmless : gone.every((way) => describeWay(way) === "nothing");
  const move = gone.length === 0 ? "added" : added.length === 0 ? "gone" : "changed";
  const keyword = isHarmless ? "security.harmless" : "security.";
  comparison.tell(keyword, move, { ...task, old: describeWays(gone), new: describeWays(added), item: " " });
  return true;
}
