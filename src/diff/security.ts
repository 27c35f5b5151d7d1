/** Who may call, and how deliveries are authenticated: requirements of operations, and the schemes behind them. */

import { canonical, entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import { type Role, renamed, sideOf } from "./impact.ts";
import { matched, type Pair, type Sides, shown } from "./sides.ts";
import { compareSignature } from "./signature.ts";

/** One way in: what has to be sent, and the scopes that go with it. */
interface Way {
  readonly credentials: readonly string[];
  readonly scopes: readonly string[];
}

/** What a scheme makes a sender put into a request. Two schemes that agree in it are the same on the wire. */
function credentialOf(scheme: Json): string {
  const type = String(member(scheme, "type"));
  if (isObject(member(scheme, "x-signature"))) return "signature";
  if (type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(scheme.scheme)))
    return "Authorization: Bearer";
  if (type === "http") return `Authorization: ${scheme.scheme}`;
  if (type === "apiKey" || type === "httpApiKey")
    return `${scheme.in} ${scheme.in === "header" ? String(scheme.name).toLowerCase() : scheme.name}`;
  return type;
}

/** The ways in of OpenAPI (`[{ scheme: scopes }]`) and of AsyncAPI (`[scheme]`). None at all: everybody may. */
function waysOf(requirements: Json, root: Json, resolve: (node: Json) => { value: Json }): Way[] {
  const schemes = member(member(root, "components"), "securitySchemes");
  const ways = itemsOf(requirements).map((requirement) => {
    if (typeof requirement?.$ref === "string" || typeof requirement?.type === "string") {
      const { value } = resolve(requirement);
      return { credentials: [credentialOf(value)], scopes: itemsOf(value.scopes) };
    }
    const all = entriesOf(requirement).map(([name, scopes]) => ({
      credential: credentialOf(resolve(member(schemes, name)).value ?? {}),
      scopes: itemsOf(scopes),
    }));
    return {
      credentials: all.map(({ credential }) => credential).sort(),
      scopes: all.flatMap(({ scopes }) => scopes),
    };
  });
  return ways.length > 0 ? ways : [{ credentials: [], scopes: [] }];
}

const nameOf = ({ credentials }: Way): string => credentials.join(" and ") || "nothing";
const isSubset = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));
/** Does it let in whoever goes that way? */
const letsIn = (way: Way, that: Way): boolean =>
  isSubset(way.credentials, that.credentials) && isSubset(way.scopes, that.scopes);

export function compareSecurity(sides: Sides, requirements: Pair, role: Role, where: string): void {
  const { root } = sides;
  const old = waysOf(requirements.old, root.old, (node) => sides.resolveOld(node));
  const fresh = waysOf(requirements.new, root.new, (node) => sides.resolveNew(node));
  const isDelivery = sideOf(role) === "receivers";
  const without = (ways: Way[], those: Way[]) =>
    ways.filter((way) => !those.some((one) => letsIn(one, way) && letsIn(way, one)));
  let [gone, added] = [without(old, fresh), without(fresh, old)];
  for (const way of gone) {
    const twin = added.find((one) => nameOf(one) === nameOf(way));
    if (!twin) continue;
    compareScopes(sides, way.scopes, twin.scopes, where);
    gone = gone.filter((one) => one !== way);
    added = added.filter((one) => one !== twin);
  }
  const names = (ways: Way[]) => ways.map(nameOf).join(" or ");
  if (gone.length > 0 || added.length > 0) {
    const what = `${added.length === 0 ? names(gone) : names(added)} ${gone.length === 0 ? "is a new way to authenticate" : added.length === 0 ? "is no way to authenticate any more" : `is needed instead of ${names(gone)}`}.`;
    if (isDelivery)
      deliverySecurity(
        sides,
        {
          hadSignature: gone.some((way) => nameOf(way) === "signature"),
          hadNothing: gone.every((way) => nameOf(way) === "nothing"),
        },
        where,
        what,
      );
    else {
      // Another way beside the old ones, or a need less than before, refuses nobody.
      const isHarmless = gone.every((way) => fresh.some((one) => letsIn(one, way)));
      sides.add({
        kind: "security",
        where,
        what,
        breaks: isHarmless ? [] : ["senders", "generatedClients"],
        effects: {
          senders: isHarmless ? "What they send today is still let in." : "What they send today is no longer let in.",
          generatedClients: "Authentication in the generated code changes.",
        },
      });
    }
  }
}

function deliverySecurity(
  sides: Sides,
  { hadSignature, hadNothing }: { hadSignature: boolean; hadNothing: boolean },
  where: string,
  what: string,
): void {
  const receivers = hadSignature
    ? "Who demands the signature refuses every delivery; who does not can no longer tell who sent it."
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
      what: `The scope ${shown(scope)} is not needed any more.`,
      effects: { senders: "Tokens that have it still work." },
    });
}

