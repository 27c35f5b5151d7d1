/**
 * Servers: what the calls of an operation go to, whichever place says so. Those of the root are told once, those of
 * operations where the two sides do not both take them from there.
 */

import { entriesOf, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";
import { listOperations } from "./methods.ts";
import type { Pair } from "./pair.ts";
import { readForm } from "./readers.ts";
import type { Side } from "./sides.ts";
import type { Comparison, Key, Reader, Statement, Task } from "./statement.ts";

/** A URL with scheme and host in lower case, as they mean the same; names of variables keep theirs. */
const plainUrl = (url: string): string =>
  url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, (origin) => origin.replaceAll(/\{[^}]*\}|[^{]+/g, lowerCase));
const lowerCase = (part: string): string => (part.startsWith("{") ? part : part.toLowerCase());
const plainServerUrl = (server: Maybe): string => plainUrl(String(member(server, "url")));

/** One URL is called by default, whether it is written as it is or with variables. */
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
/** Those of a path item are told by its operations, if it has any. */
export const itemServers: Reader = (value, context) =>
  listOperations(context.node).length > 0 ? readForm("objects", () => [])(value, context) : servers(value, context);

const ownServers = (item: Maybe, operation: Maybe): JsonValue | undefined =>
  [member(operation, "servers"), member(item, "servers")].find((one) => itemsOf(one).length > 0);

/** Returns what the calls of an operation go to, for its view. */
export const findServers = (root: Maybe, item: Maybe, operation: JsonObject): JsonObject => {
  const own = ownServers(item, operation);
  return { servers: own ?? member(root, "servers") ?? [], isRoot: own === undefined };
};

/** Compares what the calls of an operation go to, unless both sides take it from the root. */
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
