/** `collections-contract inbox migrate`: creates or upgrades the tables of an inbox, or prints the SQL that does. */

import { Connections } from "../../inbox/postgres/connections.ts";
import { migrate } from "../../inbox/postgres/schema.ts";
import { migration, SCHEMA_VERSION } from "../../inbox/postgres/versions.ts";
import { requireName, type Where, withoutConnect, withPool } from "./open.ts";

/** Runs the migration as the role of the URL; with `sql`, only prints it. @throws CommandError `wrong_use` */
export async function runMigrate({ postgres = true, name, sql }: Omit<Where, "file"> & { sql?: true }): Promise<void> {
  requireName(name);
  if (sql) return void process.stdout.write(`${migration(name)};\n`);
  await withPool(postgres, (pool) => migrate(new Connections(withoutConnect(pool), undefined, () => undefined), name));
  process.stdout.write(`The tables are of version ${SCHEMA_VERSION}.\n`);
}
