/** Two OpenAPI documents: what callers call, and under `webhooks` what receivers receive. */

import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { anotherMethod, compareStatus } from "./delivery.ts";
import { documentation, KNOWN_AGAIN, type Role, renamed } from "./impact.ts";
import { compareBody } from "./openapi-content.ts";
import { compareParameters } from "./openapi-parameters.ts";
import { compareResponses } from "./openapi-responses.ts";
import { byName, matched, type Pair } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import { compareRootSecurity, compareSecurity } from "./security.ts";
import { compareSchemes } from "./security-schemes.ts";
import type { Shapes } from "./shapes.ts";
import { compareComponents, compareInfo, compareServers } from "./shared.ts";
import type { Sides } from "./sides.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const ROOT: Shapes = {
  openapi: "text",
  info: "object",
  servers: "list",
  paths: "object",
  webhooks: "object",
  components: "object",
  security: "list",
  tags: "list",
  $self: "text",
};
const ITEM: Shapes = {
  ...Object.fromEntries(METHODS.map((method) => [method, "object" as const])),
  additionalOperations: "object",
  parameters: "list",
  servers: "list",
  "x-status": "text",
};
const OPERATION: Shapes = {
  operationId: "text",
  tags: "texts",
  deprecated: "flag",
  parameters: "list",
  requestBody: "object",
  responses: "object",
  security: "list",
  servers: "list",
  "x-status": "text",
};

interface Operation {
  readonly where: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly item: JsonObject;
}

export function compareOpenapi(rules: SchemaRules): void {
  const { sides } = rules;
  const { root } = sides;
  compareInfo(sides, "openapi");
  compareServers(sides, { old: root.old.servers, new: root.new.servers }, "servers");
  compareOperations(rules, "paths");
  compareOperations(rules, "webhooks");
  compareRootSecurity(sides);
  compareSchemes(sides);
  compareComponents(rules);
  if (root.old["$self"] !== root.new["$self"]) sides.add(documentation("document", "Its own address has changed."));
  if (!sides.isSame("tags", root.old.tags, root.new.tags))
    sides.add(documentation("tags", "The list of tags has changed."));
  sides.rest(root, ROOT, "document");
}

