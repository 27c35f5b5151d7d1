/** Two AsyncAPI documents: what the service sends to webhooks, and by which rules. */

import { canonical, isSameText } from "../documents/json.ts";
import { isObject, type JsonObject, type Maybe, member } from "../json.ts";
import { compareMessages, messagesInUse } from "./asyncapi-messages.ts";
import { anotherMethod, compareDelivery, compareStatus } from "./delivery.ts";
import { KNOWN_AGAIN, type Role, renamed } from "./impact.ts";
import { byName, matched, moved, type Pair, shown } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import { compareSecurity } from "./security.ts";
import { compareSchemes } from "./security-schemes.ts";
import type { Shapes } from "./shapes.ts";
import { compareComponents, compareInfo } from "./shared.ts";
import type { Sides } from "./sides.ts";

const ROOT: Shapes = {
  asyncapi: "text",
  info: "object",
  channels: "object",
  operations: "object",
  components: "object",
  defaultContentType: "text",
};
const CHANNEL: Shapes = { address: "any", messages: "object", "x-status": "text" };
const OPERATION: Shapes = {
  action: "text",
  channel: "object",
  messages: "list",
  security: "list",
  bindings: "object",
  "x-delivery": "object",
  "x-status": "text",
};

export function compareAsyncapi(rules: SchemaRules): void {
  const { sides } = rules;
  compareInfo(sides, "asyncapi");
  compareOperations(rules);
  compareChannels(sides);
  compareSchemes(sides);
  compareComponents(rules);
  const { root } = sides;
  if (!isSameText(root.old.defaultContentType, root.new.defaultContentType))
    sides.add({
      kind: "media-type.default",
      where: "document",
      what: `The media type of messages that name none ${moved(root.old.defaultContentType, root.new.defaultContentType)}.`,
    });
  sides.rest(root, ROOT, "document");
}

function compareChannels(sides: Sides): void {
  const { root } = sides;
  const { gone, added, both } = matched(byName({ old: root.old.channels, new: root.new.channels }));
  const used = { old: messagesInUse(root.old), new: messagesInUse(root.new) };
  const add = (name: string, what: string) => sides.add({ kind: "channel", where: `channel ${name}`, what });
  for (const [name] of gone) if (!used.old.has(name)) add(name, "The channel is gone; no operation used it.");
  for (const [name] of added) if (!used.new.has(name)) add(name, "The channel is new; no operation uses it.");
  for (const [name, a, b] of both) {
    const pair = sides.resolved({ old: a, new: b });
    const where = `channel ${name}`;
    compareAddress(sides, pair, where);
    compareStatus(sides, pair, where);
    compareChannelMessages(sides, pair, { old: used.old.get(name), new: used.new.get(name) }, where);
    sides.rest(pair, CHANNEL, where);
  }
}

function compareAddress(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [member(pair.old, "address") ?? null, member(pair.new, "address") ?? null];
  if (old === fresh) return;
  sides.add({
    kind: "channel.address",
    where,
    what: `The address is ${shown(fresh)} instead of ${shown(old)}.`,
    ...(old === null ? {} : { verdict: "unclassified" as const }),
    effects: { receivers: old === null ? "What was left open is known." : "Check where deliveries go now." },
  });
}

/** Messages that a channel lists and no operation sends: those that one sends are compared there. */
function compareChannelMessages(
  sides: Sides,
  pair: Pair,
  sent: Pair<ReadonlySet<string> | undefined>,
  where: string,
): void {
  const { gone, added } = matched(byName({ old: member(pair.old, "messages"), new: member(pair.new, "messages") }));
  const add = (what: string) => sides.add({ kind: "channel.message", where, what });
  for (const [name] of gone) if (!sent.old?.has(name)) add(`The message ${name} is gone; no operation sent it.`);
  for (const [name] of added) if (!sent.new?.has(name)) add(`The message ${name} is new; no operation sends it.`);
}

