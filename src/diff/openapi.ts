/** Two OpenAPI documents: what callers call, and under `webhooks` what receivers receive. */

import { entriesOf, itemsOf, type Json, member } from "../documents/json.ts";
import { anotherMethod, compareStatus } from "./delivery.ts";
import { documentation, renamed } from "./impact.ts";
import { compareBody, compareResponses } from "./openapi-content.ts";
import { compareParameters } from "./openapi-parameters.ts";
import type { SchemaRules } from "./schema.ts";
import { compareSchemes, compareSecurity } from "./security.ts";
import { compareComponents, compareInfo, compareServers } from "./shared.ts";
import { matched, type Pair, type Sides } from "./sides.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const OPERATION = [
  "operationId",
  "tags",
  "deprecated",
  "parameters",
  "requestBody",
  "responses",
  "security",
  "servers",
  "x-status",
];

interface Operation {
  readonly where: string;
  readonly method: string;
  readonly operation: Json;
  readonly item: Json;
}

export function compareOpenapi(rules: SchemaRules): void {
  const { sides } = rules;
  const { root } = sides;
  compareInfo(sides, "openapi");
  compareServers(sides, { old: root.old.servers, new: root.new.servers }, "servers");
  compareOperations(rules, "paths");
  compareOperations(rules, "webhooks");
  compareSchemes(sides);
  compareComponents(rules);
  if (!sides.isSame(root.old.tags, root.new.tags)) sides.add(documentation("tags", "The list of tags has changed."));
  sides.rest(root, ["openapi", "info", "servers", "paths", "webhooks", "components", "security", "tags"], "document");
}

/** Names of path parameters are no part of what goes over the wire, so paths are compared without them. */
function operationsOf(
  items: Json,
  isWebhook: boolean,
  resolve: (node: Json) => { value: Json },
): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, node] of entriesOf(items)) {
    const item = resolve(node).value;
    for (const method of METHODS) {
      const operation = member(item, method);
      if (operation === undefined) continue;
      const where = isWebhook ? `webhook ${path}` : `${method.toUpperCase()} ${path}`;
      found.set(`${method} ${isWebhook ? path : path.replaceAll(/\{[^}]*\}/g, "{}")}`, {
        where,
        method,
        operation,
        item,
      });
    }
  }
  return found;
}

function compareOperations(rules: SchemaRules, part: "paths" | "webhooks"): void {
  const { sides } = rules;
  const { root } = sides;
  const isWebhook = part === "webhooks";
  const old = operationsOf(root.old[part], isWebhook, (node) => sides.resolveOld(node));
  const fresh = operationsOf(root.new[part], isWebhook, (node) => sides.resolveNew(node));
  const { gone, added, both } = matched(old, fresh);
  const pairs = both.map(([, a, b]) => [a, b] as const);
  // A webhook has no address: under another name with the same operationId it is the same.
  for (const [, a] of gone) {
    const twin = isWebhook
      ? added.find(
          ([, b]) => b.operation.operationId !== undefined && b.operation.operationId === a.operation.operationId,
        )?.[1]
      : undefined;
    if (twin) {
      if (a.where !== twin.where) sides.add(renamed("webhook.renamed", a.where, `It is called ${twin.where} now.`));
      if (a.method !== twin.method) sides.add(anotherMethod(twin.where, a.method, twin.method));
      pairs.push([a, twin]);
    } else removed(sides, a, isWebhook);
  }
  for (const [, b] of added) if (!pairs.some(([, twin]) => twin === b)) introduced(sides, b, isWebhook);
  for (const [a, b] of pairs) compareOperation(rules, a, b, isWebhook);
  const items = matched(new Map(entriesOf(root.old[part])), new Map(entriesOf(root.new[part])));
  for (const [path, a, b] of items.both) {
    const item = sides.resolved({ old: a, new: b });
    compareServers(sides, { old: item.old.servers, new: item.new.servers }, `${path}, servers`);
    sides.rest(item, [...METHODS, "parameters", "servers", "x-status"], path);
  }
}

function removed(sides: Sides, { where, operation }: Operation, isWebhook: boolean): void {
  const generatedClients = "The function or model vanishes from the generated code.";
  if (isWebhook)
    sides.add({
      kind: "webhook.removed",
      where,
      what: "The webhook is gone.",
      breaks: ["receivers", "generatedClients"],
      effects: { receivers: "Whoever waits for its deliveries waits in vain.", generatedClients },
    });
  else
    sides.add({
      kind: "operation.removed",
      where,
      what: `The operation is gone${operation.deprecated === true ? "; it was marked deprecated" : ""}.`,
      breaks: ["senders", "generatedClients"],
      effects: { senders: "Calls of it are refused.", generatedClients },
    });
}

function introduced(sides: Sides, { where }: Operation, isWebhook: boolean): void {
  const generatedClients = "Generated again, the code knows it.";
  if (isWebhook)
    sides.add({
      kind: "webhook.added",
      where,
      what: "The webhook is new.",
      effects: { receivers: "Nothing arrives that they did not register for.", generatedClients },
    });
  else
    sides.add({
      kind: "operation.added",
      where,
      what: "The operation is new.",
      effects: { senders: "They may call it.", generatedClients },
    });
}

function compareOperation(rules: SchemaRules, old: Operation, fresh: Operation, isWebhook: boolean): void {
  const { sides } = rules;
  const pair: Pair = { old: old.operation, new: fresh.operation };
  const { where } = fresh;
  const role = isWebhook ? "delivery" : "request";
  if (pair.old.operationId !== pair.new.operationId)
    sides.add(
      renamed("operation.renamed", where, `operationId is ${pair.new.operationId} instead of ${pair.old.operationId}.`),
    );
  if (itemsOf(pair.old.tags).toSorted().join() !== itemsOf(pair.new.tags).toSorted().join())
    sides.add({
      kind: "operation.tags",
      where,
      what: "Its tags have changed.",
      effects: { generatedClients: "Generators that group by tag move the function to another class." },
    });
  if ((pair.old.deprecated === true) !== (pair.new.deprecated === true))
    sides.add({
      kind: "operation.deprecated",
      where,
      what: pair.new.deprecated === true ? "It is marked deprecated." : "It is no longer marked deprecated.",
      effects: {
        [isWebhook ? "receivers" : "senders"]: "Nothing changes yet.",
        generatedClients: "Generated again, the code has the mark.",
      },
    });
  compareParameters(rules, old, fresh, role);
  compareBody(rules, { old: pair.old.requestBody, new: pair.new.requestBody }, role, where);
  compareResponses(
    rules,
    { old: pair.old.responses, new: pair.new.responses },
    isWebhook ? "answer" : "response",
    where,
  );
  const { root } = sides;
  compareSecurity(
    sides,
    { old: pair.old.security ?? root.old.security, new: pair.new.security ?? root.new.security },
    role,
    where,
  );
  compareServers(sides, { old: pair.old.servers, new: pair.new.servers }, `${where}, servers`);
  compareStatus(sides, { old: { ...old.item, ...pair.old }, new: { ...fresh.item, ...pair.new } }, where);
  sides.rest(pair, OPERATION, where);
}
