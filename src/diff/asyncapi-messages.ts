/** The messages of an AsyncAPI operation: which there are, and what is in them. */

import { isSameText, nameOf } from "../documents/json.ts";
import type { Resolved } from "../documents/references.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { compareIdempotencyKey, compareStatus } from "./delivery.ts";
import { impactOf, KNOWN_AGAIN, type Role, renamed } from "./impact.ts";
import { isMediaTypeWithin, plainMediaType } from "./media-types.ts";
import { matched, type Pair, shown } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";
import { signatureHeader, withoutPattern } from "./signature.ts";

const MESSAGE: Shapes = {
  name: "text",
  contentType: "text",
  headers: "schema",
  payload: "schema",
  "x-event": "text",
  "x-idempotency-key": "texts",
  "x-status": "text",
};

/**
 * The names of the messages that operations send, by channel: those that they list, or all of the channel where they
 * list none. A channel that no operation uses is not there.
 */
export function messagesInUse(root: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const whole = new Set<string>();
  for (const [, operation] of entriesOf(root.operations)) {
    const channel = nameOf(String(member(operation, "channel", "$ref")));
    const listed = member(operation, "messages");
    // Its messages are those of the channel, which are counted once.
    if (whole.has(channel)) continue;
    if (!Array.isArray(listed)) whole.add(channel);
    const names = Array.isArray(listed)
      ? listed.map((one) => nameOf(String(member(one, "$ref"))))
      : entriesOf(member(root, "channels", channel, "messages")).map(([name]) => name);
    const known = found.get(channel) ?? new Set();
    for (const name of names) known.add(name);
    found.set(channel, known);
  }
  return found;
}

/** What a message costs in the budget: each operation may send all messages of a channel. */
const MESSAGE_STEPS = 100;

interface Message {
  /** By which its channel and its components know it. */
  readonly names: readonly string[];
  readonly value: JsonObject;
}

/** A message is the same if it carries the same event; without one, if it has the same name. */
function messagesOf(operation: JsonObject, root: JsonObject, resolve: (node: Maybe) => Resolved): Map<string, Message> {
  const channel = resolve(operation.channel).value;
  const listed: [string, JsonValue][] = Array.isArray(operation.messages)
    ? operation.messages.map((node) => [nameOf(String(member(node, "$ref"))), node])
    : entriesOf(member(channel, "messages"));
  const found = new Map<string, Message>();
  for (const [own, node] of listed) {
    const { value, name } = resolve(node);
    if (!isObject(value)) continue;
    const event = value["x-event"];
    const key = event === undefined ? `message ${value.name ?? name}` : `event ${event}`;
    const { defaultContentType } = root;
    // One that is there twice is kept apart.
    found.set(found.has(key) ? `${key} (${name ?? own})` : key, {
      names: [...new Set([own, name ?? own])],
      value: { ...(defaultContentType !== undefined && { contentType: defaultContentType }), ...value },
    });
  }
  return found;
}

export function compareMessages(rules: SchemaRules, operation: Pair<JsonObject>, role: Role, where: string): void {
  const { sides } = rules;
  const { root } = sides;
  for (const [i, one] of itemsOf(operation.old.messages).entries())
    sides.sawAll({ old: one, new: itemsOf(operation.new.messages)[i] });
  const messages = {
    old: messagesOf(operation.old, root.old, (node) => sides.resolveOld(node)),
    new: messagesOf(operation.new, root.new, (node) => sides.resolveNew(node)),
  };
  sides.budget.spend(MESSAGE_STEPS * (messages.old.size + messages.new.size));
  const { gone, added, both } = matched(messages);
  for (const [key] of gone)
    sides.add({
      kind: "message.removed",
      where,
      what: `The ${key} is gone.`,
      breaks: ["receivers", "generatedClients"],
      effects: {
        receivers: "It no longer arrives.",
        generatedClients: "The generated code no longer has its type.",
      },
    });
  for (const [key] of added)
    sides.add({
      kind: "message.added",
      where,
      what: `The ${key} is new.`,
      effects: {
        receivers: "It reaches only webhooks that list it; tolerant code ignores names it does not know.",
        generatedClients: KNOWN_AGAIN,
      },
    });
  for (const [key, old, fresh] of both) {
    const at = `${where}, ${key}`;
    if (!isSameText([...old.names], [...fresh.names]))
      sides.add(
        renamed("message.renamed", at, `Its key is ${fresh.names.join(", ")} instead of ${old.names.join(", ")}.`),
      );
    compareMessage(rules, { old: old.value, new: fresh.value }, role, at);
  }
}

