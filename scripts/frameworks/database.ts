/** The database of one recipe: what its handler booked, and triggers that make the handler slow, failing or endless. */

import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { SLOW } from "../hosts/cases.ts";
import type { PostgresServer } from "../servers/postgres.ts";

export interface Database {
  /** Installs the triggers. The table of payments has to be there. */
  prepare(): Promise<void>;
  /** The amounts of what was booked, by payment. */
  amounts(payment: string): Promise<readonly unknown[]>;
  /** Makes the handler of this payment fail, or hang (in SQLite, for some seconds), or work as usual. */
  set(payment: string, is: "failing" | "held" | "usual"): Promise<void>;
  /** Waits until the handler of a held payment is inside. @throws if it is not within ten seconds */
  inside(): Promise<void>;
  close(): Promise<void>;
}

/** Runs SQL. Returns the rows, each as the list of its values. */
type Run = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** A database in a file that the recipe makes. */
export function sqliteDatabase(file: string, table: string): Database {
  // A connection for each statement: a lock that was kept would be in the way of the recipe.
  const run: Run = async (sql) => {
    using database = new DatabaseSync(file, { timeout: 30_000 });
    if (!sql.startsWith("SELECT")) database.exec(sql);
    return sql.startsWith("SELECT")
      ? database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row))
      : [];
  };
  const isInside = async () => {
    using database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec("BEGIN IMMEDIATE; ROLLBACK");
      return false;
    } catch {
      return true;
    }
  };
  // Triggers of SQLite cannot sleep; they can count. A reader in WAL mode is not in the way of a writer.
  const busy = (millions: number) => `SELECT count(*) FROM number a, number b, number c WHERE c.n <= ${millions}`;
  const on = (name: string, when: string, work: string) =>
    `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} WHEN ${when} BEGIN ${work}; END;`;
  const schema = `PRAGMA journal_mode = WAL; CREATE TABLE control (id BIGINT, way TEXT);
    CREATE TABLE number (n INTEGER);
    WITH RECURSIVE upward (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM upward LIMIT 1000)
    INSERT INTO number SELECT n FROM upward;
    ${on("slow", `NEW.id = ${SLOW}`, busy(10))}
    ${on("failing", `${is("failing")}`, "SELECT RAISE(ABORT, 'away')")}
    ${on("held", `${is("held")}`, busy(60))}`;
  return databaseOver(run, { table, schema, isInside, close: async () => undefined });
}

/** Creates a database for this recipe on a server. Drops one of an earlier run, and ends the sessions in it. */
export async function postgresDatabase(server: PostgresServer, name: string, table: string): Promise<Database> {
  const owner = server.pool({ max: 1 });
  await owner.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await owner.query(`CREATE DATABASE ${name}`);
  await owner.end();
  const pool = server.pool({ max: 1, database: name });
  // Several statements have several results.
  const run: Run = async (sql) =>
    [await pool.query(sql)].flat().flatMap(({ rows }) => rows.map((row) => Object.values(row)));
  const sleeping = "wait_event = 'PgSleep' AND datname = current_database()";
  const isInside = async () => (await run(`SELECT pid FROM pg_stat_activity WHERE ${sleeping}`)).length > 0;
  const schema = `CREATE TABLE control (id BIGINT, way TEXT);
    CREATE FUNCTION hindered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = ${SLOW} THEN PERFORM pg_sleep(0.3); END IF;
      IF ${is("failing")} THEN RAISE EXCEPTION 'away'; END IF;
      WHILE ${is("held")} LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hindered BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION hindered();`;
  return databaseOver(run, { table, schema, isInside, close: () => pool.end() });
}

function is(way: "failing" | "held"): string {
  return `EXISTS (SELECT 1 FROM control WHERE id = NEW.id AND way = '${way}')`;
}

type Means = { table: string; schema: string; isInside: () => Promise<boolean>; close: () => Promise<void> };

function databaseOver(run: Run, { table, schema, isInside, close }: Means): Database {
  return {
    prepare: async () => void (await run(schema)),
    amounts: async (id) => (await run(`SELECT amount FROM ${table} WHERE id = ${Number(id)}`)).flat(),
    set: async (id, way) => {
      await run(`DELETE FROM control WHERE id = ${Number(id)}`);
      if (way !== "usual") await run(`INSERT INTO control VALUES (${Number(id)}, '${way}')`);
    },
    async inside() {
      for (let left = 1_000; !(await isInside()); left--) {
        if (left === 0) throw new Error("the handler was not reached");
        await sleep(10);
      }
    },
    close,
  };
}
