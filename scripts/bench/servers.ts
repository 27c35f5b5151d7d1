/**
 * What a request costs servers in processes of their own, over 50 real connections; each sends its next delivery after
 * the previous answer.
 */

import { type ChildProcess, fork } from "node:child_process";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { listen } from "../listen.ts";
import { wire } from "./delivery.ts";
import { medianBy, quantile, type Row, sampleRounds, toRow } from "./measure.ts";

const CONNECTIONS = 50;

/**
 * `kind`: first argument of the program. `always`: sends the same delivery again and again. `beside`: CPU time of a
 * database that works for this server, in microseconds since any moment.
 */
export type Subject = { name: string; kind: string; always?: true; beside?: () => Promise<number> };

/** `besideUs`: CPU time of the database for each request; `p99Ms`: medians over the rounds, as `perSecond`. */
export type ServerRow = Row & { besideUs?: number; p99Ms: number; perSecond: number };

/** `program` sends its port to its parent, then its CPU time at each message. `args` follow the kind. */
export type Servers = { program: string; args?: readonly string[]; rounds: number; requests?: number };

export type Server = { child: ChildProcess; port: number };
type Slice = { us: number; besideUs: number; p99Ms: number; perSecond: number };

/** The first subject is the baseline. @returns speed against it, by CPU time of the server */
export async function compareServers(subjects: readonly Subject[], options: Servers): Promise<ServerRow[]> {
  const { program, args = [], rounds, requests = 4000 } = options;
  const servers = new Map<string, Server>();
  for (const { kind } of subjects)
    if (!servers.has(kind)) servers.set(kind, await startServer(program, [kind, ...args]));
  const slice = (subject: Subject) => measure(servers.get(subject.kind) as Server, subject, requests);
  const [baseline] = subjects as [Subject];
  for (const subject of subjects) await slice(subject);
  const measured = await sampleRounds(rounds, subjects, async (subject) => {
    const before = (await slice(baseline)).us;
    const its = await slice(subject);
    return { ...its, ratio: (before + (await slice(baseline)).us) / 2 / its.us };
  });
  for (const { child } of servers.values()) child.disconnect();
  return measured.map(({ subject, samples }) => {
    const median = (of: keyof Slice) => medianBy(samples, (its) => its[of]);
    return {
      ...toRow(subject.name, samples),
      ...(subject.beside && { besideUs: median("besideUs") }),
      p99Ms: median("p99Ms"),
      perSecond: median("perSecond"),
    };
  });
}

/** Serves in a program of `startServer`, and sends what its parent asks for. */
export async function serveAlone(listener: RequestListener): Promise<void> {
  const { url } = await listen(listener);
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.on("disconnect", () => process.exit());
  process.send?.(Number(new URL(url).port));
}

/** Starts a program that sends its port to its parent. */
export async function startServer(program: string, args: readonly string[]): Promise<Server> {
  const child = fork(program, args);
  return { child, port: await firstMessage<number>(child) };
}

function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (value) => {
      child.off("exit", ended);
      resolve(value as T);
    });
  });
}

async function measure({ child, port }: Server, { always, beside }: Subject, requests: number): Promise<Slice> {
  const cpu = async () => {
    child.send("cpu");
    const { user, system } = await firstMessage<NodeJS.CpuUsage>(child);
    return user + system;
  };
  const besideBefore = (await beside?.()) ?? 0;
  const before = await cpu();
  const started = performance.now();
  const waits = await load(port, requests, always === true);
  const seconds = (performance.now() - started) / 1000;
  return {
    us: ((await cpu()) - before) / requests,
    besideUs: (((await beside?.()) ?? 0) - besideBefore) / requests,
    p99Ms: quantile(waits, 0.99),
    perSecond: requests / seconds,
  };
}

const SAME = wire(1_000_000);
/** Never sent twice, so that no delivery is a duplicate. */
let nextId = 2_000_000;

/** Raw sockets, so that the sender leaves most of the machine to the server. @returns milliseconds for each answer */
async function load(port: number, count: number, always: boolean): Promise<number[]> {
  const waits: number[] = [];
  let sent = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").setNoDelay();
      let at = 0;
      const next = () => {
        if (sent === count) {
          socket.end();
          return resolve();
        }
        sent++;
        const bytes = always ? SAME : wire(nextId++);
        at = performance.now();
        socket.write(bytes);
      };
      socket.on("connect", next).on("error", reject);
      socket.on("data", (answer: Buffer) => {
        waits.push(performance.now() - at);
        if (answer.includes(" 204 ")) next();
        else reject(new Error(answer.toString()));
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return waits;
}