function compareMessage(rules: SchemaRules, pair: Pair<JsonObject>, role: Role, where: string): void {
  const { sides } = rules;
  const { old, new: fresh } = pair;
  if (old.name !== fresh.name)
    sides.add(renamed("message.renamed", where, `Its name is ${shown(fresh.name)} instead of ${shown(old.name)}.`));
  compareMediaType(sides, { old: old.contentType, new: fresh.contentType }, role, where);
  compareIdempotencyKey(sides, pair, where);
  compareStatus(sides, pair, where);
  rules.compare(
    schemasOf(sides, { old: old.payload, new: fresh.payload }, `${where}, payload`),
    role,
    `${where}, payload`,
  );
  compareMessageHeaders(
    rules,
    schemasOf(sides, { old: old.headers, new: fresh.headers }, `${where}, headers`),
    role,
    where,
  );
  sides.rest(pair, MESSAGE, where);
}

function compareMediaType(sides: Sides, { old, new: fresh }: Pair, role: Role, where: string): void {
  if (isSameText(old, fresh)) return;
  const [a, b] = [old, fresh].map((one) => (typeof one === "string" ? plainMediaType(one) : undefined));
  if (a !== undefined && a === b) return;
  const isNarrower = a !== undefined && b !== undefined && isMediaTypeWithin(b, a);
  const isWider = a !== undefined && b !== undefined && isMediaTypeWithin(a, b);
  const what = `The media type is ${shown(fresh)} instead of ${shown(old)}.`;
  const move = isNarrower ? "narrower" : isWider ? "wider" : "other";
  sides.add({ kind: "media-type", where, what, ...impactOf(role, move) });
}

/** A schema of another format is inside an object that names the format. */
function schemasOf(sides: Sides, pair: Pair, where: string): Pair {
  const { old, new: fresh } = sides.resolved(pair);
  const [a, b] = [member(old, "schemaFormat"), member(fresh, "schemaFormat")];
  if (a === undefined && b === undefined) return pair;
  if (!isSameText(a, b)) sides.unclassified(where, `The format of the schema is ${shown(b)} instead of ${shown(a)}.`);
  sides.rest(
    { old: a === undefined ? {} : old, new: b === undefined ? {} : fresh },
    { schemaFormat: "any", schema: "any" },
    where,
  );
  const schemaOf = (node: Maybe, whole: Maybe, format: Maybe) =>
    format === undefined ? node : member(whole, "schema");
  return { old: schemaOf(pair.old, old, a), new: schemaOf(pair.new, fresh, b) };
}

const SIGNATURE = "signature header";

/**
 * The signature header is compared with the signature header, whatever it is called: its name is reported by
 * x-signature.
 */
function compareMessageHeaders(rules: SchemaRules, nodes: Pair, role: Role, where: string): void {
  const { sides, views } = rules;
  const { root } = sides;
  sides.sawAll(nodes);
  rules.evaluations.compare(nodes, `${where}, headers`);
  const pair = {
    old: neutral(views.old.of(nodes.old), signatureHeader(root.old)),
    new: neutral(views.new.of(nodes.new), signatureHeader(root.new)),
  };
  const [a, b] = [member(pair.old, "properties", SIGNATURE), member(pair.new, "properties", SIGNATURE)];
  if (a !== undefined && b !== undefined) {
    const schemas = withoutPattern(sides, { old: a, new: b }, `${where}, signature`);
    pair.old.properties = { ...(pair.old.properties as JsonObject), [SIGNATURE]: schemas.old };
    pair.new.properties = { ...(pair.new.properties as JsonObject), [SIGNATURE]: schemas.new };
  }
  rules.compare(pair, role, `${where}, headers`);
}

/**
 * A copy with names in lower case, as headers are compared, and with the name of the signature header replaced by what
 * it is.
 */
function neutral(schema: JsonObject, signature: string | undefined): JsonObject {
  const name = (header: string) => (header.toLowerCase() === signature ? SIGNATURE : header.toLowerCase());
  const properties = entriesOf(schema.properties).map(([header, value]): [string, JsonValue] => [name(header), value]);
  return {
    ...schema,
    ...(isObject(schema.properties) && { properties: Object.fromEntries(properties) }),
    ...(Array.isArray(schema.required) && { required: schema.required.map((header) => name(String(header))) }),
  };
}
