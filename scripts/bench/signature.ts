/**
 * How fast verification is, against the plain way to do it on Node.
 *
 *     npm run bench -- signature [--json] [--rounds N]
 *
 * Prints CPU time per call (all threads, microseconds) and the speed against the baseline, `createHmac` with a string
 * key and `timingSafeEqual`: above 1 is faster. Each slice of a case runs between two slices of the baseline in the
 * same process (A-B-A), the cases in random order; median and quartiles over the rounds. CPU time and ratios, because
 * wall time on a shared machine says little.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { createVerifier, signBody, verifySignature } from "../../src/signature/node.ts";
import { compare, type Row } from "./measure.ts";
import { type Delivery, type Peer, peers } from "./peers.ts";
import { print, readOptions } from "./print.ts";
import { TARGETS } from "./targets.ts";

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
  // The baseline against itself shows the noise.
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
      return () => verifier.verify(body, header).ok;
    },
  },
];

const SIZES = [306, 65536];
type SizedRow = Row & { bytes: number };

function delivery(bytes: number): Delivery {
  const start = '{"@event":"case_file.payment.confirmed","id":4711,"paidTo":"client","note":"';
  const text = `${start}${"x".repeat(bytes - start.length - 2)}"}`;
  const secret = "<WEBHOOK_SECRET>";
  // Made from bytes, as headers and bodies arrive, so that the engine has no cached string.
  return { body: Buffer.from(text), text, header: Buffer.from(signBody(text, secret)).toString("latin1"), secret };
}

async function measure(cases: readonly Peer[], bytes: number, rounds: number): Promise<SizedRow[]> {
  const given = delivery(bytes);
  const subjects = await Promise.all(cases.map(async ({ name, prepare }) => ({ name, run: await prepare(given) })));
  const rows = await compare(await BASELINE.prepare(given), subjects, rounds);
  return rows.map((row) => ({ ...row, bytes }));
}

const values = readOptions({ rounds: "31" });
const others = await peers();
const rows: SizedRow[] = [];
for (const bytes of SIZES) rows.push(...(await measure([...OURS, ...others.peers], bytes, Number(values.rounds))));

print(
  values.json,
  { baseline: BASELINE.name, rows },
  `CPU microseconds, and speed against ${BASELINE.name}: above 1 is faster.
Targets: ${TARGETS.verification.told}, ${TARGETS.largeVerification.told}.`,
  rows,
);
