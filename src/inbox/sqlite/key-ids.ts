/** Remembers which keys encrypt the bodies of a file. */

import type { DatabaseSync } from "node:sqlite";
import type { Store } from "../store.ts";
import type { Connection } from "./connection.ts";

const FIND = "SELECT 1 FROM inbox WHERE body IS NOT NULL AND substr(body, 1, ?) = ? LIMIT 1";

/** `keyIds` and what belongs to it. */
export function createKeyIds(connection: Connection): Required<Pick<Store, "keyIds" | "changeKeyIds" | "hasBodyWith">> {
  return {
    keyIds: () => connection.read(() => keyIdsIn(connection.db)),
    changeKeyIds: (added, removed) =>
      connection.write(() => {
        const kept = keyIdsIn(connection.db).filter((id) => id !== added && !removed.includes(id));
        writeKeyIds(connection.db, [...kept, added]);
      }),
    hasBodyWith: (start) => connection.read(() => connection.prepare(FIND).get(start.length, start) !== undefined),
  };
}

function keyIdsIn(db: DatabaseSync): readonly string[] {
  const kept = db.prepare("SELECT key_ids FROM about").get()?.["key_ids"];
  return typeof kept === "string" ? JSON.parse(kept) : [];
}

/** Writes the ids of the keys. */
export function writeKeyIds(db: DatabaseSync, ids: readonly string[]): void {
  db.prepare("UPDATE about SET key_ids = ?").run(JSON.stringify(ids));
}
