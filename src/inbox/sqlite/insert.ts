import { Capacity } from "../capacity.ts";
import { type Caps, conflictKey, type NewRow, type Store } from "../store.ts";
import type { Connection, Context } from "./connection.ts";

const INSERT = `INSERT INTO inbox (key, event, verified, payment, label, state, due, received, conflict_of, digest,
    size, body, payment_owner, earlier_key, lane)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`;
const FIND = "SELECT id, digest, label FROM inbox WHERE key = ?";
const STORED = "SELECT verified, sum(rows) AS rows, sum(bytes) AS bytes FROM meter GROUP BY verified ORDER BY verified";

type Known = { readonly id: number; readonly digest: string; readonly label: string | null };

/** Returns the stored amounts: read once in a transaction, then counted on. */
function readStored(connection: Connection, caps: Caps): () => Capacity {
  const stored = new Capacity(caps);
  let turn = -1;
  return () => {
    if (turn !== connection.turn) {
      const [unsigned, signed] = connection.prepare<{ rows: number; bytes: number }>(STORED).all();
      stored.set({ signed, unsigned });
      turn = connection.turn;
    }
    return stored;
  };
}

/** `insert` of the store. */
export function insertInto({ connection, now }: Context, caps: Caps): Store["insert"] {
  const storedAmounts = readStored(connection, caps);

  /** The id of the new row; undefined if the key is there. */
  const store = (row: NewRow, key: string, first: number | null): number | undefined => {
    const { event, verified, payment, label, digest, body, owner, earlierKey, lane } = row;
    const state = first === null ? "pending" : "conflict";
    const time = now();
    const given = [key, event, verified ? 1 : 0, payment, label, state, time, time, first, digest, body.length, body];
    const { changes, lastInsertRowid } = connection
      .prepare(INSERT)
      .run(...given, owner, first === null ? earlierKey : null, lane);
    if (changes === 0) return undefined;
    storedAmounts().add(row);
    return Number(lastInsertRowid);
  };
  const find = (key: string) => connection.prepare<Known>(FIND).get(key);
  /** The row that a version without owners stored for this payment; one with another label is another customer's. */
  const earlier = ({ earlierKey, label }: NewRow) => {
    const row = earlierKey === null ? undefined : find(earlierKey);
    return row && (row.label === null || row.label === label) ? row : undefined;
  };

  return (row) =>
    connection.write(() => {
      const old = earlier(row);
      const full = storedAmounts().isFull(row);
      const id = full || old ? undefined : store(row, row.key, null);
      if (id !== undefined) return { outcome: "new", id };
      const first = old ?? find(row.key);
      if (first?.digest === row.digest) return { outcome: "duplicate", id: first.id };
      const key = conflictKey({ key: (old && row.earlierKey) ?? row.key, digest: row.digest });
      const known = first && find(key);
      if (known) return { outcome: "duplicate", id: known.id };
      if (full || !first) return { outcome: "full" };
      return { outcome: "conflict", id: store(row, key, first.id) as number, first: first.id };
    });
}
