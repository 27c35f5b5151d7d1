/** Methods of operations, by which path items hold them. */

import { entriesOf, isObject, type JsonObject, type Maybe, member } from "../../values/json.ts";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The operations of a path item, by their methods; 3.2 has others than those that the format names. */
export function listOperations(item: Maybe): [method: string, operation: JsonObject][] {
  const named = METHODS.map((method) => [method, member(item, method)] as const);
  const all = [...named, ...entriesOf(member(item, "additionalOperations"))];
  return all.flatMap(([method, operation]) => (isObject(operation) ? [[method, operation]] : []));
}
