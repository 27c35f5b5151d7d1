/** Bodies: of requests and deliveries, and of the answers to them by status. */

import { entriesOf, type Json, member } from "../documents/json.ts";
import { contextOf, impactOf, isWritten, type Role, sideOf } from "./impact.ts";
import { compareHeaders, compareNeed } from "./openapi-headers.ts";
import type { SchemaRules } from "./schema.ts";
import { matched, type Pair } from "./sides.ts";

export function compareBody(rules: SchemaRules, nodes: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const pair = sides.resolved(nodes);
  if (pair.old === undefined && pair.new === undefined) return;
  const side = sideOf(role);
  if (pair.old === undefined || pair.new === undefined) {
    const isNew = pair.old === undefined;
    const isBreaking = isNew ? isWritten(role) && pair.new.required === true : true;
    sides.add({
      kind: isNew ? "body.added" : "body.removed",
      where,
      what: `The body is ${isNew ? "new" : "gone"}, ${contextOf(role)}.`,
      breaks: isBreaking ? [side, "generatedClients"] : [],
      effects: {
        [side]: isBreaking ? "What they do today with the body no longer works." : "What they do today still works.",
        generatedClients: "The generated function changes.",
      },
    });
    return;
  }
  compareNeed(sides, { old: pair.old.required === true, new: pair.new.required === true }, role, `${where}, body`);
  compareContent(rules, { old: pair.old.content, new: pair.new.content }, role, where);
  sides.rest(pair, ["required", "content"], `${where}, body`);
}

/** The media types of a body. One that takes the place of another is compared with it. */
export function compareContent(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const of = (content: Json) =>
    new Map(entriesOf(content).map(([type, value]) => [type.toLowerCase().replaceAll(" ", ""), value]));
  const { gone, added, both } = matched(of(pair.old), of(pair.new));
  const pairs = both.map(([type, a, b]) => [type, a, b] as const);
  const isReplaced = gone.length === 1 && added.length === 1 && both.length === 0;
  if (isReplaced) pairs.push([added[0]?.[0] ?? "", gone[0]?.[1], added[0]?.[1]]);
  const add = (what: string, move: "narrower" | "wider" | "other") =>
    sides.add({ kind: "media-type", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  if (isReplaced) add(`The media type is ${added[0]?.[0]} instead of ${gone[0]?.[0]}`, "other");
  else {
    // Nothing said about content promises nothing: content that is described then takes nothing away.
    const wasSilent = pair.old === undefined || entriesOf(pair.old).length === 0;
    for (const [type] of gone)
      add(
        `The media type ${type} is gone`,
        both.length + added.length === 0 && role !== "request" ? "wider" : "narrower",
      );
    for (const [type] of added)
      add(
        `The media type ${type} is ${wasSilent ? "stated" : "new"}`,
        wasSilent && role !== "request" ? "narrower" : "wider",
      );
  }
  for (const [type, a, b] of pairs) {
    rules.compare({ old: member(a, "schema"), new: member(b, "schema") }, role, `${where}, ${roleName(role)}`);
    sides.rest({ old: a, new: b }, ["schema"], `${where}, ${roleName(role)} as ${type}`);
  }
}

const roleName = (role: Role) => (role === "request" || role === "delivery" ? "body" : "answer");

/** Answers by status. Ranges and `default` cover codes: `200` within `2XX` is no new answer, it is a known one. */
export function compareResponses(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const old = new Map(entriesOf(pair.old).map(([status, node]) => [status.toUpperCase(), node]));
  const fresh = new Map(entriesOf(pair.new).map(([status, node]) => [status.toUpperCase(), node]));
  const { gone, added, both } = matched(old, fresh);
  const pairs = both.map(([status, a, b]) => [status, a, b] as const);
  const add = (kind: string, what: string, move: "narrower" | "wider", isError: boolean) => {
    const impact = impactOf(role, move);
    // Callers judge failures by their class; that there is one more to tell apart breaks nobody.
    const isCalm = isError && role === "response";
    sides.add({
      kind,
      where,
      what,
      ...impact,
      ...(isCalm
        ? {
            breaks: [],
            verdict: "not breaking" as const,
            effects: {
              senders: "They judge a failure by its class, as before.",
              generatedClients: "Generated again, the code knows it.",
            },
          }
        : {}),
    });
  };
  for (const [status, node] of added) {
    const cover = coverOf(status, old);
    const isError = !/^[123]/.test(status);
    if (cover !== undefined) {
      pairs.push([status, old.get(cover), node]);
      if (gone.some(([one]) => one === cover))
        add("status.stated", `${status} is stated where it was ${cover}, ${contextOf(role)}.`, "narrower", isError);
      else
        sides.add({
          kind: "status.added",
          where,
          what: `${status} is described apart from ${cover}, ${contextOf(role)}.`,
          effects: { generatedClients: "Generated again, the code tells them apart." },
        });
    } else if (!gone.some(([one]) => coverOf(one, fresh) === status))
      add("status.added", `The status ${status} is new, ${contextOf(role)}.`, "wider", isError);
  }
  for (const [status, node] of gone) {
    if (added.some(([one]) => coverOf(one, old) === status)) continue;
    const cover = coverOf(status, fresh);
    // Callers miss a success only where no other is left to come instead.
    const isMissed = ![...fresh.keys()].some((one) => one.startsWith("2"));
    if (cover === undefined)
      add(
        "status.removed",
        `The status ${status} is gone, ${contextOf(role)}.`,
        role === "response" && isMissed ? "wider" : "narrower",
        !/^[123]/.test(status),
      );
    else {
      pairs.push([status, node, fresh.get(cover)]);
      if (both.some(([one]) => one === cover))
        sides.add({
          kind: "status.removed",
          where,
          what: `${status} is no longer described apart from ${cover}, ${contextOf(role)}.`,
          effects: { generatedClients: "Generated again, the code does not tell them apart." },
        });
      else
        add(
          "status.opened",
          `It may be any of ${cover} where it was ${status}, ${contextOf(role)}.`,
          "wider",
          !/^[123]/.test(status),
        );
    }
  }
  for (const [status, a, b] of pairs) {
    const response = sides.resolved({ old: a, new: b });
    const at = `${where}, ${status}`;
    compareContent(rules, { old: response.old?.content, new: response.new?.content }, role, at);
    compareHeaders(rules, { old: response.old?.headers, new: response.new?.headers }, role, at);
    sides.rest(response, ["content", "headers"], at);
  }
}

/** The key among these that stands for the status as well: its range, or `default` for failures. */
function coverOf(status: string, among: ReadonlyMap<string, Json>): string | undefined {
  if (among.has(status)) return status;
  const range = `${status[0]}XX`;
  if (status !== range && status !== "DEFAULT" && among.has(range)) return range;
  return among.has("DEFAULT") && status !== "DEFAULT" && !/^[123]/.test(status) ? "DEFAULT" : undefined;
}
