/** Two AsyncAPI documents: what the service sends to webhooks, by which rules, and what is in it. */

import { entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import { anotherMethod, compareDelivery, compareIdempotencyKey, compareStatus } from "./delivery.ts";
import { impactOf, type Role, renamed } from "./impact.ts";
import type { SchemaRules } from "./schema.ts";
import { viewOf } from "./schema-view.ts";
import { compareSchemes, compareSecurity } from "./security.ts";
import { compareComponents, compareInfo } from "./shared.ts";
import { matched, type Pair, type Sides, shown } from "./sides.ts";
import { signatureHeader, withoutPattern } from "./signature.ts";

const OPERATION = ["action", "channel", "messages", "security", "bindings", "x-delivery", "x-status"];
const MESSAGE = ["name", "contentType", "headers", "payload", "x-event", "x-idempotency-key", "x-status"];
const ROOT = ["asyncapi", "info", "channels", "operations", "components", "defaultContentType"];

export function compareAsyncapi(rules: SchemaRules): void {
  const { sides } = rules;
  compareInfo(sides, "asyncapi");
  compareChannels(sides);
  compareOperations(rules);
  compareSchemes(sides);
  compareComponents(rules);
  sides.rest(sides.root, ROOT, "document");
}

function compareChannels(sides: Sides): void {
  const { root } = sides;
  const { both } = matched(new Map(entriesOf(root.old.channels)), new Map(entriesOf(root.new.channels)));
  for (const [name, a, b] of both) {
    const pair = sides.resolved({ old: a, new: b });
    const where = `channel ${name}`;
    const [old, fresh] = [pair.old.address ?? null, pair.new.address ?? null];
    if (old !== fresh)
      sides.add({
        kind: "channel.address",
        where,
        what: `The address is ${shown(fresh)} instead of ${shown(old)}.`,
        ...(old === null ? {} : { verdict: "unclassified" as const }),
        effects: { receivers: old === null ? "What was left open is known." : "Look at where deliveries go now." },
      });
    compareStatus(sides, pair, where);
    sides.rest(pair, ["address", "messages", "x-status"], where);
  }
}

/** By key; one whose key changed is recognised by its channel and its action. */
function compareOperations(rules: SchemaRules): void {
  const { sides } = rules;
  const { root } = sides;
  const { gone, added, both } = matched(
    new Map(entriesOf(root.old.operations)),
    new Map(entriesOf(root.new.operations)),
  );
  const pairs = both.map(([name, a, b]) => [name, sides.resolved({ old: a, new: b })] as const);
  const taken = new Set<string>();
  for (const [name, node] of gone) {
    const old = sides.resolveOld(node).value;
    const twin = added.find(([key, one]) => {
      const fresh = sides.resolveNew(one).value;
      return !taken.has(key) && fresh.action === old.action && channelOf(fresh) === channelOf(old);
    });
    if (twin) {
      taken.add(twin[0]);
      sides.add(renamed("operation.renamed", name, `It is called ${twin[0]} now.`));
      pairs.push([twin[0], { old, new: sides.resolveNew(twin[1]).value }]);
    } else removed(sides, name, old.action);
  }
  for (const [name] of added)
    if (!taken.has(name))
      sides.add({
        kind: "operation.added",
        where: name,
        what: "The operation is new.",
        effects: {
          receivers: "Nothing arrives that they did not register for.",
          generatedClients: "Generated again, the code knows it.",
        },
      });
  for (const [name, pair] of pairs) compareOperation(rules, pair, name);
}

const channelOf = (operation: Json) => String(member(operation.channel, "$ref")).replace(/^.*#/, "");

function removed(sides: Sides, where: string, action: string): void {
  const isSent = action === "send";
  sides.add({
    kind: "operation.removed",
    where,
    what: "The operation is gone.",
    breaks: [isSent ? "receivers" : "senders", "generatedClients"],
    effects: {
      [isSent ? "receivers" : "senders"]: isSent
        ? "Whoever waits for its deliveries waits in vain."
        : "What they send is no longer taken.",
      generatedClients: "It vanishes from the generated code.",
    },
  });
}

function compareOperation(rules: SchemaRules, pair: Pair, where: string): void {
  const { sides } = rules;
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
  compareSecurity(sides, { old: pair.old.security, new: pair.new.security }, role, where);
  compareDelivery(sides, { old: pair.old["x-delivery"], new: pair.new["x-delivery"] }, where);
  compareStatus(sides, pair, where);
  compareBindings(sides, { old: pair.old.bindings, new: pair.new.bindings }, where);
  compareMessages(rules, pair, role, where);
  sides.rest(pair, OPERATION, where);
}

/** A channel has no address of its own where webhooks are registered, so its key is a name for generated code. */
function compareRoute(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [sides.resolveOld(pair.old.channel).value, sides.resolveNew(pair.new.channel).value];
  if (old && fresh && (old.address ?? null) === (fresh.address ?? null))
    sides.add(
      renamed("channel.renamed", where, `Its channel is ${channelOf(pair.new)} instead of ${channelOf(pair.old)}.`),
    );
  else sides.unclassified(where, "It goes through another channel.");
}

function compareBindings(sides: Sides, pair: Pair, where: string): void {
  const { old, new: fresh } = sides.resolved(pair);
  const [a, b] = [member(member(old, "http"), "method"), member(member(fresh, "http"), "method")];
  if (a !== b && a !== undefined) sides.add(anotherMethod(where, a, b));
  const http = { old: member(old, "http"), new: member(fresh, "http") };
  sides.rest(http, a === undefined ? [] : ["method"], `${where}, http`);
  sides.rest({ old, new: fresh }, ["http"], `${where}, bindings`);
}

/** A message is the same if it carries the same event; without one, if it has the same name. */
function messagesOf(
  operation: Json,
  root: Json,
  resolve: (node: Json) => { value: Json; name: string | undefined },
): Map<string, Json> {
  const channel = resolve(operation.channel).value;
  const nodes = operation.messages ?? Object.values(member(channel, "messages") ?? {});
  const found = new Map<string, Json>();
  for (const node of itemsOf(nodes)) {
    const { value, name } = resolve(node);
    const key = value["x-event"] === undefined ? `message ${value.name ?? name}` : `event ${value["x-event"]}`;
    found.set(key, { contentType: root.defaultContentType, ...value });
  }
  return found;
}

function compareMessages(rules: SchemaRules, operation: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const { root } = sides;
  const { gone, added, both } = matched(
    messagesOf(operation.old, root.old, (node) => sides.resolveOld(node)),
    messagesOf(operation.new, root.new, (node) => sides.resolveNew(node)),
  );
  for (const [key] of gone)
    sides.add({
      kind: "message.removed",
      where,
      what: `The ${key} is gone.`,
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers: "Whoever waits for it waits in vain.",
        generatedClients: "Its type vanishes from the generated code.",
      },
    });
  for (const [key] of added)
    sides.add({
      kind: "message.added",
      where,
      what: `The ${key} is new.`,
      effects: {
        receivers: "It reaches only webhooks that list it; tolerant code passes over names it does not know.",
        generatedClients: "Generated again, the code knows it.",
      },
    });
  for (const [key, old, fresh] of both) compareMessage(rules, { old, new: fresh }, role, `${where}, ${key}`);
}

function compareMessage(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const { old, new: fresh } = pair;
  if (old.name !== fresh.name)
    sides.add(renamed("message.renamed", where, `Its name is ${shown(fresh.name)} instead of ${shown(old.name)}.`));
  if (old.contentType !== fresh.contentType)
    sides.add({
      kind: "media-type",
      where,
      what: `The media type is ${shown(fresh.contentType)} instead of ${shown(old.contentType)}.`,
      ...impactOf(role, "other"),
    });
  compareIdempotencyKey(sides, pair, where);
  compareStatus(sides, pair, where);
  rules.compare({ old: schemaOf(old.payload), new: schemaOf(fresh.payload) }, role, `${where}, payload`);
  compareMessageHeaders(rules, { old: schemaOf(old.headers), new: schemaOf(fresh.headers) }, role, where);
  sides.rest(pair, MESSAGE, where);
}

/** A schema of another format is inside an object that names the format. */
const schemaOf = (node: Json) => (member(node, "schemaFormat") === undefined ? node : node.schema);

/** The signature header is compared with the signature header, whatever it is called: its name is told by x-signature. */
function compareMessageHeaders(rules: SchemaRules, nodes: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const { root } = sides;
  const pair = {
    old: neutral(
      viewOf(nodes.old, (node) => sides.resolveOld(node)),
      signatureHeader(root.old),
    ),
    new: neutral(
      viewOf(nodes.new, (node) => sides.resolveNew(node)),
      signatureHeader(root.new),
    ),
  };
  const [a, b] = [member(pair.old?.properties, SIGNATURE), member(pair.new?.properties, SIGNATURE)];
  if (a !== undefined && b !== undefined) {
    const schemas = withoutPattern(sides, { old: a, new: b }, `${where}, signature`);
    pair.old.properties[SIGNATURE] = schemas.old;
    pair.new.properties[SIGNATURE] = schemas.new;
  }
  rules.compare(pair, role, `${where}, headers`);
}

const SIGNATURE = "signature header";

/** A copy with names in lower case, as headers are compared, and the name of the signature header replaced by what it is. */
function neutral(schema: Json, signature: string | undefined): Json {
  if (!isObject(schema)) return schema;
  const name = (header: string) => (header.toLowerCase() === signature ? SIGNATURE : header.toLowerCase());
  return {
    ...schema,
    properties: Object.fromEntries(entriesOf(schema.properties).map(([header, value]) => [name(header), value])),
    ...(schema.required && { required: itemsOf(schema.required).map((header) => name(String(header))) }),
  };
}
