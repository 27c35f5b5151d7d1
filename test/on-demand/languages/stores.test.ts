/**
 * One contract for the stores of all languages, as a script of steps: two processes of one language deliver payments
 * over one database, and one of them is killed.
 */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { SKIP_PGBOUNCER, startPgbouncer } from "../../../scripts/servers/pgbouncer.ts";
import { SKIP_POSTGRES, startPostgres } from "../../../scripts/servers/postgres.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { runProgram } from "./programs.ts";
import { setsLimits, survivesHangs } from "./stores/hangs.ts";
import { type Delivery, ENDS, ROWS, startProbe, unavailable } from "./stores/probes.ts";

/** The process that gets the delivery, what it answers, and the payments that are stored then, if that is certain. */
type Step = readonly [process: "a" | "b", Delivery, answer: RegExp, stored: readonly number[] | undefined];

const BEFORE_THE_KILL: readonly Step[] = [
  ["a", { id: 1, handler: "fail" }, /^500 handler_failed/, []],
  ["a", { id: 1, handler: "book" }, /^204/, [1]],
  ["b", { id: 1, handler: "book" }, /^204/, [1]],
  ["b", { id: 2, handler: "undo" }, /^50[03]/, [1]],
  ["b", { id: 2, handler: "book" }, /^204/, [1, 2]],
  ["a", { id: 3, owner: "acme", handler: "book" }, /^204/, [1, 2, 3]],
  ["b", { id: 3, owner: "bolt", handler: "book" }, /^204/, [1, 2, 3, 3]],
  ["b", { id: 3, owner: "acme", handler: "book" }, /^204/, [1, 2, 3, 3]],
  // Handled before its customer was named.
  ["a", { id: 1, owner: "acme", handler: "book" }, /^204/, [1, 2, 3, 3]],
  // In the table that a version before made.
  ["a", { id: 90, handler: "book" }, /^204/, [1, 2, 3, 3]],
  ["a", { id: 4, handler: "hang" }, /^inside/, [1, 2, 3, 3]],
  // While another process is inside: refused within seconds.
  ["b", { id: 4, handler: "book" }, /^503/, [1, 2, 3, 3]],
];
const AFTER_THE_KILL: readonly Step[] = [
  ["b", { id: 4, handler: "book" }, /^204/, [1, 2, 3, 3, 4]],
  ["a", { id: 4, handler: "book" }, /^204/, [1, 2, 3, 3, 4]],
];
/** The handler commits by itself, payment and key, or is refused: whatever it does then, the payment is stored once. */
const commits = (isRefused: boolean): readonly Step[] => [
  ["a", { id: 6, handler: "commit, fail" }, /^500 handler_failed/, [1, 2, 3, 3, 4, ...(isRefused ? [] : [6])]],
  ["b", { id: 6, handler: "book" }, /^204/, [1, 2, 3, 3, 4, 6]],
  ["b", { id: 8, handler: "commit" }, /^50[03]/, [1, 2, 3, 3, 4, 6, ...(isRefused ? [] : [8])]],
  ["a", { id: 8, handler: "book" }, /^204/, [1, 2, 3, 3, 4, 6, 8]],
];
/**
 * The handler ends the transaction before it writes, and ignores what fails, as gorm does after a failed Begin. What it
 * wrote after a commit may be stored, with the key; after a rollback it is never stored.
 */
const endsFirst = (isRefused: boolean): readonly Step[] =>
  ENDS.flatMap((end, index) => {
    const id = 13 + index;
    const before = [1, 2, 3, 3, 4, 6, 8, 13, 14, 15].filter((one) => one < id);
    const isCertain = isRefused || end.toLowerCase() === "rollback";
    return [
      ["b", { id, handler: `${end}, write` }, /^50[03]/, isCertain ? before : undefined],
      ["a", { id, handler: "book" }, /^204/, [...before, id]],
      // The process that it happened in goes on.
      ["b", { id, handler: "book" }, /^204/, [...before, id]],
    ] satisfies Step[];
  });
