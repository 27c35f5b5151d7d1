import { HISTORY_MAX } from "../store.ts";
import { NOW } from "./schema.ts";

/** The expression for the history of `i` with one more happening. Both arguments are expressions. */
export function historyWith(what: string, note = "NULL", history = "history"): string {
  return `CASE WHEN jsonb_array_length(${history}) >= ${HISTORY_MAX} THEN ${history} - 0
    ELSE coalesce(${history}, '[]') END
    || jsonb_build_object('at', ${NOW}, 'what', ${what}, 'note', ${note})`;
}
