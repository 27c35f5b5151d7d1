/** Stores of duplicates against real servers, and receivers in several processes that share one. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { handlingModule, openBooks, withHandling } from "../../scripts/hosts/books.ts";
import { SECRET } from "../../scripts/hosts/cases.ts";
import { makeProject, startHost } from "../../scripts/hosts/project.ts";
import { onDemand } from "../../scripts/on-demand.ts";
import { SKIP_PGBOUNCER, startPgbouncer } from "../../scripts/servers/pgbouncer.ts";
import { createAtOnce, type Pool, SKIP_POSTGRES } from "../../scripts/servers/postgres.ts";
import { type RedisServer, SKIP_REDIS, startRedis } from "../../scripts/servers/redis.ts";
import { signBody } from "../../src/signature/node.ts";
import { postgresStore, postgresStoreTable, redisStore } from "../../src/stores/index.ts";
import { keepsTheContract, letsKeysExpire } from "../support/duplicate-stores.ts";
import { commitModes, usePostgres } from "../support/postgres.ts";
import { scratchFolder } from "../support/scratch.ts";

const PACKAGES = { redis: "6.3.1", ioredis: "6.0.0", pg: "8.23.1" };
const clients = await onDemand("stores", PACKAGES);
const load = (name: string) => createRequire(join(clients.folder ?? "", "stores.js"))(name);
/** The programs of the guide. */
const PROGRAM = { place: "server.ts", packages: PACKAGES, start: ["node", "server.ts"] };
const skipRedis = SKIP_REDIS || clients.skip;
const skipPostgres = SKIP_POSTGRES || clients.skip;

describe("the example of a store of one's own", async () => {
  const folder = scratchFolder("own-store-");
  const project = await makeProject({ ...PROGRAM, id: "store-own", file: "stores/own.ts" }, {});
  const { ownStore } = await import(join(project, PROGRAM.place));
  const file = join(folder, "keys.db");
  keepsTheContract(() => ownStore(file));
  letsKeysExpire(({ reservationMs }) => ownStore(file, reservationMs));
});

type Send = Parameters<typeof redisStore>[0]["send"];
describe.skipIf(skipRedis)(`Redis${skipRedis}`, () => {
  let server: RedisServer;
  const clientsBy: Record<string, Send> = {};
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startRedis({ durable: false });
    const redis = load("redis").createClient({ url: `redis://127.0.0.1:${server.port}` });
    redis.on("error", () => undefined);
    await redis.connect();
    clientsBy["redis"] = (command) => redis.sendCommand(command);
    const Redis = load("ioredis").Redis;
    const ioredis = new Redis(server.port, "127.0.0.1");
    ioredis.on("error", () => undefined);
    clientsBy["ioredis"] = ([name, ...rest]) => ioredis.call(name, ...rest);
    closing.push(
      () => redis.destroy(),
      () => ioredis.disconnect(),
    );
  });
  afterAll(async () => {
    for (const close of closing) close();
    await server?.remove();
  });
  const sendTo =
    (name: string): Send =>
    (command) =>
      clientsBy[name]?.(command) as Promise<unknown>;

  describe.each(["redis", "ioredis"])("with the client %s", (name) => {
    keepsTheContract(() => redisStore({ send: sendTo(name) }));
    letsKeysExpire((lifetimes) => redisStore({ send: sendTo(name), ...lifetimes }));
  });

  it("forgets a key after its time, and keeps others apart by their prefix", async () => {
    const { reserve, done } = redisStore({ send: sendTo("redis"), reservationMs: 100, keepKeysMs: 100 });
    await done("short");
    expect(await redisStore({ send: sendTo("redis"), prefix: "other:" }).reserve("short", "x")).toBe("new");
    await expect.poll(() => reserve("short", "a")).toBe("new");
  });

  it("takes a reply that it does not know for a failure, never for a new key", async () => {
    await sendTo("redis")(["SET", "collections:theirs", "1"]);
    await expect(redisStore({ send: sendTo("redis") }).reserve("theirs", "a")).rejects.toThrow("reply");
    for (const reply of [undefined, null, "QUEUED", 1]) {
      const store = redisStore({ send: async () => reply });
      await expect(store.reserve("a", "a")).rejects.toThrow("reply");
      await expect(store.done("a")).rejects.toThrow("reply");
    }
  });

  sharedByProcesses("redis", () => ({ REDIS_URL: `redis://127.0.0.1:${server.port}` }), {
    stop: () => server.stop("SIGTERM"),
    start: () => server.start(),
  });
});

