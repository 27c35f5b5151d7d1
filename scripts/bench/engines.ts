/** Engines that run jobs, used as their READMEs show: a job for each delivery, under its key. */

import { hash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { onDemand } from "../on-demand.ts";

/** The versions that are tested and measured. */
export const ENGINES = {
  "pg-boss": "12.38.0",
  bullmq: "6.7.0",
  ioredis: "6.0.0",
  "graphile-worker": "0.18.0",
  pg: "8.16.3",
};

export const engines = await onDemand("engines", ENGINES);

/** `add` stores a job durably. `work` runs `handle` for each stored job, eight at a time, until the process ends. */
export type Engine = {
  add(key: string, body: string): Promise<unknown>;
  work(handle: (body: string) => Promise<void>): Promise<unknown>;
};

type Places = { postgres: string; redis: number };

const load = (name: string) =>
  import(createRequire(join(engines.folder ?? "", "package.json")).resolve(name)).then((all) => all.default ?? all);

/** The id of a job: pg-boss wants a UUID. */
const uuid = (key: string) => hash("sha256", key).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-a$4-$5");

async function pgBoss({ postgres }: Places): Promise<Engine> {
  const { PgBoss } = await load("pg-boss");
  const boss = new PgBoss({ connectionString: postgres });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("payments", { retryLimit: 12, retryBackoff: true });
  return {
    add: (key, body) => boss.send("payments", { body }, { id: uuid(key) }),
    work: (handle) =>
      boss.work("payments", { batchSize: 64, pollingIntervalSeconds: 0.5 }, (jobs: { data: { body: string } }[]) =>
        Promise.all(jobs.map(({ data }) => handle(data.body))),
      ),
  };
}

async function bullMq({ redis }: Places): Promise<Engine> {
  const { Queue, Worker } = await load("bullmq");
  const connection = { host: "127.0.0.1", port: redis, maxRetriesPerRequest: null };
  const queue = new Queue("payments", { connection });
  queue.on("error", () => undefined);
  return {
    add: (key, body) => queue.add("payment", { body }, { jobId: key.replaceAll(":", "-"), removeOnComplete: true }),
    async work(handle) {
      const run = ({ data }: { data: { body: string } }) => handle(data.body);
      const worker = new Worker("payments", run, { connection, concurrency: 8 });
      worker.on("error", () => undefined);
    },
  };
}

async function graphile({ postgres }: Places): Promise<Engine> {
  const { makeWorkerUtils, run, Logger } = await load("graphile-worker");
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ connectionString: postgres, logger });
  await utils.migrate();
  return {
    add: (key, body) => utils.addJob("payment", { body }, { jobKey: key }),
    work: (handle) =>
      run({
        connectionString: postgres,
        logger,
        concurrency: 8,
        noHandleSignals: true,
        taskList: { payment: (payload: { body: string }) => handle(payload.body) },
      }),
  };
}

const OPEN = { "pg-boss": pgBoss, BullMQ: bullMq, "graphile-worker": graphile };
export type EngineName = keyof typeof OPEN;
export const ENGINE_NAMES = Object.keys(OPEN) as EngineName[];

/** @param postgres and `redis` are the ports of servers on this machine */
export const openEngine = (name: EngineName, postgres: string, redis: string): Promise<Engine> =>
  OPEN[name]({ postgres: `postgres://inbox@127.0.0.1:${postgres}/postgres`, redis: Number(redis) });
