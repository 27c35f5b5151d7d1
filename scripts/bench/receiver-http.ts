/**
 * The cost of a request to the server, over 50 real connections; each sends its next delivery after the previous
 * answer.
 */

import { type ChildProcess, fork } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { wire } from "./delivery.ts";
import { type Row, rowOf } from "./measure.ts";

const CONNECTIONS = 50;
const PER_SLICE = 4000;
/** More deliveries than a receiver's store remembers, so that none is a duplicate when it is sent again. */
const DIFFERENT = 20_000;

type Server = { child: ChildProcess; port: number };
type Subject = { name: string; server: Server; deliveries: readonly Buffer[]; us: number[]; ratio: number[] };

/** @returns speed against `node:http` with the bare limit, by CPU time of the server */
export async function compareServers(rounds: number): Promise<Row[]> {
  const many = Array.from({ length: DIFFERENT }, (_, id) => wire(1_000_000 + id));
  const [bare, receiver, awaiting, without] = (await Promise.all(
    ["bare", "receiver", "async handler", "no store"].map(start),
  )) as [Server, Server, Server, Server];
  const subject = (name: string, server: Server, deliveries = many): Subject => ({
    name,
    server,
    deliveries,
    us: [],
    ratio: [],
  });
  const baseline = subject("node:http + createHmac", bare);
  const subjects = [
    subject("node:http + createHmac, against itself", bare),
    subject("receiver", receiver),
    subject("receiver, handler is async", awaiting),
    subject("receiver without a store", without),
    subject("receiver, always the same delivery", receiver, many.slice(0, 1)),
  ];
  for (const { server, deliveries } of subjects) await load(server, deliveries, 5 * PER_SLICE);
  for (let round = 0; round < rounds; round++) {
    for (const one of subjects.toSorted(() => Math.random() - 0.5)) {
      const before = await slice(baseline);
      const us = await slice(one);
      one.us.push(us);
      one.ratio.push((before + (await slice(baseline))) / 2 / us);
    }
  }
  for (const { child } of [bare, receiver, awaiting, without]) child.disconnect();
  return subjects.map(({ name, us, ratio }) => rowOf(name, us, ratio));
}

async function start(kind: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, "receiver-server.ts"), [kind]);
  return { child, port: await told<number>(child) };
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (value) => resolve(value as T)));
}

/** CPU microseconds of the server per request. */
async function slice({ server, deliveries }: Subject): Promise<number> {
  const cpu = async () => {
    server.child.send("cpu");
    const { user, system } = await told<NodeJS.CpuUsage>(server.child);
    return user + system;
  };
  const before = await cpu();
  await load(server, deliveries, PER_SLICE);
  return ((await cpu()) - before) / PER_SLICE;
}

/** Raw sockets, so that the sender leaves most of the machine to the server. */
async function load({ port }: Server, deliveries: readonly Buffer[], count: number): Promise<void> {
  let sent = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").setNoDelay();
      const next = () => {
        if (sent === count) {
          socket.end();
          resolve();
        } else socket.write(deliveries[(offset + sent++) % deliveries.length] as Buffer);
      };
      socket.on("connect", next).on("error", reject);
      socket.on("data", (answer: Buffer) => (answer.includes(" 204 ") ? next() : reject(new Error(answer.toString()))));
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  offset += count;
}

/** Position in the list at which the next run continues. */
let offset = 0;