const channelOf = (operation: Maybe) => String(member(operation, "channel", "$ref")).replace(/^[^#]*#/, "");

/** By key; one whose key changed is recognised by its channel and its action. */
function compareOperations(rules: SchemaRules): void {
  const { sides } = rules;
  const { root } = sides;
  const { gone, added, both } = matched(byName({ old: root.old.operations, new: root.new.operations }));
  const pairs = both.map(([name, a, b]) => [name, sides.resolved({ old: a, new: b })] as const);
  const taken = new Set<string>();
  const routeOf = (operation: Maybe) => canonical([member(operation, "action") ?? null, channelOf(operation)]);
  const routes = Map.groupBy(added, ([, one]) => routeOf(sides.resolveNew(one).value));
  for (const [name, node] of gone) {
    const old = sides.resolveOld(node).value;
    const twin = routes.get(routeOf(old))?.shift();
    if (twin) {
      taken.add(twin[0]);
      sides.add(renamed("operation.renamed", name, `It is called ${twin[0]} now.`));
      pairs.push([twin[0], sides.resolved({ old: node, new: twin[1] })]);
    } else removed(sides, name, member(old, "action"));
  }
  for (const [name] of added)
    if (!taken.has(name))
      sides.add({
        kind: "operation.added",
        where: name,
        what: "The operation is new.",
        effects: { receivers: "Nothing arrives that they did not register for.", generatedClients: KNOWN_AGAIN },
      });
  for (const [name, { old, new: fresh }] of pairs)
    if (isObject(old) && isObject(fresh)) compareOperation(rules, { old, new: fresh }, name);
}

function removed(sides: Sides, where: string, action: Maybe): void {
  const isSent = action === "send";
  const side = isSent ? "receivers" : "senders";
  sides.add({
    kind: "operation.removed",
    where,
    what: "The operation is gone.",
    breaks: [side, "generatedClients"],
    effects: {
      [side]: isSent ? "Its deliveries no longer arrive." : "The service no longer accepts what they send.",
      generatedClients: "The generated code no longer has it.",
    },
  });
}

function compareOperation(rules: SchemaRules, pair: Pair<JsonObject>, where: string): void {
  const { sides } = rules;
  const of = (name: string): Pair => ({ old: pair.old[name], new: pair.new[name] });
  if (pair.old.action !== pair.new.action) {
    sides.add({
      kind: "operation.action",
      where,
      what: `The service does ${shown(pair.new.action)} instead of ${shown(pair.old.action)}.`,
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers: "The message goes the other way.",
        generatedClients: "The generated code goes the other way.",
      },
    });
    return;
  }
  if (channelOf(pair.old) !== channelOf(pair.new)) compareRoute(sides, pair, where);
  const role: Role = pair.new.action === "receive" ? "request" : "delivery";
  compareSecurity(sides, of("security"), role, where);
  compareDelivery(sides, of("x-delivery"), where);
  compareStatus(sides, pair, where);
  compareBindings(sides, of("bindings"), where);
  compareMessages(rules, pair, role, where);
  sides.rest(pair, OPERATION, where);
}

/** A channel has no address of its own where webhooks are registered, so its key is a name for generated code. */
function compareRoute(sides: Sides, pair: Pair<JsonObject>, where: string): void {
  const [old, fresh] = [sides.resolveOld(pair.old.channel).value, sides.resolveNew(pair.new.channel).value];
  const isRenamed = old && fresh && (member(old, "address") ?? null) === (member(fresh, "address") ?? null);
  const what = `Its channel is ${channelOf(pair.new)} instead of ${channelOf(pair.old)}.`;
  if (isRenamed) sides.add(renamed("channel.renamed", where, what));
  else sides.unclassified(where, "It goes through another channel.");
}

function compareBindings(sides: Sides, pair: Pair, where: string): void {
  const { old, new: fresh } = sides.resolved(pair);
  const http = { old: member(old, "http"), new: member(fresh, "http") };
  const [a, b] = [member(http.old, "method"), member(http.new, "method")];
  if (a !== b && a !== undefined) sides.add(anotherMethod(where, a, b));
  sides.rest(http, a === undefined ? {} : { method: "any" }, `${where}, http`);
  sides.rest({ old, new: fresh }, { http: "object" }, `${where}, bindings`);
}