/**
 * The handler runs one text, in which another statement ends the transaction, and which writes then: stored once at
 * most. A text that only speaks of an end is no end, nor is that of the body of a trigger or function.
 */
const TEXTS = ["SELECT 1; ROLLBACK; ", "SELECT ';''', 2 -- ';\n; /* ; */ ROLLBACK\n; "];
const MADE = {
  SQLite: "CREATE TRIGGER IF NOT EXISTS made AFTER DELETE ON payment BEGIN SELECT '; END', 1; END",
  PostgreSQL: "CREATE OR REPLACE FUNCTION made() RETURNS int BEGIN ATOMIC SELECT length('; END'); SELECT 1; END",
};
const runsTexts = (made: string, isRefused: boolean): readonly Step[] => [
  ...[`${made}; COMMIT; `, ...TEXTS].flatMap((text, index): Step[] => {
    const id = 17 + index;
    const before = [1, 2, 3, 3, 4, 6, 8, 17, 18].filter((one) => one < id);
    const sql = `${text}INSERT INTO payment VALUES (${id})`;
    return [
      ["b", { id, handler: "run", sql }, /^50[03]/, isRefused || index ? before : undefined],
      ["a", { id, handler: "book" }, /^204/, [...before, id]],
    ];
  }),
  [
    "a",
    { id: 20, handler: "run", sql: "INSERT INTO payment SELECT 20 WHERE 'O''Neill; ROLLBACK' <> ''; -- ; y" },
    /^204/,
    [1, 2, 3, 3, 4, 6, 8, 17, 18, 19, 20],
  ],
  ["a", { id: 33, handler: "run", sql: made }, /^204/, undefined],
];
/** What SQLite commits is on the disk: the handler stores how far it waits for that, more than it does by itself. */
const WAITS: readonly Step[] = [
  [
    "a",
    { id: 21, handler: "run", sql: "INSERT INTO payment SELECT 100 + synchronous FROM pragma_synchronous" },
    /^204/,
    [1, 2, 3, 3, 4, 6, 8, 103],
  ],
];
/** What a handler sets for its session ends with its delivery; so does what it sets for its transaction. */
const SETTINGS = `(VALUES
  ('statement_timeout', '4711000'), ('TimeZone', 'Asia/Tokyo'), ('IntervalStyle', 'sql_standard'),
  ('default_transaction_read_only', 'on'), ('default_transaction_isolation', 'serializable')) AS s (name, value)`;
