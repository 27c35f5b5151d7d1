/** Actions of an overlay, as data. */

import type { JsonValue } from "../values/json.ts";

export type Action =
  | { readonly target: string; readonly update: JsonValue }
  | { readonly target: string; readonly remove: true };

export const update = (target: string, value: JsonValue): Action => ({ target, update: value });
export const remove = (target: string): Action => ({ target, remove: true });
/** Closes a gap whose answer is in the text of the document. */
export const unmark = (node: string, gap: string): Action => remove(`${node}['x-unspecified'][?@.id == '${gap}']`);