describe.skipIf(skipPostgres)(`PostgreSQL${skipPostgres}`, () => {
  let postgres: Pool;
  const server = usePostgres(async () => {
    postgres = server.pool();
    await createAtOnce(postgres, postgresStoreTable());
  });
  afterAll(() => postgres?.end());

  keepsTheContract(() => postgresStore({ postgres }));
  letsKeysExpire((lifetimes) => postgresStore({ postgres, ...lifetimes }));

  it("has its table where the user wants it", async () => {
    await postgres.query('CREATE SCHEMA "Our-App"');
    await createAtOnce(postgres, postgresStoreTable("Our-App.keys"));
    const { reserve } = postgresStore({ postgres, table: "Our-App.keys" });
    expect([await reserve("a", "one"), await reserve("a", "two")]).toEqual(["new", "busy"]);
  });

  it("keeps what was done although a server with asynchronous commits loses its power", async () => {
    const done = async (pool: Pool) => postgresStore({ postgres: pool }).done("a");
    expect(await commitModes(server, "collections_duplicates", done, postgresStoreTable())).toEqual(["on"]);
  });

  it("forgets a key after its time, and deletes it", async () => {
    await postgres.query(postgresStoreTable("short"));
    const { reserve, done } = postgresStore({ postgres, table: "short", reservationMs: 100, keepKeysMs: 100 });
    await done("a");
    await expect.poll(() => reserve("a", "one")).toBe("new");
    await postgres.query("UPDATE short SET expires_at = now() - interval '1 hour'");
    await postgresStore({ postgres, table: "short" }).done("b");
    const keys = async () => (await postgres.query("SELECT key FROM short")).rows.map(({ key }) => key);
    await expect.poll(keys).toEqual(["b"]);
  });

  describe.skipIf(SKIP_PGBOUNCER)(`behind PgBouncer with transaction pooling${SKIP_PGBOUNCER}`, () => {
    let bouncer: Awaited<ReturnType<typeof startPgbouncer>>;
    let pool: Pool;
    beforeAll(async () => {
      bouncer = await startPgbouncer(server.port, "transaction");
      pool = bouncer.pool();
    });
    afterAll(async () => {
      await pool?.end();
      await bouncer?.stop();
    });
    keepsTheContract(() => postgresStore({ postgres: pool }));
  });

  sharedByProcesses("postgres", () => ({ DATABASE_URL: `postgres://inbox@127.0.0.1:${server.port}/postgres` }), {
    stop: () => server.stop(),
    start: () => server.start(),
  });
});

/** The program of the guide in two processes: `stop` and `start` are those of the server behind its store. */
function sharedByProcesses(
  name: "redis" | "postgres",
  environment: () => Record<string, string>,
  { stop, start }: { stop(): Promise<void>; start(): Promise<void> },
): void {
  it("the program of the guide, in two processes: twice at once, killed in between, without its server", async () => {
    const held = Promise.withResolvers<void>();
    const books = await openBooks(async (payment, attempt) => {
      if (payment === "1") await new Promise((resolve) => setTimeout(resolve, 300));
      if (payment === "2" && attempt === 1) await held.promise;
      return 204;
    });
    onTestFinished(() => books.close());
    // A reservation of a process that was killed expires after a second here.
    const edit = (text: string) =>
      withHandling(text, "./handling.js").replace(/(redisStore|postgresStore)\(\{/, "$1({ reservationMs: 1_000,");
    const more = { files: { "handling.js": handlingModule(books.url, undefined) }, environment: environment(), edit };
    const started = ["one", "two"].map((id) =>
      startHost({ ...PROGRAM, id: `store-${name}-${id}`, file: `stores/${name}.ts` }, more),
    );
    const [one, two] = await Promise.all(started);
    onTestFinished(async () => void (await Promise.all([one, two].map((process) => process?.remove()))));
    const post = async (to: typeof one, id: number) => {
      const body = JSON.stringify({ "@event": "case_file.payment.confirmed", id });
      const headers = { "content-type": "application/json", "x-service-signature": signBody(body, SECRET) };
      const { status } = await fetch(to?.url ?? "", { method: "POST", headers, body });
      return status;
    };
    const times = (id: number) => books.entries.get(`${id}`)?.length ?? 0;

    const answers = await Promise.all([one, two, one, two].map((to) => post(to, 1)));
    expect(answers.sort()).toEqual([204, 204, 503, 503]);
    expect([await post(one, 1), await post(two, 1), times(1)]).toEqual([204, 204, 1]);

    const broken = post(one, 2).catch(() => "cut off");
    await expect.poll(() => times(2)).toBe(1);
    expect(await post(two, 2)).toBe(503);
    await one?.kill();
    expect(await broken).toBe("cut off");
    await expect.poll(() => post(two, 2)).toBe(204);
    expect([times(2), await post(two, 2), times(2)]).toEqual([2, 204, 2]);
    held.resolve();

    await stop();
    expect([await post(two, 3), times(3)]).toEqual([503, 0]);
    await start();
    await expect.poll(() => post(two, 3)).toBe(204);
    expect(times(3)).toBe(1);
  });
}
