/**
 * The one table: what becomes of each statement that goes, comes or has another value, for what is sent and for what is
 * received. What is not in it is unclassified.
 */

import { DELIVERY_ROWS } from "./delivery.ts";
import { DEPLOYMENT_ROWS } from "./deployment.ts";
import { REVIEW } from "./outcomes.ts";
import { MESSAGE_ROWS } from "./rows-messages.ts";
import { SCHEMA_ROWS } from "./rows-schemas.ts";
import { SERVICE_ROWS } from "./rows-service.ts";
import type { Row } from "./statement.ts";

const TABLE: Readonly<Record<string, Row>> = {
  ...SCHEMA_ROWS,
  ...SERVICE_ROWS,
  ...MESSAGE_ROWS,
  ...DELIVERY_ROWS,
  ...DEPLOYMENT_ROWS,
};
const UNKNOWN: Row = { gone: REVIEW, added: REVIEW, changed: REVIEW };

/** Whether the table knows the keyword. */
export const isKnown = (keyword: string): boolean => Object.hasOwn(TABLE, keyword);

/** Returns the row of a keyword; of `signature.prefix`, that of `signature.` if it has none of its own. */
export function findRow(keyword: string): Row {
  const family = keyword.replace(/\..*/s, ".");
  return (isKnown(keyword) ? TABLE[keyword] : TABLE[family]) ?? UNKNOWN;
}