const SETS: readonly Step[] = [
  ...["false", "true"].map((isLocal, index): Step => {
    const sql = `INSERT INTO payment SELECT 95 + count(set_config(name, value, ${isLocal})) FROM ${SETTINGS}`;
    return ["a", { id: 22 + index, handler: "run", sql }, /^204/, undefined];
  }),
  [
    "a",
    {
      id: 24,
      handler: "run",
      sql: `INSERT INTO payment SELECT count(*) FROM ${SETTINGS} JOIN pg_settings USING (name) WHERE setting = value`,
    },
    /^204/,
    [0, 1, 2, 3, 3, 4, 6, 8, 100, 100],
  ],
];
/** A process that was forked does not share the connection of its parent: it has another one, or refuses. */
const CONNECTION = "INSERT INTO payment SELECT pg_backend_pid()";
const forks = (answer: RegExp): readonly Step[] => [
  ["a", { id: 25, handler: "run", sql: CONNECTION }, /^204/, undefined],
  ["a", { id: 26, handler: "run", sql: CONNECTION, forked: true }, answer, undefined],
  ["a", { id: 27, handler: "run", sql: CONNECTION, forked: "own store" }, answer, undefined],
];
/** The handler is left without an error, as with `throw` of Ruby. */
const LEAVES: readonly Step[] = [
  ["a", { id: 7, handler: "leave" }, /^500 handler_failed/, [1, 2, 3, 3, 4, 6, 8]],
  ["b", { id: 7, handler: "book" }, /^204/, [1, 2, 3, 3, 4, 6, 7, 8]],
];
/** Nobody runs the only statement that the handler has prepared, or another one runs. */
const PREPARES: readonly Step[] = [
  ["a", { id: 32, handler: "prepare" }, /^50[03]/, [1, 2, 3, 3, 4, 6, 8, 17, 18, 19, 20]],
  ["a", { id: 32, handler: "prepare, book" }, /^204/, [1, 2, 3, 3, 4, 6, 8, 17, 18, 19, 20, 32]],
];
/** The handler rolls a savepoint back and ends it, or drops one beside what it writes into a table without row ids. */
const WITHDRAWS: readonly Step[] = [
  "SAVEPOINT a; INSERT INTO payment VALUES (34); ROLLBACK TO a; ROLLBACK TO a; RELEASE a",
  `CREATE TABLE seen (id INT PRIMARY KEY) WITHOUT ROWID; INSERT INTO seen VALUES (1);
    SAVEPOINT a; INSERT INTO payment VALUES (35); ROLLBACK TO a; RELEASE a`,
].map((sql, index) => ["a", { id: 34 + index, handler: "run", sql }, /^204/, undefined]);
/** SQLite and some drivers of PostgreSQL end no transaction beside a statement with rows that nobody has read. */
const LEAVES_OPEN: readonly Step[] = [
  ["a", { id: 28, handler: "unread" }, /^204/, [1, 2, 3, 3, 4, 6, 8, 28]],
  ["b", { id: 29, handler: "book" }, /^204/, [1, 2, 3, 3, 4, 6, 8, 28, 29]],
  ["a", { id: 30, handler: "unread" }, /^204/, [1, 2, 3, 3, 4, 6, 8, 28, 29, 30]],
];
/** Some drivers of SQLite would run only the first of several statements, or the last one. */
const SEVERAL: readonly Step[] = [
  [
    "a",
    { id: 31, handler: "query", sql: "INSERT INTO payment VALUES (31); SELECT 1" },
    /^500 handler_failed/,
    [1, 2, 3, 3, 4, 6, 8, 28, 29, 30],
  ],
];
/**
 * No error says that what the handler wrote is rolled back. `slip`: PostgreSQL gives the transaction up after a failed
 * statement, which the handler catches, and says yes to COMMIT.
 */
const undone = (id: number, handler: "slip" | "mark"): readonly Step[] => [
  ["a", { id, handler }, /^50[03]/, [1, 2, 3, 3, 4]],
  ["a", { id, handler: "book" }, /^204/, [1, 2, 3, 3, 4, id]],
];
/** The commit fails, by a constraint that is looked at only then: the payment is there already. */
const CONSTRAINT = "ALTER TABLE payment ADD UNIQUE (id) DEFERRABLE INITIALLY DEFERRED";
const FAILS_LATE: readonly Step[] = [["a", { id: 11, handler: "book" }, /^503 store_failed/, [9, 10, 11]]];
const COMMITS_AGAIN: readonly Step[] = [
  ["a", { id: 11, handler: "book" }, /^204/, [9, 10, 11]],
  ["a", { id: 11, handler: "book" }, /^204/, [9, 10, 11]],
];

/** The connection ends while a handler runs, which does not notice. Nobody starts anything anew. */
const LOSES: readonly Step[] = [
  ["a", { id: 9, handler: "lose" }, /^50[03]/, []],
  // What it writes then must not find another connection.
  ["a", { id: 9, handler: "lose, write" }, /^50[03]/, []],
  ["a", { id: 9, handler: "book" }, /^204/, [9]],
  ["a", { id: 9, handler: "lose" }, /^204/, [9]],
];
const CUT =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'inbox' AND pid <> pg_backend_pid()";
/** After connections ended between two payments, of which the first one may have to be sent again. */
const CONNECTS_ANEW: readonly Step[] = [["a", { id: 10, handler: "book" }, /^204/, [9, 10]]];

const OLD_TABLE = `CREATE TABLE handled_delivery (key VARCHAR(255) PRIMARY KEY);
  INSERT INTO handled_delivery VALUES ('90 case_file.payment.confirmed')`;
const PAYMENTS = "SELECT id FROM payment ORDER BY id";

const scratch = scratchFolder("stores-");
const server = SKIP_POSTGRES ? undefined : await startPostgres();
afterAll(async () => {
  await server?.remove();
});

