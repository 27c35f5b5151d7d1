/**
 * Compares the servers that each operation is called at. Servers of the root are reported once. Those of an operation
 * are reported where one side has servers of its own for it.
 */

import { entriesOf, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";
import { listOperations } from "./methods.ts";
import type { Pair } from "./pair.ts";
import { readForm } from "./readers.ts";
import type { Side } from "./sides.ts";
import type { Comparison, Key, Reader, Statement, Task } from "./statement.ts";

/** Writes scheme and host of a URL in lower case, because letter case means nothing there; variables keep it. */
const plainUrl = (url: string): string =>
  url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, (origin) => origin.replaceAll(/\{[^}]*\}|[^{]+/g, lowerCase));
const lowerCase = (part: string): string => (part.startsWith("{") ? part : part.toLowerCase());
const plainServerUrl = (server: Maybe): string => plainUrl(String(member(server, "url")));

/** Matches servers as they are written, then by the URL that the defaults of their variables make. */
export const SERVER_KEYS: readonly Key[] = [({ item }) => item, ({ value }) => plainUrl(urlByDefaults(value))];

const urlByDefaults = (server: Maybe): string =>
  String(member(server, "url")).replaceAll(/\{([^{}]*)\}/g, (variable, name: string) =>
    String(member(member(member(server, "variables"), name), "default") ?? variable),
  );

/** Servers by their URLs, and their order. */
const readServers = (keyword: "server" | "rootServer"): Reader =>
  readForm("objects", (value) => [
    { keyword: "serverOrder", value: itemsOf(value).map(plainServerUrl) },
    ...itemsOf(value).map(
      (one): Statement => ({
        keyword,
        item: plainServerUrl(one),
        value: one,
        child: { kind: "server", at: `, server ${member(one, "url")}` },
      }),
    ),
  ]);
export const servers: Reader = readServers("server");
export const rootServers: Reader = readServers("rootServer");
/** Servers of a path item are compared with its operations, if it has any. */
export const itemServers: Reader = (value, context) =>
  listOperations(context.node).length > 0 ? readForm("objects", () => [])(value, context) : servers(value, context);

const ownServers = (item: Maybe, operation: Maybe): JsonValue | undefined =>
  [member(operation, "servers"), member(item, "servers")].find((one) => itemsOf(one).length > 0);

/** Returns the servers that an operation is called at, and whether they are those of the root. */
export const findServers = (root: Maybe, item: Maybe, operation: JsonObject): JsonObject => {
  const own = ownServers(item, operation);
  return { servers: own ?? member(root, "servers") ?? [], isRoot: own === undefined };
};

/** Compares the servers of an operation, unless both sides take them from the root. */
export function compareServers(views: Pair<JsonObject>, task: Task, comparison: Comparison): void {
  const [a, b] = [views.old["its servers"], views.new["its servers"]];
  if (member(a, "isRoot") === true && member(b, "isRoot") === true) return;
  const of = (one: Maybe): JsonObject => ({ servers: member(one, "servers") ?? [] });
  comparison.compare("servers", { old: of(a), new: of(b) }, task.role, task.where);
}

/** Whether a call of both sides goes to the servers of the root, or there are no calls. */
export function areRootServersUsed({ old, new: fresh }: { readonly old: Side; readonly new: Side }): boolean {
  const [a, b] = [old, fresh].map(findCalls);
  if (!a || !b || a.size === 0 || b.size === 0) return true;
  return [...a].some(([call, isRoot]) => isRoot && b.get(call) === true);
}

/** The operations, and whether they take their servers from the root. */
function findCalls(side: Side): ReadonlyMap<string, boolean> {
  const calls = entriesOf(side.root["paths"]).flatMap(([path, one]) => {
    const item = side.value(one);
    const place = path.replaceAll(/\{[^{}]*\}/g, "{}");
    return listOperations(item).map(
      ([method, own]) => [`${method} ${place}`, ownServers(item, own) === undefined] as const,
    );
  });
  return new Map(calls);
}
