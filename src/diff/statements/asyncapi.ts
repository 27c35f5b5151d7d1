/** AsyncAPI documents: what the service sends to webhooks, and by which rules. */

import { canonical, nameOf } from "../../documents/json.ts";
import {
  asObject,
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
} from "../../values/json.ts";
import { compareDelivery } from "./delivery.ts";
import type { Pair } from "./pair.ts";
import { node, nodes, readForm, readNothing, text } from "./readers.ts";
import { signatureHeader, withoutPattern } from "./schemes.ts";
import { compareSecurity } from "./security.ts";
import { components, described } from "./shared.ts";
import type { Side } from "./sides.ts";
import type { Comparison, Context, Form, Reader, Statement, Task } from "./statement.ts";

const operations: Reader = readForm("object", (value, { side }) =>
  entriesOf(value).map(([item, one]): Statement => {
    const role = member(side.value(one), "action") === "receive" ? "request" : "delivery";
    return { keyword: "sending", item, value: one, child: { kind: "sending", at: item, role } };
  }),
);

/** The channel that an operation uses, and what it does there. */
export const operationRoute = (operation: Maybe): string =>
  canonical([member(operation, "action") ?? null, channelPointer(operation)]);
/** The channel that an operation uses, by its place in the document. */
export const channelPointer = (operation: Maybe): string =>
  String(member(operation, "channel", "$ref")).replace(/^[^#]*#/, "");

/** Returns false where the message goes the other way: then nothing else is worth telling. */
function compareAction(views: Pair<JsonObject>, task: Task, comparison: Comparison): boolean {
  const [old, fresh] = [views.old["action"], views.new["action"]];
  if (old === fresh) return compareSecurity(views, task, comparison);
  comparison.tell("action", "changed", { ...task, old, new: fresh });
  return false;
}

/** What a message costs in the budget: each operation may send all messages of a channel. */
const MESSAGE_STEPS = 100;

/** The messages that an operation lists, or all of its channel; one is the same if it carries the same event. */
function readMessages(operation: Maybe, side: Side): Statement[] {
  const listed: [string, JsonValue][] = Array.isArray(member(operation, "messages"))
    ? itemsOf(member(operation, "messages")).map((one) => [nameOf(String(member(one, "$ref"))), one])
    : entriesOf(member(side.value(member(operation, "channel")), "messages"));
  side.budget.spend(MESSAGE_STEPS * listed.length);
  return listed.flatMap(([key, value]): Statement[] => {
    const { value: own, name } = side.resolve(value);
    const message = isObject(own) ? withTraits(own, side) : own;
    const event = member(message, "x-event");
    const item = event === undefined ? `message ${member(message, "name") ?? name}` : `event ${event}`;
    const names = [...new Set([key, name ?? key])];
    return [
      { keyword: "message", item, value, child: { kind: "message", at: `, ${item}` } },
      { keyword: "messageNames", item, value: names, within: `message ${item}` },
    ];
  });
}

/** An operation or a message with what its traits add: a later one prevails, and what the node itself says. */
function withTraits(node: JsonObject, side: Side): JsonObject {
  const { traits, ...own } = node;
  const added = itemsOf(traits).map((trait) => side.value(trait));
  if (!Array.isArray(traits) || !added.every(isObject)) return node;
  for (const one of added) side.merged.add(one);
  return [...added, own].reduce((base, patch) => patched(base, patch, (one) => side.value(one)), {});
}

/** A merge patch (RFC 7396). `resolve`: leads from a reference to its target, in the members of the node alone. */
function patched(base: JsonObject, patch: JsonObject, resolve = (value: Maybe) => value): JsonObject {
  const all = new Map(entriesOf(base));
  for (const [name, value] of entriesOf(patch)) {
    const [old, fresh] = [resolve(all.get(name)), resolve(value)];
    if (value === null) all.delete(name);
    else all.set(name, isObject(old) && isObject(fresh) ? patched(old, fresh) : value);
  }
  return Object.fromEntries(all);
}

function readSending(value: Maybe, { side }: Omit<Context, "node">): JsonObject {
  const operation = side.value(value);
  if (!isObject(operation)) return { "not-an-object": operation ?? null };
  return { ...withTraits(operation, side), "its messages": null };
}

/** Names of the messages that operations send, by channel. A channel that no operation uses is not there. */
export function messagesInUse(root: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const whole = new Set<string>();
  for (const [, operation] of entriesOf(root["operations"])) {
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

function readMessage(value: Maybe, { side }: Omit<Context, "node">): JsonObject {
  const message = side.value(value);
  if (!isObject(message)) return { "not-an-object": message ?? null };
  const { defaultContentType } = side.root;
  return { ...(defaultContentType !== undefined && { contentType: defaultContentType }), ...withTraits(message, side) };
}

/** A schema of another format is inside an object that names the format. */
const payload: Reader = (value, context) => {
  const format = member(context.side.value(value), "schemaFormat");
  const child = { kind: "schema", at: ", payload", isAlone: true } as const;
  if (format === undefined) return readForm("schema", () => [{ keyword: "its schema", value, child }])(value, context);
  context.side.saw(value);
  const { schema, ...others } = asObject(context.side.value(value));
  return [
    { keyword: "its schema", value: schema ?? null, child },
    ...entriesOf(others).map(([item, one]): Statement => ({ keyword: "other", item, value: one })),
  ];
};

const SIGNATURE = "signature header";

/** Names in lower case, as headers are compared; the signature header by what it is for, whatever it is called. */
const headers: Reader = readForm("schema", (value, context) => {
  const { side } = context;
  side.saw(value);
  const schema = side.views.of(value);
  const signature = signatureHeader(side.root);
  const name = (header: string) => (header.toLowerCase() === signature ? SIGNATURE : header.toLowerCase());
  const properties = entriesOf(schema["properties"]).map(([header, one]) => [name(header), one] as const);
  const signed = properties.find(([header]) => header === SIGNATURE)?.[1];
  const [form, own] = signed === undefined ? [] : [...(withoutPattern(signed, context) ?? [])].reverse();
  const neutral = {
    ...schema,
    ...(isObject(schema["properties"]) && {
      properties: Object.fromEntries(
        properties.map(([header, one]) => [header, header === SIGNATURE && form ? form.value : one]),
      ),
    }),
    ...(Array.isArray(schema["required"]) && { required: schema["required"].map((header) => name(String(header))) }),
  };
  return [
    ...(own ? [own] : []),
    {
      keyword: "its schema",
      item: "headers",
      value: neutral,
      child: { kind: "schema", at: ", headers", isAlone: true },
    },
  ];
});

export const ASYNCAPI_FORMS = {
  asyncapi: {
    words: {
      asyncapi: text("version"),
      info: node("its info", { kind: "info", at: "info", isAlone: true }),
      channels: nodes("channel", { kind: "channel", at: "channel " }),
      operations,
      components,
      defaultContentType: (value) => [{ keyword: "defaultContentType", value }],
    },
  },
  channel: {
    words: {
      ...described,
      address: (value) => (value === null ? [] : [{ keyword: "address", value }]),
      messages: readForm("object", (value) =>
        entriesOf(value).map(
          ([item, one]): Statement => ({
            keyword: "channelMessage",
            item,
            value: one,
            child: { kind: "plain", at: `, message ${item}`, isLate: true },
          }),
        ),
      ),
    },
  },
  sending: {
    view: readSending,
    first: compareAction,
    words: {
      ...described,
      action: readNothing,
      channel: (value) => [{ keyword: "route", value }],
      messages: readForm("list", readNothing),
      "its messages": (_, { node: operation, side }) => readMessages(operation, side),
      security: readForm("list", readNothing),
      bindings: node("bindings", { kind: "bindings", at: ", bindings", isAlone: true }),
      "x-delivery": node("delivery", { kind: "delivery", isAlone: true }),
    },
  },
  bindings: {
    words: {
      http: readForm("object", (value) =>
        entriesOf(value).map(
          ([item, one]): Statement => ({
            ...(item === "method" ? { keyword: "deliveryMethod" } : { keyword: "other", item: `http ${item}` }),
            value: one,
          }),
        ),
      ),
    },
  },
  message: {
    view: readMessage,
    words: {
      ...described,
      name: text("messageName"),
      contentType: text("contentType"),
      headers,
      payload,
      "x-event": text("x-event"),
      "x-idempotency-key": readForm("texts", (value) => [
        { keyword: "idempotencyKey", value: [...itemsOf(value)].sort() },
      ]),
    },
  },
  delivery: { words: {}, first: compareDelivery },
} satisfies Record<string, Form>;
