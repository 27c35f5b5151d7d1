/** The cost of a stored delivery to the receiver, over 50 real connections, and how long an answer takes. */

import { type ChildProcess, fork } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { wire } from "./delivery.ts";
import { quantile, type Row, rowOf } from "./measure.ts";

const CONNECTIONS = 50;
const PER_SLICE = 2000;

export type Kind = {
  readonly name: string;
  readonly args: readonly string[];
  readonly serverCpu?: () => Promise<number>;
};
export type Stored = Row & {
  readonly p99Ms: number;
  readonly perSecond: number;
  readonly serverUs: number | undefined;
};

type Subject = Kind & {
  readonly child: ChildProcess;
  readonly port: number;
  next: number;
  us: number[];
  ratio: number[];
  ms: number[];
  rates: number[];
  serverUs: number[];
};

/** Each slice of a subject between two of the baseline; no delivery is sent twice. */
export async function compareStores(kinds: readonly Kind[], rounds: number): Promise<Stored[]> {
  const baseline = await begin({ name: "node:http + createHmac", args: ["bare"] });
  const subjects = [];
  for (const kind of kinds) subjects.push(await begin(kind));
  for (const one of [baseline, ...subjects]) await load(one, 2 * PER_SLICE);
  for (const one of subjects) one.ms = [];
  for (let round = 0; round < rounds; round++) {
    for (const one of subjects.toSorted(() => Math.random() - 0.5)) {
      const before = await slice(baseline);
      const us = await slice(one);
      one.us.push(us);
      one.ratio.push((before + (await slice(baseline))) / 2 / us);
    }
  }
  for (const { child } of [baseline, ...subjects]) child.disconnect();
  return subjects.map(({ name, us, ratio, ms, rates, serverUs }) => ({
    ...rowOf(name, us, ratio),
    p99Ms: quantile(ms, 0.99),
    perSecond: quantile(rates, 0.5),
    serverUs: serverUs.length > 0 ? quantile(serverUs, 0.5) : undefined,
  }));
}

async function begin(kind: Kind): Promise<Subject> {
  const child = fork(join(import.meta.dirname, "inbox-server.ts"), kind.args);
  child.once("exit", (code) => code && process.stderr.write(`${kind.name} ended with ${code}\n`));
  return {
    ...kind,
    child,
    port: await told<number>(child),
    next: 1,
    us: [],
    ratio: [],
    ms: [],
    rates: [],
    serverUs: [],
  };
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (value) => resolve(value as T)));
}

/** CPU microseconds of the receiver per delivery. */
async function slice(one: Subject): Promise<number> {
  const cpu = async () => {
    one.child.send("cpu");
    const { user, system } = await told<NodeJS.CpuUsage>(one.child);
    return user + system;
  };
  const [before, serverBefore] = [await cpu(), await one.serverCpu?.()];
  const began = performance.now();
  await load(one, PER_SLICE);
  one.rates.push((PER_SLICE / (performance.now() - began)) * 1000);
  const used = (await cpu()) - before;
  if (one.serverCpu) one.serverUs.push((((await one.serverCpu()) - (serverBefore ?? 0)) * 1e6) / PER_SLICE);
  return used / PER_SLICE;
}

async function load(one: Subject, count: number): Promise<void> {
  // Signed before, so that the sender leaves the machine to the receiver.
  const deliveries = Array.from({ length: count }, () => wire(one.next++));
  let sent = 0;
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(one.port, "127.0.0.1").setNoDelay();
      let at = 0;
      const next = () => {
        const delivery = deliveries[sent++];
        at = performance.now();
        if (delivery) socket.write(delivery);
        else {
          socket.end();
          resolve();
        }
      };
      socket.on("connect", next).on("error", reject);
      socket.on("data", (answer: Buffer) => {
        if (!answer.includes(" 204 ")) return reject(new Error(answer.toString()));
        one.ms.push(performance.now() - at);
        next();
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}
