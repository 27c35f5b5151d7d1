/**
 * How fast verification is, against the plain way to do it on Node.
 *
 *     npm run bench -- signature [--json] [--rounds N]
 *
 * Prints CPU time per call (all threads, microseconds) and the speed against the baseline, `createHmac` with a string key and
 * `timingSafeEqual`: above 1 is faster. Each slice of a case runs between two slices of the baseline in the same process (A-B-A), the
 * cases in random order; median and quartiles over the rounds. CPU time and ratios, because wall time on a shared machine says little.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { createVerifier, signBody, verifySignature } from "../../src/signature.ts";
import { type Delivery, type Peer, peers } from "./peers.ts";

type Run = () => boolean | Promise<boolean>;

const BASELINE: Peer = {
  name: "createHmac + timingSafeEqual",
  prepare:
    ({ body, header, secret }) =>
    () => {
      const digest = createHmac("sha256", secret).update(body).digest();
      return timingSafeEqual(digest, Buffer.from(header.slice("sha256=".length), "hex"));
    },
};

const OURS: Peer[] = [
  // The baseline against itself: how far from 1 noise alone gets.
  BASELINE,
  {
    name: "verifySignature",
    prepare:
      ({ body, header, secret }) =>
      () =>
        verifySignature(body, header, secret),
  },
  {
    name: "createVerifier().verifySignature",
    prepare: ({ body, header, secret }) => {
      const verifier = createVerifier(secret);
      return () => verifier.verifySignature(body, header);
    },
  },
  {
    name: "createVerifier().verdict",
    prepare: ({ body, header, secret }) => {
      const verifier = createVerifier(secret);
      return () => verifier.verdict(body, header).ok;
    },
  },
];

const SIZES = [306, 65536];
const SLICE_US = 40_000;

interface Row {
  name: string;
  bytes: number;
  cpuUs: number;
  ratio: number;
  quartiles: [number, number];
}

function delivery(bytes: number): Delivery {
  const start = '{"@event":"case_file.payment.confirmed","id":4711,"paidTo":"client","note":"';
  const text = `${start}${"x".repeat(bytes - start.length - 2)}"}`;
  const secret = "<WEBHOOK_SECRET>";
  // From bytes, as headers and bodies arrive: not one string that the engine knows already.
  return { body: Buffer.from(text), text, header: Buffer.from(signBody(text, secret)).toString("latin1"), secret };
}

/** CPU microseconds per call. Some peers answer with a promise, which is awaited. */
async function slice(run: Run, calls: number): Promise<number> {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) {
    const verdict = run();
    if (!(typeof verdict === "boolean" ? verdict : await verdict)) throw new Error("refused a right signature");
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

function quantile(values: number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] as number;
}

async function measure(cases: readonly Peer[], bytes: number, rounds: number): Promise<Row[]> {
  const given = delivery(bytes);
  const baseline = await BASELINE.prepare(given);
  const subjects = await Promise.all(
    cases.map(async (one) => ({
      name: one.name,
      run: await one.prepare(given),
      us: [] as number[],
      ratio: [] as number[],
    })),
  );
  const callsFor = async (run: Run) => {
    for (let warmup = 0; warmup < 10; warmup++) await slice(run, 1000);
    return Math.ceil(SLICE_US / (await slice(run, 1000)));
  };
  const baseCalls = Math.ceil((await callsFor(baseline)) / 2);
  const calls = new Map<string, number>();
  for (const { name, run } of subjects) calls.set(name, await callsFor(run));
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects.toSorted(() => Math.random() - 0.5)) {
      const before = await slice(baseline, baseCalls);
      const us = await slice(subject.run, calls.get(subject.name) as number);
      const after = await slice(baseline, baseCalls);
      subject.us.push(us);
      subject.ratio.push((before + after) / 2 / us);
    }
  }
  return subjects.map(({ name, us, ratio }) => ({
    name,
    bytes,
    cpuUs: quantile(us, 0.5),
    ratio: quantile(ratio, 0.5),
    quartiles: [quantile(ratio, 0.25), quantile(ratio, 0.75)],
  }));
}

const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "31" } } });
const others = await peers();
const rows: Row[] = [];
for (const bytes of SIZES) rows.push(...(await measure([...OURS, ...others.peers], bytes, Number(values.rounds))));
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown" };

if (values.json) console.log(JSON.stringify({ ...machine, baseline: BASELINE.name, rows }, null, 2));
else {
  console.log(`Node ${machine.node}, ${machine.cpu}. Speed against ${BASELINE.name}, above 1 is faster.\n`);
  console.log(`${"case".padEnd(36)}${"bytes".padStart(8)}${"CPU us".padStart(9)}${"speed".padStart(8)}  quartiles`);
  for (const { name, bytes, cpuUs, ratio, quartiles } of rows)
    console.log(
      `${name.padEnd(36)}${String(bytes).padStart(8)}${cpuUs.toFixed(2).padStart(9)}${ratio.toFixed(2).padStart(8)}  ${quartiles.map((one) => one.toFixed(2)).join(" .. ")}`,
    );
}
