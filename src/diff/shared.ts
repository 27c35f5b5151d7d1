/** What both kinds of documents have: info, servers, and components that nothing uses. */

import { entriesOf, itemsOf, type Json, member } from "../documents/json.ts";
import { documentation } from "./impact.ts";
import type { SchemaRules } from "./schema.ts";
import { matched, namesOf, type Pair, type Sides, shown } from "./sides.ts";

/** A name under .invalid leads nowhere on purpose: it stands for what is not stated. */
const isOpen = (url: Json) => /^[a-z]+:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(String(url));

export function compareInfo(sides: Sides, versionMember: string): void {
  const { root } = sides;
  const info: Pair = { old: root.old.info ?? {}, new: root.new.info ?? {} };
  const changed = namesOf(info).filter(
    (name) => name !== "x-unspecified" && !sides.isSame(info.old[name], info.new[name]),
  );
  if (changed.length > 0) sides.add(documentation("info", `Changed: ${changed.join(", ")}.`));
  const [a, b] = [root.old[versionMember], root.new[versionMember]];
  if (a === b) return;
  const generatedClients = "Generators have to know this version of the format.";
  const isSameLine = String(a).split(".").slice(0, 2).join() === String(b).split(".").slice(0, 2).join();
  sides.add({
    kind: "format",
    where: versionMember,
    what: `The format is ${shown(b)} instead of ${shown(a)}.`,
    ...(isSameLine ? {} : { verdict: "unclassified" as const }),
    effects: { generatedClients },
  });
}

export function compareServers(sides: Sides, pair: Pair, where: string): void {
  const of = (servers: Json) => new Map(itemsOf(servers).map((server) => [String(member(server, "url")), server]));
  const { gone, added, both } = matched(of(pair.old), of(pair.new));
  for (const [url] of gone) {
    const isNobodys = isOpen(url);
    sides.add({
      kind: "server.removed",
      where,
      what: `The server ${url} is gone.`,
      breaks: isNobodys ? [] : ["senders", "generatedClients"],
      effects: {
        senders: isNobodys ? "It led nowhere." : "Calls to it are no longer described.",
        generatedClients: "Their default address changes.",
      },
    });
  }
  for (const [url] of added)
    sides.add({
      kind: "server.added",
      where,
      what: `The server ${url} is new.`,
      effects: { senders: "They may call it.", generatedClients: "Generated again, the code knows it." },
    });
  for (const [url, a, b] of both) {
    const variables = matched(new Map(entriesOf(a.variables)), new Map(entriesOf(b.variables)));
    for (const [name] of [...variables.gone, ...variables.added])
      sides.unclassified(where, `The variable ${name} of ${url} is new or gone.`);
    for (const [name, old, fresh] of variables.both) {
      if (old.default !== fresh.default) {
        const wasOpen = isOpen(old.default);
        sides.add({
          kind: "server.default",
          where,
          what: `${name} is ${shown(fresh.default)} instead of ${shown(old.default)}.`,
          breaks: wasOpen ? [] : ["senders", "generatedClients"],
          effects: {
            senders: wasOpen
              ? "The address is stated; it led nowhere before."
              : "Calls to the old address may go astray.",
            generatedClients: "Their default address changes.",
          },
        });
      }
      sides.rest({ old, new: fresh }, ["default"], `${where}, ${name}`);
    }
    sides.rest({ old: a, new: b }, ["url", "variables"], where);
  }
}

/** Schemas that nothing refers to are compared too: they are models of something, and generators make types of them. */
export function compareComponents(rules: SchemaRules): void {
  const { sides } = rules;
  const { root, referredTo } = sides;
  const of = (document: Json) => new Map(entriesOf(member(member(document, "components"), "schemas")));
  const { gone, added, both } = matched(of(root.old), of(root.new));
  for (const [name] of gone)
    if (!referredTo.old.has(name))
      sides.add({
        kind: "schema.removed",
        where: name,
        what: "The schema is gone; nothing referred to it.",
        breaks: ["generatedClients"],
        effects: { generatedClients: "Its type vanishes from the generated code." },
      });
  for (const [name] of added)
    if (!referredTo.new.has(name))
      sides.add({
        kind: "schema.added",
        where: name,
        what: "The schema is new; nothing refers to it.",
        effects: { generatedClients: "Generated again, the code has its type." },
      });
  for (const [name, old, fresh] of both)
    if (!referredTo.old.has(name) && !referredTo.new.has(name)) rules.compare({ old, new: fresh }, "delivery", name);
}
