import { HISTORY_MAX } from "../store.ts";

/** The expression for the history with one more happening: `happening` is an expression for its JSON. */
export function historyWith(happening: string): string {
  const last = `iif(json_array_length(history) >= ${HISTORY_MAX}, json_remove(history, '$[0]'), history)`;
  return `json_insert(ifnull(${last}, '[]'), '$[#]', json(${happening}))`;
}