for (const row of ROWS) {
  const { language, build = [], ways, marks = [], env = {}, hasDeadline } = row;
  const missing = await unavailable(row, scratch);
  const cwd = join(scratch, language);
  const title = `the store of the package for ${language}`;
  describe.skipIf(missing)(`${title}${missing ? announceSkip(title, missing) : ""}`, () => {
    beforeAll(async () => {
      for (const command of build) {
        const { code, stdout, stderr } = await runProgram(command, { cwd, env });
        if (code !== 0) throw new Error(`${command.join(" ")}: ${stdout}${stderr}`);
      }
    });

    for (const [way, ...places] of ways)
      for (const place of places) {
        const isAway = place === "PostgreSQL" && !server;
        it.skipIf(isAway)(`keeps the contract in ${place} (${way}${isAway ? SKIP_POSTGRES : ""})`, async () => {
          await using database = await (place === "SQLite"
            ? inFile(join(cwd, `${way.replace("/", "-")}.db`))
            : inServer());
          const start = () => startProbe([...row.command, database.address, way], cwd, env);
          const running = { a: start(), b: start() };
          const play = async (steps: readonly Step[]) => {
            for (const [name, delivery, answer, stored] of steps) {
              const told = JSON.stringify(delivery);
              expect(await running[name].deliver(delivery), told).toMatch(answer);
              if (stored) expect(await database.query(PAYMENTS), told).toEqual(stored.map((id) => ({ id })));
            }
          };
          try {
            await play(BEFORE_THE_KILL);
            await running.a.kill();
            running.a = start();
            await play(AFTER_THE_KILL);
            if (place === "PostgreSQL") await play(undone(5, "slip"));
            await database.query("DELETE FROM payment WHERE id = 5");
            if (marks.includes(way)) await play(undone(12, "mark"));
            await database.query("DELETE FROM payment WHERE id = 12");
            const isRefused = place === "PostgreSQL" || way !== row.refusesNothing;
            await play(commits(isRefused));
            await play(endsFirst(isRefused));
            await database.query("DELETE FROM payment WHERE id > 12");
            await play(runsTexts(MADE[place], isRefused));
            const isSeen = language !== "python" && (language !== "rust" || place === "SQLite");
            // What Laravel runs with `exec` of its PDO is not seen.
            if (isSeen) await play(way === "Laravel" ? PREPARES.slice(0, 1) : PREPARES);
            if (language === "rust" && place === "SQLite") await play(WITHDRAWS);
            await database.query("DELETE FROM payment WHERE id > 12");
            // Spring has begun its transaction before the store has a connection.
            if (place === "SQLite" && way !== "SpringStore") await play(WAITS);
            await database.query("DELETE FROM payment WHERE id > 100");
            if (place === "PostgreSQL") await play(SETS);
            await database.query("DELETE FROM payment WHERE id IN (0, 100)");
            if (language === "ruby") await play(LEAVES);
            await database.query("DELETE FROM payment WHERE id = 7");
            // In Rust, the compiler refuses it.
            if (language !== "rust") await play(LEAVES_OPEN);
            if (place === "SQLite" && language !== "rust") await play(SEVERAL);
            if (place === "SQLite") return;
            await database.query("DELETE FROM payment");
            if (["ruby", "python", "php"].includes(language)) {
              // Only who opened a pool of psycopg could open it anew.
              const isShared = way === "pool";
              await play(forks(isShared ? /^503 store_failed/ : /^204/));
              const used = (await database.query(PAYMENTS)).map((one) => JSON.stringify(one));
              expect(new Set(used).size).toBe(isShared ? 1 : 3);
            }
            await database.query("DELETE FROM payment");
            await play(LOSES);
            await database.query(CUT);
            expect(await running.a.deliver({ id: 10, handler: "book" })).toMatch(/^(204|503 store_failed)/);
            await play(CONNECTS_ANEW);
            await database.query(CONSTRAINT);
            await database.query("INSERT INTO payment VALUES (11)");
            await play(FAILS_LATE);
            await database.query("DELETE FROM payment WHERE id = 11");
            await play(COMMITS_AGAIN);
          } finally {
            await Promise.all([running.a.kill(), running.b.kill()]);
          }
        });
      }

    for (const [way] of ways.filter((one) => one.includes("PostgreSQL")))
      it.skipIf(!server)(`waits for a process that makes the tables (${way}${SKIP_POSTGRES})`, async () => {
        if (!server) return;
        await using database = await inServer();
        const other = server.pool({ max: 1 });
        await other.query("BEGIN; SELECT pg_advisory_xact_lock(4711); CREATE TABLE payment (id BIGINT)");
        const probe = startProbe([...row.command, database.address, way], cwd, env);
        try {
          const answer = probe.deliver({ id: 1, handler: "book" });
          const waiting = "SELECT pid AS id FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
          await expect.poll(() => database.query(waiting), { timeout: 30_000 }).toHaveLength(1);
          await other.query("COMMIT");
          expect(await answer).toMatch(/^204/);
        } finally {
          await other.end();
          await probe.kill();
        }
      });

    if (language === "php")
      it.skipIf(!server)(
        `has limits in PostgreSQL, and says what a PDO that is gone needs${SKIP_POSTGRES}`,
        async () => {
          if (!server) return;
          await using database = await inServer();
          const probe = startProbe([...row.command, database.address, "one PDO"], cwd, env);
          const pool = server.pool();
          try {
            expect(await probe.deliver({ id: 7, handler: "book" })).toMatch(/^204/);
            await setsLimits(pool, probe);
            await pool.query(CUT);
            expect(await probe.deliver({ id: 8, handler: "book" })).toMatch(/^503 store_failed/);
            expect(await probe.deliver({ id: 8, handler: "book" })).toMatch(/^503 store_failed .* pass .* a function/);
          } finally {
            await probe.kill();
            await pool.end();
          }
        },
      );

    for (const [way] of ways.filter((one) => row.isGuarded && one.includes("PostgreSQL")))
      it.skipIf(!server || SKIP_PGBOUNCER)(
        `leaves a pooler connections that take writes (${way}${SKIP_POSTGRES || SKIP_PGBOUNCER})`,
        async () => {
          if (!server) return;
          await using _ = await inServer();
          const bouncer = await startPgbouncer(server.port, "transaction");
          const others = bouncer.pool();
          try {
            for (const handler of ["fail", "hang", ...(language === "php" ? (["exit"] as const) : [])] as const) {
              const probe = startProbe([...row.command, String(bouncer.port), way], cwd, env);
              expect(await probe.deliver({ id: 1, handler })).toMatch(/^(500 handler_failed|inside|ended)/);
              await probe.kill();
              await others.query("INSERT INTO payment VALUES (0)");
            }
          } finally {
            await others.end();
            await bouncer.stop();
          }
        },
      );

    for (const [way] of ways.filter((one) => hasDeadline && one.includes("PostgreSQL")))
      it.skipIf(!server)(`survives a PostgreSQL that hangs (${way}${SKIP_POSTGRES})`, async () => {
        if (!server) return;
        await using _ = await inServer();
        const start = (port: number) => startProbe([...row.command, String(port), way, "1000"], cwd, env);
        await survivesHangs(server, start);
      });
  });
}

type Database = AsyncDisposable & {
  readonly address: string;
  query(sql: string): Promise<readonly unknown[]>;
};

async function inFile(address: string): Promise<Database> {
  const database = new DatabaseSync(address, { timeout: 5_000 });
  database.exec(OLD_TABLE);
  // While a payment is inside, others may read.
  database.exec("PRAGMA journal_mode = WAL");
  return {
    address,
    query: async (sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

async function inServer(): Promise<Database> {
  if (!server) throw new Error(SKIP_POSTGRES);
  const pool = server.pool();
  for (const name of ["payment", "handled_delivery"]) await pool.query(`DROP TABLE IF EXISTS ${name}`);
  await pool.query(OLD_TABLE);
  return {
    address: String(server.port),
    query: async (sql) => (await pool.query(sql)).rows.map(({ id }) => ({ id: Number(id) })),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
