/**
 * The examples that hand rows to pg-boss and to BullMQ, against real servers that stop and start under load: every
 * payment that was acknowledged is run by the engine.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { SKIP_POSTGRES, startPostgres } from "../../../scripts/servers/postgres.ts";
import { SKIP_REDIS, startRedis } from "../../../scripts/servers/redis.ts";
import { engineFolder, runExample, SKIP_ENGINES } from "../../support/engines.ts";
import { SECRET } from "../../support/receiver.ts";
import { deliver, Load } from "../proofs/inbox-load.ts";

const temporary = mkdtempSync(join(tmpdir(), "engines-"));
let place: Awaited<ReturnType<typeof engineFolder>> | undefined;
beforeAll(async () => {
  if (!SKIP_ENGINES) place = await engineFolder();
}, 240_000);
afterAll(() => {
  place?.remove();
  rmSync(temporary, { recursive: true, force: true });
});

/** The engine notices within some seconds that a process died, and runs its jobs again. */
const PATIENCE_MS = 60_000;

type Server = { stop(): Promise<void>; start(): Promise<void>; remove(): Promise<void>; env: Record<string, string> };

async function postgres(): Promise<Server> {
  const server = await startPostgres();
  const env = { DATABASE_URL: `postgres://inbox@127.0.0.1:${server.port}/postgres` };
  return { ...server, env, stop: () => server.stop("immediate") };
}

async function redis(): Promise<Server> {
  const server = await startRedis();
  return { ...server, env: { REDIS_PORT: String(server.port) }, stop: () => server.stop("SIGKILL") };
}

describe.each([
  ["pg-boss", "examples/inbox/pg-boss.ts", postgres, SKIP_ENGINES || SKIP_POSTGRES],
  ["BullMQ", "examples/inbox/bullmq.ts", redis, SKIP_ENGINES || SKIP_REDIS],
] as const)("%s", (name, example, startServer, skip) => {
  it.skipIf(skip)(
    `runs each payment that was acknowledged, whatever stops meanwhile${skip}`,
    async () => {
      const server = await startServer();
      const port = await freePort();
      const env = { ...server.env, PORT: String(port), WEBHOOK_SECRET: SECRET, INBOX: join(temporary, `${name}.db`) };
      let started = 0;
      const begin = async () => {
        const run = runExample(place?.folder ?? "", example, env);
        const agent = new Agent();
        const first = 5_000_000 + started++;
        // Until it not only receives, but also runs jobs.
        const until = performance.now() + PATIENCE_MS;
        while (!run.lines.some((line) => line.includes(` ${first} `))) {
          if (performance.now() > until) throw new Error("the example runs no job");
          if (run.child.exitCode !== null) throw new Error(`the example ended with ${run.child.exitCode}`);
          await deliver(port, first, agent);
          await sleep(50);
        }
        agent.destroy();
        return run;
      };
      const ran: string[] = [];
      const acknowledged = new Set<number>();
      const loaded = async (from: number, meanwhile: () => Promise<void>) => {
        const load = new Load(port, from);
        await sleep(300);
        await meanwhile();
        await load.stop();
        for (const id of load.acknowledged) acknowledged.add(id);
      };
      let running = await begin();
      try {
        // The server goes, and comes back.
        await loaded(1, async () => {
          await server.stop();
          await sleep(500);
          await server.start();
          await sleep(500);
        });
        expect(running.child.exitCode).toBe(null);
        // The process dies, between its deliveries and what it hands over.
        await loaded(1_000_000, async () => {
          running.child.kill("SIGKILL");
          await sleep(200);
        });
        ran.push(...running.lines);
        running = await begin();
        const paid = () =>
          [...ran, ...running.lines]
            .filter((line) => line.startsWith("pay out verified "))
            .map((line) => Number(line.split(" ")[3]));
        const missing = () => {
          const seen = new Set(paid());
          return [...acknowledged].filter((id) => !seen.has(id));
        };
        const until = performance.now() + PATIENCE_MS;
        while (missing().length > 0 && performance.now() < until) await sleep(100);
        expect(missing()).toEqual([]);
        const doubled = paid().length - new Set(paid()).size;
        process.stdout.write(`${name}: ${acknowledged.size} acknowledged, 0 lost, ${doubled} run twice\n`);
        expect(acknowledged.size).toBeGreaterThan(100);
        // Only what ran when the process died, or the server, may have run twice.
        expect(doubled).toBeLessThan(150);
      } finally {
        running.child.kill("SIGKILL");
        await server.remove();
      }
    },
    240_000,
  );
});
