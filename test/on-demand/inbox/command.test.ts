/** The command on an inbox in a real PostgreSQL: the same as on a file, and nothing of the URL is printed. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { openPostgres } from "../../../src/inbox/postgres/index.ts";
import { CLI, cli, start } from "../../cli/run.ts";
import { delivery } from "../../inbox/store-suite.ts";
import { usePostgres } from "../../support/postgres.ts";
import { read, root } from "../../support/repository.ts";
import { stopping } from "../../support/stopping.ts";
import { present } from "../../support/wrong-type.ts";

describe.skipIf(SKIP_POSTGRES)(`the command on PostgreSQL${SKIP_POSTGRES}`, () => {
  let url: string;
  const server = usePostgres(async () => {
    url = `postgres://inbox:s3cretword@127.0.0.1:${server.port}/postgres`;
  });

  /** In a folder that has `pg`, as a project of a user has. */
  const inbox = (args: string[], variable: string | undefined = url) =>
    cli(["inbox", ...args], { cwd: join(root, ".cache/pg"), env: { INBOX_POSTGRES_URL: variable } });

  it("creates nothing in a database without an inbox", async () => {
    expect(await inbox(["stats", "--postgres"])).toMatchObject({ code: 2, stdout: "" });
    await using pool = stopping(server.pool({ max: 1 }));
    expect((await pool.query("SELECT to_regclass('collections_inbox') AS name")).rows).toEqual([{ name: null }]);
  });

  it("lists, shows, retries, discards, erases, exports and counts", async () => {
    await using pool = stopping(server.pool());
    await using store = stopping(await openPostgres(pool, { maxRows: 1000, maxBytes: 1e6 }));
    for (const id of [1, 2, 3]) await store.insert(delivery(id));
    const { rows } = await store.claim({ limit: 2, leaseMs: 1000, idle: true, retryForMs: 86_400_000 });
    await store.settle(present(rows[0]), { to: "dead", error: "no answer" });
    await store.settle(present(rows[1]), { to: "done" });
    const json = async (...args: string[]) => JSON.parse((await inbox([...args, "--json"])).stdout);
    expect(await json("list", "--postgres", "--state", "dead", "--last", "1h")).toMatchObject([
      { id: 1, error: "no answer" },
    ]);
    expect(await json("list", "--postgres", url, "--state", "done")).toMatchObject([{ id: 2 }]);
    expect(await json("show", "1", "--body", "--postgres")).toMatchObject({ state: "dead", payment: "1" });
    expect(await json("retry", "--state", "dead", "--postgres")).toEqual({ retried: [1] });
    expect(await json("discard", "3", "--postgres")).toEqual({ discarded: [3] });
    expect(await json("erase", "2", "--postgres")).toEqual({ erased: [2], neverHandled: [] });
    expect((await inbox(["export", "--postgres"])).stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(await json("stats", "--postgres")).toMatchObject({ rows: { pending: 1, done: 1, discarded: 1 } });
  });

  it("runs the commands of the guide of a night on call", async () => {
    const pool = server.pool();
    const store = await openPostgres(pool, { maxRows: 1000, maxBytes: 1e6 });
    await store.insert(delivery(4711));
    const typed = [...read("docs/guides/on-call.md").matchAll(/^ {4}collections-contract (.*) --file payments\.db$/gm)];
    const commands = typed
      .map(([, words = ""]) => `${words} --postgres`)
      .filter((one) => !one.startsWith("inbox serve"));
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) {
      const program = `collections-contract() { "${process.execPath}" "${CLI}" "$@"; }
collections-contract ${command}`;
      const run = await start("bash", ["-c", program], {
        cwd: join(root, ".cache/pg"),
        env: { INBOX_POSTGRES_URL: url },
      });
      expect([command, run.code === 2 ? run.stderr : ""]).toEqual([command, ""]);
    }
    await store.close();
    await pool.end();
  });

  it.each([
    ["both places", ["stats", "--postgres", "--file", "x.db"], undefined, 2],
    ["neither", ["stats"], undefined, 2],
    ["no URL", ["stats", "--postgres"], "", 2],
    ["what is not one", ["stats", "--postgres"], "mysql://inbox:s3cretword@127.0.0.1/x", 2],
    ["what cannot be parsed", ["stats", "--postgres"], "postgres://inbox:s3cretword@:::/x", 2],
    ["a server that is not there", ["stats", "--postgres"], "postgres://inbox:s3cretword@127.0.0.1:1/x", 2],
  ])("refuses %s, and does not repeat the URL", async (_, args, variable, code) => {
    const refused = await inbox(args, variable);
    expect(refused.stderr).not.toMatch(/s3cretword/);
    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr.trim()).not.toBe("");
  });
});
