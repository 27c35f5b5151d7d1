/** OpenAPI documents: what callers call, and under `webhooks` and `callbacks` what receivers receive. */

import { entriesOf, isObject, itemsOf, type JsonObject, type Maybe, member } from "../../values/json.ts";
import { compareContents } from "./contents.ts";
import { listOperations, METHODS } from "./methods.ts";
import { isSent, type Role } from "./outcomes.ts";
import { flag, node, nodes, readForm, readNothing, text } from "./readers.ts";
import { compareResponses } from "./responses.ts";
import { signatureHeader, withoutPattern } from "./schemes.ts";
import { compareSecurity } from "./security.ts";
import { compareServers, findServers, itemServers, rootServers, servers } from "./servers.ts";
import { components, described } from "./shared.ts";
import type { Context, Form, Reader, Statement } from "./statement.ts";
import { typesIn } from "./words.ts";

/** Statements about the operations of path items, and about the items themselves. */
const items = (keyword: "operation" | "webhook", role: Role): Reader =>
  readForm("object", (value, { side, where }) => {
    const isRoot = where === "";
    const comma = isRoot ? "" : ", ";
    return entriesOf(value).flatMap(([path, one]): Statement[] => {
      const item = side.value(one);
      const operations = listOperations(item).map(([method, own]): Statement => {
        const isHook = keyword === "webhook";
        const place = isHook ? `${isRoot ? "webhook" : "callback"} ${path}` : `${method.toUpperCase()} ${path}`;
        const view = {
          ...withInherited(item, own, isRoot ? side.root["security"] : undefined),
          "its path": path,
          ...(isHook ? {} : { "its servers": findServers(isRoot ? side.root : {}, item, own) }),
          ...(isHook && { "its name": path, "its method": method }),
        };
        const child = { kind: "operation", at: comma + place, role } as const;
        return { keyword, item: isHook ? `${method} ${path}` : place, value: view, child };
      });
      return [...operations, { keyword: "item", item: path, value: one, child: { kind: "item", at: comma + path } }];
    });
  });

/** An operation with what it inherits: parameters of its path, and how deliveries or calls are authenticated. */
function withInherited(item: Maybe, operation: JsonObject, usual: Maybe): JsonObject {
  const status = operation["x-status"] ?? member(item, "x-status");
  const { parameters: own, security = usual } = operation;
  return {
    ...operation,
    ...((own === undefined || Array.isArray(own)) && {
      parameters: [itemsOf(member(item, "parameters")), itemsOf(own)],
    }),
    ...(security !== undefined && { security }),
    ...(status !== undefined && { "x-status": status }),
  };
}

