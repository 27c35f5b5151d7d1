/** Remembers which keys encrypt the bodies in PostgreSQL. */

import type { Store } from "../store.ts";
import { LONG_MS } from "./connections.ts";
import type { Session } from "./session.ts";

// A restore of the data alone leaves a second row.
const READ = `SELECT DISTINCT id
  FROM collections_inbox_version, jsonb_array_elements_text(coalesce(key_ids, '[]')) AS id`;
const CHANGE = `UPDATE collections_inbox_version
  SET key_ids = (coalesce(key_ids, '[]') - ($2::text[] || $1::text)) || to_jsonb(ARRAY[$1::text])`;
const FIND = `SELECT EXISTS (SELECT FROM collections_inbox
  WHERE body IS NOT NULL AND substring(body FROM 1 FOR $1) = $2) AS found`;

/** `keyIds` and what belongs to it. */
export function createKeyIds(session: Session): Required<Pick<Store, "keyIds" | "changeKeyIds" | "hasBodyWith">> {
  return {
    keyIds: async () => (await session.query(READ)).map(({ id }) => String(id)),
    async changeKeyIds(added, removed) {
      await session.query(CHANGE, [added, removed]);
    },
    async hasBodyWith(start) {
      const [found] = await session.query(FIND, [start.length, Buffer.from(start)], LONG_MS);
      return found?.["found"] === true;
    },
  };
}
