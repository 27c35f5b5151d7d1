/** The inbox on PostgreSQL behind PgBouncer, which hands a connection on after each transaction. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { type Pgbouncer, SKIP_PGBOUNCER, startPgbouncer } from "../../../scripts/servers/pgbouncer.ts";
import { SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { openInbox } from "../../../src/inbox/index.ts";
import { openPostgres } from "../../../src/inbox/postgres/index.ts";
import { cli } from "../../cli/run.ts";
import { delivery, describeStore, EVENT } from "../../inbox/store-suite.ts";
import { postgresPlace, usePostgres } from "../../support/postgres.ts";
import { root } from "../../support/repository.ts";
import { stopping } from "../../support/stopping.ts";

const CAPS = { maxRows: 1000, maxBytes: 1_000_000 };
const skip = SKIP_POSTGRES || SKIP_PGBOUNCER;

describe.skipIf(skip)(`PgBouncer${skip}`, () => {
  let bouncer: Pgbouncer;
  const server = usePostgres(async () => {
    bouncer = await startPgbouncer(server.port, "transaction");
  });
  afterAll(() => bouncer?.stop());

  describeStore("an inbox behind transaction pooling", async () => {
    const { name, remove } = await server.database();
    const pool = bouncer.pool({ database: name });
    return postgresPlace(pool, async () => {
      await pool.end();
      await remove();
    });
  });

  it("leaves a worker to look for the rows of other processes, each once", async () => {
    const pools = [bouncer.pool({ max: 4 }), bouncer.pool({ max: 4 })] as const;
    const [receiving, working] = await Promise.all(pools.map((postgres) => openInbox({ postgres })));
    await pools[0].query("CREATE TABLE paid (id integer)");
    await working?.work({
      [EVENT]: ({ payload }, { complete }) =>
        complete(async (tx) => void (await tx.query("INSERT INTO paid VALUES ($1)", [payload.id]))),
    });
    for (let id = 1; id <= 3; id++) {
      const { key, event, verified, body } = delivery(id);
      const payload = { "@event": event, id };
      expect(await receiving?.accept({ event, verified, payload, key, body })).toBe("stored");
      await sleep(300);
    }
    while ((await working?.stats())?.rows.done !== 3) await sleep(20);
    expect((await pools[0].query("SELECT id FROM paid ORDER BY id")).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await Promise.all([receiving?.close(), working?.close()]);
    for (const pool of pools) await pool.end();
  });

  it("is refused if it pools by statement, where no transaction is possible", async () => {
    await using pooling = stopping(await startPgbouncer(server.port, "statement"));
    await using pool = stopping(pooling.pool({ max: 1 }));
    const opened = openInbox({ postgres: pool });
    await expect(opened).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    await expect(opened).rejects.toThrow("not statement pooling");
  });

  it("serves the command even then, which needs no transaction", async () => {
    const direct = server.pool({ max: 1 });
    const store = await openPostgres(direct, CAPS);
    await store.close();
    await direct.end();
    const pooling = await startPgbouncer(server.port, "statement");
    onTestFinished(() => pooling.stop());
    const url = `postgres://inbox@127.0.0.1:${pooling.port}/postgres`;
    const options = { cwd: join(root, ".cache/pg"), env: { INBOX_POSTGRES_URL: url } };
    expect(await cli(["inbox", "stats", "--postgres"], options)).toMatchObject({ code: 0, stderr: "" });
  });
});