/** Headers that OpenAPI ignores as parameters, because other members state them. */
const IGNORED: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** Reads parameters, by place and name: path parameters by their order, the signature header by its purpose. */
const parameters: Reader = readForm("list", (lists, { side, node: around }) => {
  const order = [...String(around["its path"]).matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const found = new Map<string, Statement>();
  for (const list of itemsOf(lists)) {
    const own = new Set<string>();
    for (const value of itemsOf(list)) {
      const parameter = side.value(value);
      const [place, name] = [String(member(parameter, "in")), String(member(parameter, "name"))];
      const plain = place === "header" ? name.toLowerCase() : name;
      // Names of path parameters are not sent.
      const at = place === "path" ? order.indexOf(name) : -1;
      const isSignature = place === "header" && plain === signatureHeader(side.root);
      const key = isSignature ? "header signature" : `${place} ${at < 0 ? plain : at}`;
      // A parameter of the operation replaces the same one of its path. A list that has one twice keeps both.
      const isIgnored = place === "header" && !isSignature && IGNORED.has(plain);
      found.set(own.has(key) ? `${key} #${own.size}` : key, {
        keyword: isIgnored ? "ignored" : "parameter",
        item: key,
        value,
        ...(!isIgnored && { child: { kind: isSignature ? "signed" : "parameter", at: `, ${place} ${name}` } }),
      });
      own.add(key);
    }
  }
  return [...found].map(([item, one]) => ({ ...one, item }));
});

const operation: Form = {
  first: (views, task, comparison) => {
    compareServers(views, task, comparison);
    return compareSecurity(views, task, comparison);
  },
  words: {
    ...described,
    operationId: text("operationId"),
    tags: readForm("texts", (value) =>
      itemsOf(value).length === 0 ? [] : [{ keyword: "operationTags", value: itemsOf(value).map(String).sort() }],
    ),
    deprecated: flag("mark", "deprecated"),
    parameters,
    requestBody: node("body", { kind: "body", at: ", body" }),
    responses: (value, { role }) =>
      isObject(value)
        ? [
            {
              keyword: "responses",
              value,
              child: { kind: "responses", role: isSent(role) ? "response" : "answer", isAlone: true },
            },
          ]
        : undefined,
    security: readForm("list", readNothing),
    servers: (value, context) =>
      readForm("objects", context.node["its servers"] === undefined ? servers : readNothing)(value, context),
    "its servers": readNothing,
    callbacks: readForm("object", (value, context) =>
      entriesOf(value).flatMap(([name, one]) =>
        (
          items("webhook", "delivery")(context.side.value(one) ?? null, context) ?? [{ keyword: "other", value: one }]
        ).map((all) => ({ ...all, item: `${name} ${all.item ?? ""}` })),
      ),
    ),
    "its path": readNothing,
    "its name": (value) => [{ keyword: "webhookName", value }],
    "its method": (value) => [{ keyword: "deliveryMethod", value }],
  },
};

const ALLOWED = ["allowReserved", "allowEmptyValue"];

/** Without what a parameter or a header says that it would mean anyway. */
function readParameter(value: Maybe, { side }: Omit<Context, "node">): JsonObject {
  const given = side.value(value);
  if (!isObject(given)) return { "not-an-object": given ?? null };
  const { style: _, explode: __, ...parameter } = given;
  const usual = given["in"] === "query" || given["in"] === "cookie" ? "form" : "simple";
  const { style = usual } = given;
  const { explode = style === "form" } = given;
  const schema = side.views.of(given["schema"]);
  const isPlain =
    given["schema"] !== undefined && typesIn(schema).every((type) => !/^(?:any|array|object)$/.test(type));
  return {
    ...parameter,
    ...(style !== usual && { style }),
    ...(!(isPlain && typeof explode === "boolean") && explode !== (style === "form") && { explode }),
  };
}

const parameter: Form = {
  view: readParameter,
  words: {
    ...described,
    name: (value, { node: { in: place } }) =>
      place === "path" ? [{ keyword: "parameterName", value }] : typeof value === "string" ? [] : undefined,
    in: readForm("text", readNothing),
    required: flag("needed"),
    deprecated: flag("mark", "deprecated"),
    schema: node("its schema", { kind: "schema", isAlone: true }),
    content: readForm("object", (value) => [
      { keyword: "writing", item: "content", value: true },
      { keyword: "contents", value, child: { kind: "contents", isAlone: true } },
    ]),
    ...Object.fromEntries(
      ["style", "explode"].map((item): [string, Reader] => [item, (value) => [{ keyword: "writing", item, value }]]),
    ),
    ...Object.fromEntries(ALLOWED.map((item): [string, Reader] => [item, flag("allowance", item)])),
  },
};

const content = (at: string): Reader => node("contents", { kind: "contents", at, isAlone: true });
const plain = (name: string): string => name.toLowerCase();

export const OPENAPI_FORMS = {
  openapi: {
    words: {
      openapi: text("version"),
      info: node("its info", { kind: "info", at: "info", isAlone: true }),
      servers: rootServers,
      paths: items("operation", "request"),
      webhooks: items("webhook", "delivery"),
      components,
      security: readForm("list", (value) => [{ keyword: "rootSecurity", value }]),
      $self: text("$self"),
    },
  },
  item: {
    words: {
      ...described,
      ...Object.fromEntries(METHODS.map((method): [string, Reader] => [method, readForm("object", readNothing)])),
      additionalOperations: (value) => (entriesOf(value).some(([, one]) => isObject(one)) ? [] : undefined),
      parameters: readForm("objects", readNothing),
      servers: itemServers,
    },
  },
  servers: { words: { servers } },
  operation,
  parameter,
  /** The pattern of the header's value belongs to the signature. */
  signed: { ...parameter, words: { ...parameter.words, schema: withoutPattern } },
  body: { words: { required: flag("needed"), content: content("") } },
  contents: { words: {}, first: compareContents },
  media: {
    words: {
      schema: node("its schema", { kind: "schema", isAlone: true }),
      itemSchema: node("its schema", { kind: "schema", at: "[]", isAlone: true }),
    },
  },
  responses: { words: {}, first: compareResponses },
  response: {
    words: { content: content(", answer"), headers: nodes("header", { kind: "parameter", at: ", header " }, plain) },
  },
} satisfies Record<string, Form>;