/** The schemes themselves, by name. What a change of name or place means shows where they are used. */
export function compareSchemes(sides: Sides): void {
  const of = (root: Json) => new Map(entriesOf(member(member(root, "components"), "securitySchemes")));
  const { gone, added, both } = matched(of(sides.root.old), of(sides.root.new));
  for (const [name, old] of gone) {
    const twin = added.find(([, scheme]) => credentialOf(scheme) === credentialOf(old));
    const where = `scheme ${name}`;
    if (twin) {
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
  for (const [name] of added.filter(
    ([, scheme]) => !gone.some(([, old]) => credentialOf(old) === credentialOf(scheme)),
  ))
    sides.add({
      kind: "scheme.added",
      where: `scheme ${name}`,
      what: "The scheme is new.",
      effects: { generatedClients: "Generated again, the code knows it." },
    });
  for (const [name, old, fresh] of both) compareScheme(sides, { old, new: fresh }, `scheme ${name}`);
}

const FLOW_URLS = ["authorizationUrl", "tokenUrl", "refreshUrl"];

function compareScheme(sides: Sides, nodes: Pair, where: string): void {
  const pair = sides.resolved(nodes);
  compareSignature(sides, pair, where);
  const isSigned = isObject(member(pair.old, "x-signature")) && isObject(member(pair.new, "x-signature"));
  const [a, b] = [credentialOf(pair.old), credentialOf(pair.new)];
  const isTold = [pair.old, pair.new].every(
    (scheme) => scheme.name === member(member(scheme, "x-signature"), "header"),
  );
  // The name of the signature header is told once, by x-signature; unless the two disagree.
  const isName = isSigned && pair.old.name !== pair.new.name && !isTold;
  if (a !== b || isName || (isSigned && pair.old.in !== pair.new.in)) {
    const isDelivery = isSigned || a === "signature" || b === "signature";
    const shownAs = (scheme: Json, credential: string) => (isDelivery ? `${scheme.in} ${scheme.name}` : credential);
    sides.add({
      kind: "scheme.credential",
      where,
      what: `It is ${shownAs(pair.new, b)} instead of ${shownAs(pair.old, a)}.`,
      breaks: [isDelivery ? "receivers" : "senders", "generatedClients"],
      effects: {
        [isDelivery ? "receivers" : "senders"]: isDelivery
          ? "They look in the wrong place, find nothing, and refuse."
          : "Their token is not found there and the call is refused.",
        generatedClients: "Generate again; authentication is configured otherwise.",
      },
    });
  } else if (pair.old.type !== pair.new.type)
    sides.add({
      kind: "scheme.type",
      where,
      what: `The type is ${pair.new.type} instead of ${pair.old.type}; what is sent stays ${b}.`,
      effects: {
        senders: "What they send today is still let in.",
        generatedClients: "Generated again, authentication may be configured otherwise.",
      },
    });
  compareFlows(sides, pair, where);
  sides.rest(pair, ["type", "scheme", "in", "name", "flows", "x-signature"], where);
}

function compareFlows(sides: Sides, pair: Pair, where: string): void {
  const flows = matched(new Map(entriesOf(pair.old.flows)), new Map(entriesOf(pair.new.flows)));
  for (const [name] of flows.gone)
    add(`flow.removed`, `The flow ${name} is gone.`, true, "They can no longer obtain a token this way.");
  for (const [name] of flows.added)
    add(`flow.added`, `The flow ${name} is described now.`, false, "They may obtain a token this way.");
  for (const [name, old, fresh] of flows.both) {
    for (const url of FLOW_URLS)
      if (old[url] !== fresh[url]) {
        const isBroken = old[url] !== undefined;
        add(
          "flow.url",
          `${url} of ${name} is ${shown(fresh[url])} instead of ${shown(old[url])}.`,
          isBroken,
          isBroken ? "They ask at the old address." : "They may ask there.",
        );
      }
    const scopes = matched(new Map(entriesOf(old.scopes)), new Map(entriesOf(fresh.scopes)));
    for (const [scope] of scopes.gone)
      add("flow.scope", `The scope ${shown(scope)} is gone.`, true, "Who asks for it is refused.");
    for (const [scope] of scopes.added)
      add("flow.scope", `The scope ${shown(scope)} is new.`, false, "They may ask for it.");
    for (const [scope, a, b] of scopes.both)
      if (canonical(a) !== canonical(b))
        sides.add({
          kind: "documentation",
          where,
          what: `The text of the scope ${shown(scope)} has changed.`,
          documentationOnly: true,
        });
    sides.rest({ old, new: fresh }, [...FLOW_URLS, "scopes"], `${where}, ${name}`);
  }

  function add(kind: string, what: string, isBreaking: boolean, senders: string): void {
    sides.add({ kind, where, what, breaks: isBreaking ? ["senders"] : [], effects: { senders } });
  }
}