/** Names of path parameters are not sent, so paths are compared without them. */
function operationsOf(items: Maybe, isWebhook: boolean, resolve: (node: JsonValue) => Maybe): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, node] of entriesOf(items)) {
    const item = resolve(node);
    if (!isObject(item)) continue;
    for (const [method, operation] of methodsOf(item)) {
      const where = isWebhook ? `webhook ${path}` : `${method.toUpperCase()} ${path}`;
      const key = `${method} ${isWebhook ? path : path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
      // Two paths that differ in the names of their parameters alone are one path; the second is kept apart by its own
      // spelling.
      found.set(found.has(key) ? `${method} ${path}` : key, { where, method, operation, item });
    }
  }
  return found;
}

/** The operations of a path item, by their methods; 3.2 has others than those that the format names. */
function methodsOf(item: Maybe): [method: string, operation: JsonObject][] {
  const named = METHODS.map((method) => [method, member(item, method)] as const);
  const all = [...named, ...entriesOf(member(item, "additionalOperations"))];
  return all.flatMap(([method, operation]) => (isObject(operation) ? [[method, operation]] : []));
}

function compareOperations(rules: SchemaRules, part: "paths" | "webhooks"): void {
  const { sides } = rules;
  const { root } = sides;
  const isWebhook = part === "webhooks";
  const old = operationsOf(root.old[part], isWebhook, (node) => sides.resolveOld(node).value);
  const fresh = operationsOf(root.new[part], isWebhook, (node) => sides.resolveNew(node).value);
  const { gone, added, both } = matched({ old, new: fresh });
  const pairs = both.map(([, a, b]) => [a, b] as const);
  const twins = new Set<Operation>();
  const byId = Map.groupBy(
    added.map(([, b]) => b),
    ({ operation }) => operation.operationId,
  );
  for (const [, a] of gone) {
    // A webhook has no address: under another name with the same operationId it is the same.
    const id = isWebhook ? a.operation.operationId : undefined;
    const twin = id === undefined ? undefined : byId.get(id)?.[0];
    if (twin) {
      twins.add(twin);
      if (a.where !== twin.where) sides.add(renamed("webhook.renamed", a.where, `It is called ${twin.where} now.`));
      if (a.method !== twin.method) sides.add(anotherMethod(twin.where, a.method, twin.method));
      pairs.push([a, twin]);
    } else removed(sides, a, isWebhook);
  }
  for (const [, b] of added) if (!twins.has(b)) introduced(sides, b, isWebhook);
  for (const [a, b] of pairs) compareOperation(rules, a, b, isWebhook);
  compareItems(sides, { old: root.old[part], new: root.new[part] });
}

/**
 * Path items, apart from their operations. One in which no operation is seen, such as one on another host, needs a
 * review.
 */
function compareItems(sides: Sides, items: Pair): void {
  const { gone, added, both } = matched(byName(items));
  const hasOperation = (item: Maybe) => methodsOf(item).length > 0;
  for (const [path, node] of gone)
    if (!hasOperation(sides.resolveOld(node).value))
      sides.unclassified(path, "The path is gone; what it offered is not in the document.");
  for (const [path, node] of added)
    if (!hasOperation(sides.resolveNew(node).value))
      sides.unclassified(path, "The path is new; what it offers is not in the document.");
  for (const [path, a, b] of both) {
    const item = sides.resolved({ old: a, new: b });
    const servers = { old: member(item.old, "servers"), new: member(item.new, "servers") };
    compareServers(sides, servers, `${path}, servers`);
    sides.rest(item, ITEM, path);
  }
}

function removed(sides: Sides, { where, operation }: Operation, isWebhook: boolean): void {
  const generatedClients = "The generated code no longer has the function or model.";
  if (isWebhook)
    sides.add({
      kind: "webhook.removed",
      where,
      what: "The webhook is gone.",
      breaks: ["receivers", "generatedClients"],
      effects: { receivers: "Its deliveries no longer arrive.", generatedClients },
    });
  else
    sides.add({
      kind: "operation.removed",
      where,
      what: `The operation is gone${operation.deprecated === true ? "; it was marked deprecated" : ""}.`,
      breaks: ["senders", "generatedClients"],
      effects: { senders: "Calls to it are refused.", generatedClients },
    });
}

function introduced(sides: Sides, { where }: Operation, isWebhook: boolean): void {
  if (isWebhook)
    sides.add({
      kind: "webhook.added",
      where,
      what: "The webhook is new.",
      effects: { receivers: "Nothing arrives that they did not register for.", generatedClients: KNOWN_AGAIN },
    });
  else
    sides.add({
      kind: "operation.added",
      where,
      what: "The operation is new.",
      effects: { senders: "They may call it.", generatedClients: KNOWN_AGAIN },
    });
}

function compareOperation(rules: SchemaRules, old: Operation, fresh: Operation, isWebhook: boolean): void {
  const { sides } = rules;
  const pair: Pair<JsonObject> = { old: old.operation, new: fresh.operation };
  const { where } = fresh;
  const role: Role = isWebhook ? "delivery" : "request";
  const of = (name: string): Pair => ({ old: pair.old[name], new: pair.new[name] });
  compareNames(sides, pair, where, isWebhook);
  compareParameters(rules, old, fresh, role);
  compareBody(rules, of("requestBody"), role, where);
  compareResponses(rules, of("responses"), isWebhook ? "answer" : "response", where);
  const { root } = sides;
  const security = {
    old: pair.old.security ?? root.old.security,
    new: pair.new.security ?? root.new.security,
  };
  compareSecurity(sides, security, role, where);
  compareServers(sides, of("servers"), `${where}, servers`);
  compareStatus(sides, { old: { ...old.item, ...pair.old }, new: { ...fresh.item, ...pair.new } }, where);
  sides.rest(pair, OPERATION, where);
}

/** What generators make names of, and the mark that announces the end. */
function compareNames(sides: Sides, { old, new: fresh }: Pair<JsonObject>, where: string, isWebhook: boolean): void {
  if (old.operationId !== fresh.operationId) {
    const what = `operationId is ${fresh.operationId} instead of ${old.operationId}.`;
    sides.add(renamed("operation.renamed", where, what));
  }
  const tags = (operation: JsonObject) => itemsOf(operation.tags).map(String).sort().join();
  if (tags(old) !== tags(fresh))
    sides.add({
      kind: "operation.tags",
      where,
      what: "Its tags have changed.",
      effects: { generatedClients: "Generators that group by tag move the function to another class." },
    });
  if ((old.deprecated === true) !== (fresh.deprecated === true))
    sides.add({
      kind: "operation.deprecated",
      where,
      what: fresh.deprecated === true ? "It is marked deprecated." : "It is no longer marked deprecated.",
      effects: {
        [isWebhook ? "receivers" : "senders"]: "Nothing changes yet.",
        generatedClients: "Once regenerated, the code has the mark.",
      },
    });
}
