/** What both kinds of documents have: info, servers, and components that nothing uses. */

import { isPlaceholderUrl, isSameText } from "../documents/json.ts";
import { itemsOf, type JsonValue, type Maybe, member } from "../json.ts";
import { documentation, KNOWN_AGAIN } from "./impact.ts";
import { byName, matched, namesOf, type Pair, shown } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";

/** The kinds of components that have rules of their own. */
const OWN_RULES = new Set(["schemas", "securitySchemes"]);
const SERVER: Shapes = { url: "text", variables: "object" };

export function compareInfo(sides: Sides, versionMember: string): void {
  const { root } = sides;
  const info: Pair = { old: root.old.info, new: root.new.info };
  sides.sawAll(info);
  const changed = namesOf(info).filter(
    (name) => !sides.isLeftOut(name, info) && !sides.isSame(name, member(info.old, name), member(info.new, name)),
  );
  if (changed.length > 0) sides.add(documentation("info", `Changed: ${changed.join(", ")}.`));
  const [a, b] = [root.old[versionMember], root.new[versionMember]];
  if (a === b) return;
  const line = (version: Maybe) => String(version).split(".").slice(0, 2).join();
  sides.add({
    kind: "format",
    where: versionMember,
    what: `The format is ${shown(b)} instead of ${shown(a)}.`,
    ...(line(a) === line(b) ? {} : { verdict: "unclassified" as const }),
    effects: { generatedClients: "Generators have to know this version of the format." },
  });
}

export function compareServers(sides: Sides, pair: Pair, where: string): void {
  const { gone, added, both } = matched({ old: serversOf(pair.old), new: serversOf(pair.new) });
  for (const [url] of gone) {
    const isPlaceholder = isPlaceholderUrl(url);
    sides.add({
      kind: "server.removed",
      where,
      what: `The server ${url} is gone.`,
      breaks: isPlaceholder ? [] : ["senders", "generatedClients"],
      effects: {
        senders: isPlaceholder ? "It led nowhere." : "Calls to it are no longer described.",
        generatedClients: "Their default address changes.",
      },
    });
  }
  for (const [url] of added)
    sides.add({
      kind: "server.added",
      where,
      what: `The server ${url} is new.`,
      effects: { senders: "They may call it.", generatedClients: KNOWN_AGAIN },
    });
  const order = ([...urls]: readonly (readonly [url: string, ...unknown[]])[]) => urls.map(([url]) => url).join();
  const kept = new Set(both.map(([url]) => url));
  const fresh = [...serversOf(pair.new)].filter(([url]) => kept.has(url));
  if (order(both) !== order(fresh))
    sides.add({
      kind: "server.order",
      where,
      what: "The servers are in another order.",
      effects: { generatedClients: "Those that call the first one call another." },
    });
  for (const [url, old, fresh] of both) {
    compareVariables(sides, { old: member(old, "variables"), new: member(fresh, "variables") }, where, url);
    sides.rest({ old, new: fresh }, SERVER, where);
  }
}

/** By URL; a second one with the same URL is kept apart. */
function serversOf(servers: Maybe): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (const [i, server] of itemsOf(servers).entries()) {
    const url = String(member(server, "url"));
    found.set(found.has(url) ? `${url} (${i})` : url, server);
  }
  return found;
}

function compareVariables(sides: Sides, pair: Pair, where: string, url: string): void {
  const variables = matched(byName(pair));
  for (const [name] of [...variables.gone, ...variables.added])
    sides.unclassified(where, `The variable ${name} of ${url} is new or gone.`);
  for (const [name, old, fresh] of variables.both) {
    const [a, b] = [member(old, "default"), member(fresh, "default")];
    const wasPlaceholder = isPlaceholderUrl(a);
    if (!isSameText(a, b))
      sides.add({
        kind: "server.default",
        where,
        what: `${name} is ${shown(b)} instead of ${shown(a)}.`,
        breaks: wasPlaceholder ? [] : ["senders", "generatedClients"],
        effects: {
          senders: wasPlaceholder
            ? "The address is stated; it led nowhere before."
            : "Calls to the old address may fail.",
          generatedClients: "Their default address changes.",
        },
      });
    sides.rest({ old, new: fresh }, { default: "any" }, `${where}, ${name}`);
  }
}

/** Compares the components that no operation has led to: generators make types of unused schemas too. */
export function compareComponents(rules: SchemaRules): void {
  const { sides } = rules;
  const { root, referredTo } = sides;
  const components: Pair = { old: root.old.components, new: root.new.components };
  const of = (kind: string): Pair => ({ old: member(components.old, kind), new: member(components.new, kind) });
  sides.sawAll(components);
  compareSchemas(rules, of("schemas"));
  for (const kind of namesOf(components)) {
    if (OWN_RULES.has(kind)) continue;
    if (kind === "examples") {
      compareExamples(sides, of(kind));
      continue;
    }
    const { gone, added, both } = matched(byName(of(kind)));
    const add = (name: string, what: string) => sides.add({ kind: "component", where: `${kind} ${name}`, what });
    for (const [name] of gone)
      if (!referredTo.old.has(`${kind} ${name}`)) add(name, "It is gone; nothing referred to it.");
    for (const [name] of added)
      if (!referredTo.new.has(`${kind} ${name}`)) add(name, "It is new; nothing refers to it.");
    for (const [name, old, fresh] of both)
      if (isLeft(sides, { old, new: fresh })) sides.rest(sides.resolved({ old, new: fresh }), {}, `${kind} ${name}`);
  }
}

/** Examples are for people, whichever of their members changes. */
function compareExamples(sides: Sides, pair: Pair): void {
  const { gone, added, both } = matched(byName(pair));
  for (const [name] of gone) sides.add(documentation(`examples ${name}`, "The example is gone."));
  for (const [name] of added) sides.add(documentation(`examples ${name}`, "The example is new."));
  for (const [name, old, fresh] of both)
    if (!sides.isSame("examples", old, fresh)) sides.add(documentation(`examples ${name}`, "The example has changed."));
}

function compareSchemas(rules: SchemaRules, schemas: Pair): void {
  const { sides } = rules;
  const { referredTo } = sides;
  const { gone, added, both } = matched(byName(schemas));
  for (const [name] of gone)
    if (!referredTo.old.has(`schemas ${name}`))
      sides.add({
        kind: "schema.removed",
        where: name,
        what: "The schema is gone; nothing referred to it.",
        breaks: ["generatedClients"],
        effects: { generatedClients: "The generated code no longer has its type." },
      });
  for (const [name] of added)
    if (!referredTo.new.has(`schemas ${name}`))
      sides.add({
        kind: "schema.added",
        where: name,
        what: "The schema is new; nothing refers to it.",
        effects: { generatedClients: "Once regenerated, the code has its type." },
      });
  for (const [name, old, fresh] of both)
    if (isLeft(sides, { old, new: fresh })) rules.compareComponent({ old, new: fresh }, name);
}

/** Whether no operation has led to the component, on one side or on both. */
const isLeft = (sides: Sides, { old, new: fresh }: Pair): boolean =>
  sides.seen(old) === "nothing" || sides.seen(fresh) === "nothing";
