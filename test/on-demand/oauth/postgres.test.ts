/** Tokens in PostgreSQL: one refresh for several processes, each wait with a deadline, nothing lost if a way breaks. */

import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { SKIP_PGBOUNCER, startPgbouncer } from "../../../scripts/servers/pgbouncer.ts";
import { createAtOnce, type Pool, pgFolder, poolOn, SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import {
  createTokenKeeper,
  type PostgresTokenStoreOptions,
  postgresTokenStore,
  postgresTokenTable,
  type TokenStore,
} from "../../../src/oauth/index.ts";
import { rotatingService } from "../../oauth/rotating-service.ts";
import { describeTokenStore, readError, tokensOf } from "../../oauth/store-suite.ts";
import { buildPackage } from "../../support/built.ts";
import { failureOf } from "../../support/leaks.ts";
import { commitModes, usePostgres } from "../../support/postgres.ts";
import { root } from "../../support/repository.ts";
import { CACHE, testFolder } from "../../support/scratch.ts";
import { type SilentProxy, startSilentProxy } from "../../support/silent-proxy.ts";
import { stopping } from "../../support/stopping.ts";
import { asWrongType } from "../../support/wrong-type.ts";

describe.skipIf(SKIP_POSTGRES)(`PostgreSQL${SKIP_POSTGRES}`, () => {
  let admin: Pool;
  let service: Awaited<ReturnType<typeof rotatingService>>;
  let grant = "";
  const server = usePostgres(async () => {
    admin = server.pool();
    await admin.query(postgresTokenTable());
  });
  afterAll(() => admin?.end());
  beforeEach(async () => {
    service = await rotatingService();
    grant = `grant-${Math.random()}`;
    onTestFinished(() => service.stop());
  });

  /** A pool for one test. */
  function poolFor(pool: Pool = server.pool({ max: 1 })): Pool {
    onTestFinished(() => pool.end());
    return pool;
  }

  const storeOn = (postgres: Pool, more: Partial<PostgresTokenStoreOptions> = {}) =>
    postgresTokenStore({ postgres, grant, ...more });
  const keeperOn = (postgres: Pool, more: Partial<PostgresTokenStoreOptions> = {}) =>
    createTokenKeeper({ store: storeOn(postgres, more), refresh: service.refresh });

  const saveLocked = (store: TokenStore) => store.withLock?.(() => store.save(tokensOf(0))) ?? Promise.reject();

  describeTokenStore(() => ({
    open: (options) => storeOn(admin, options),
    async text() {
      const { rows } = await admin.query("SELECT tokens FROM collections_tokens WHERE grant_name = $1", [grant]);
      return JSON.stringify(rows);
    },
  }));

  it("keeps one row for each grant, also in a schema with an odd name", async () => {
    await admin.query('CREATE SCHEMA "Our-App"');
    const table = "Our-App.tokens";
    await createAtOnce(admin, postgresTokenTable(table));
    const [one, other] = ["Müller's", "b"].map((name) => storeOn(admin, { table, grant: name }));
    expect(await one?.load()).toBeUndefined();
    await one?.save(tokensOf(1));
    await other?.save(tokensOf(7));
    expect(await one?.load()).toMatchObject({ accessToken: "access-1" });
    await one?.markDead(tokensOf(1));
    expect(await one?.load()).toBeUndefined();
    expect(await other?.load()).toMatchObject({ accessToken: "access-7" });
  });

  it.each([
    ["save", (pool: Pool) => storeOn(pool).save(tokensOf(0))],
    ["a refresh", (pool: Pool) => saveLocked(storeOn(pool))],
  ])("%s keeps tokens although a server with asynchronous commits loses its power", async (_, save) => {
    expect(await commitModes(server, "collections_tokens", save, postgresTokenTable())).toEqual(["on"]);
  });

  it("a pool of one connection neither waits for itself nor keeps readers waiting", async () => {
    const pool = poolFor();
    const store = storeOn(pool, { timeoutMs: 2000 });
    await store.save(tokensOf(0));
    const { promise, resolve: finish } = Promise.withResolvers<object>();
    const keeper = createTokenKeeper({ store, refresh: () => promise });
    const refreshing = keeper.accessToken();
    await store.withLock(async () => undefined).catch(() => undefined);
    const reading = store.load();
    finish({ accessToken: "access-1", refreshToken: "refresh-1", expiresIn: 60 });
    expect(await reading).toBeDefined();
    expect(await refreshing).toBe("access-1");
    expect(await store.withLock(() => store.withLock(async () => (await store.load())?.refreshToken))).toBe(
      "refresh-1",
    );
  });

  it("the program of the guide runs", async () => {
    const folder = testFolder("tokens-", CACHE);
    symlinkSync(join(pgFolder ?? "", "node_modules"), join(folder, "node_modules"));
    cpSync(join(root, "examples/tokens/postgres.ts"), join(folder, "postgres.ts"));
    const run = promisify(execFile);
    await buildPackage();
    const [, script = ""] = /node -p "(.+)"$/m.exec(readFileSync(join(root, "docs/guides/tokens.md"), "utf8")) ?? [];
    expect((await run(process.execPath, ["-p", script], { cwd: folder })).stdout.trim()).toBe(
      postgresTokenTable().trim(),
    );
    await storeOn(admin, { grant: "customer 4711" }).save(tokensOf(0));
    const database = `postgres://inbox@127.0.0.1:${server.port}/postgres`;
    const env = { ...process.env, DATABASE_URL: database, AUTH_URL: service.url, CLIENT_ID: "app", CLIENT_SECRET: "s" };
    const { stdout } = await run(process.execPath, [join(folder, "postgres.ts")], { env });
    expect(stdout).toBe("a token of 8 characters\n");
    expect((await storeOn(admin, { grant: "customer 4711" }).load())?.refreshToken).toBe("refresh-1");
  });

  it("several processes use each refresh token once", async () => {
    await storeOn(admin).save(tokensOf(0));
    const pools = Array.from({ length: 4 }, () => poolFor());
    await Promise.all(
      pools.map(async (pool) => {
        const keeper = keeperOn(pool);
        for (let round = 0; round < 6; round++) keeper.invalidate(await keeper.accessToken());
      }),
    );
    expect(new Set(service.used).size).toBe(service.used.length);
    expect(service.used.length).toBeGreaterThanOrEqual(5);
    expect((await storeOn(admin).load())?.refreshToken).toBe(`refresh-${service.used.length}`);
  });

  it.skipIf(SKIP_PGBOUNCER)("also behind PgBouncer with transaction pooling", async () => {
    await using bouncer = stopping(await startPgbouncer(server.port, "transaction"));
    await storeOn(admin).save(tokensOf(0));
    const pools = Array.from({ length: 3 }, () => bouncer.pool({ max: 1 }));
    const tokens = await Promise.all(pools.map((pool) => keeperOn(pool).accessToken()));
    expect(tokens).toEqual(Array(3).fill("access-1"));
    expect(service.used).toEqual(["refresh-0"]);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("a grant that the customer gives during a refresh waits for it, and wins", async () => {
    await storeOn(admin).save(tokensOf(0));
    let saving: Promise<void> | undefined;
    const refresh = async () => {
      saving = storeOn(admin).save(tokensOf(0, { refreshToken: "refresh-new" }));
      return { accessToken: "access-1", refreshToken: "refresh-1", expiresIn: 60 };
    };
    await createTokenKeeper({ store: storeOn(poolFor()), refresh }).accessToken();
    await saving;
    expect((await storeOn(admin).load())?.refreshToken).toBe("refresh-new");
  });

  it("a dead grant is deleted, although the call fails", async () => {
    await storeOn(admin).save(tokensOf(0, { refreshToken: "refresh-dead" }));
    expect((await readError(keeperOn(admin).accessToken())).code).toBe("grant_dead");
    expect(await storeOn(admin).load()).toBeUndefined();
  });

  it("a connection that breaks during the refresh: the result is saved by the next call", async () => {
    const pool = poolFor();
    await storeOn(admin).save(tokensOf(0));
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE state = 'idle in transaction' AND query LIKE '%collections_tokens%'`;
    const refresh = async (refreshToken: string) => {
      const answer = await service.refresh(refreshToken);
      await admin.query(end);
      return answer;
    };
    const keeper = createTokenKeeper({ store: storeOn(pool), refresh });
    expect((await readError(keeper.accessToken())).code).toBe("store_save_failed");
    expect(await keeper.accessToken()).toBe("access-1");
    expect(service.used).toEqual(["refresh-0"]);
    expect((await storeOn(admin).load())?.refreshToken).toBe("refresh-1");
  });

  it("the server frees the lock of a process that hangs, and a waiting one gives up in time", async () => {
    await storeOn(admin).save(tokensOf(0));
    const [entered, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hanging = storeOn(poolFor(), { lockTimeoutMs: 2500 }).withLock(() => {
      entered.resolve();
      return finish.promise;
    });
    const holding = readError(hanging);
    await entered.promise;
    expect((await readError(keeperOn(admin, { lockTimeoutMs: 50 }).accessToken())).reason).toBe("55P03");
    expect(service.used).toEqual([]);
    expect(await keeperOn(poolFor()).accessToken()).toBe("access-1");
    finish.resolve();
    expect((await holding).code).toBe("store_save_failed");
  });

  it.each<[string, (way: SilentProxy) => void]>([
    ["from the start", silenceAll],
    ["once a refresh is under way", () => undefined],
  ])("a way that goes silent %s: every wait ends, and connections are made anew", async (_, before) => {
    await storeOn(admin).save(tokensOf(0));
    const way = await startSilentProxy(server.port);
    onTestFinished(() => way.stop());
    const pool = poolFor(poolOn(way.port, { max: 2 }));
    const keeper = createTokenKeeper({
      store: storeOn(pool, { timeoutMs: 300, lockTimeoutMs: 1000 }),
      refresh: async (refreshToken) => {
        const answer = await service.refresh(refreshToken);
        if (service.used.length === 1 && before !== silenceAll) silenceAll(way);
        return answer;
      },
    });
    await pool.query("SELECT 1");
    before(way);
    expect(await readError(keeper.accessToken())).toMatchObject({ reason: "ETIMEDOUT" });
    way.isNewSilent = false;
    // The server still has the transaction of the lost connection, until its limit.
    expect(await keeper.accessToken().catch(() => keeper.accessToken())).toBe("access-1");
    expect(service.used).toEqual(["refresh-0"]);
    expect((await storeOn(admin).load())?.refreshToken).toBe("refresh-1");
  });

  it.each([
    ["a missing table", "missing", "42P01", () => undefined],
    [
      "no rights",
      "private",
      "42501",
      () => admin.query("CREATE TABLE private (LIKE collections_tokens INCLUDING ALL)"),
    ],
    ["a table of another form", "odd", "42703", () => admin.query("CREATE TABLE odd (id int)")],
  ])("%s is told by its SQLSTATE", async (_, table, reason, make) => {
    await make();
    await admin.query("DO $$ BEGIN CREATE ROLE clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
    const pool = poolFor(poolOn(server.port, { user: "clerk" }));
    const store = storeOn(pool, { table });
    expect(await readError(store.load())).toMatchObject({ code: "store_load_failed", reason });
    expect(await readError(store.save(tokensOf(0)))).toMatchObject({ code: "store_save_failed", reason });
    expect(await readError(store.withLock(async () => 1))).toMatchObject({ code: "store_lock_failed", reason });
  });

  it("where nothing can be written, no refresh is sent", async () => {
    await storeOn(admin).save(tokensOf(0));
    await admin.query("ALTER ROLE clerk SET default_transaction_read_only = on");
    await admin.query("GRANT SELECT, INSERT, UPDATE, DELETE ON collections_tokens TO clerk");
    const pool = poolFor(poolOn(server.port, { user: "clerk" }));
    expect(await readError(keeperOn(pool).accessToken())).toMatchObject({ reason: "25006" });
    expect(service.used).toEqual([]);
  });
});

it.each<[string, object, string]>([
  ["no pool", { postgres: undefined }, "/postgres"],
  ["a Client", { postgres: { connect: () => undefined, processID: null } }, "/postgres"],
  ["no grant", { grant: "" }, "/grant"],
  ["SQL as table", { table: 'a"; DROP TABLE b' }, "/table"],
  ["a time of 0", { timeoutMs: 0 }, "/timeoutMs"],
  ["a text as time", { lockTimeoutMs: "60s" }, "/lockTimeoutMs"],
])("%s is refused at once", async (_, change, path) => {
  const given = { postgres: { connect: () => undefined }, grant: "a", ...change };
  const refused = await failureOf((async () => postgresTokenStore(asWrongType(given)))());
  expect(refused).toMatchObject({ code: "token_store_invalid", faults: [{ path }] });
});

/** From now on nothing passes, on no connection, old or new. */
function silenceAll(way: SilentProxy): void {
  way.isNewSilent = true;
  way.silence();
}
