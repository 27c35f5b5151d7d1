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
import { createRequire } from "node:module";
import { join } from "node:path";
import { createVerifier, signBody, verifySignature } from "../../src/signature/node.ts";
import { onDemand } from "../on-demand.ts";
import { compare, type Row } from "./measure.ts";
import { print, readOptions } from "./print.ts";
import { TARGETS } from "./targets.ts";

/** Libraries that people use for signed webhooks, installed on demand, not by `npm ci`. */
const PACKAGES = {
  "@octokit/webhooks-methods": "6.0.0",
  stripe: "23.1.0",
  standardwebhooks: "1.1.1",
  svix: "2.5.0",
};

type Delivery = { body: Buffer; text: string; header: string; secret: string };

/** `verifies` checks a delivery signed in the library's own scheme. The schemes differ, the work is the same. */
type Peer = {
  name: string;
  prepare(delivery: Delivery): Promise<() => boolean | Promise<boolean>> | (() => boolean | Promise<boolean>);
};

/** @returns the libraries, or why they could not be installed */
async function peers(): Promise<{ peers: Peer[]; skip: string }> {
  const { folder, skip } = await onDemand("bench-peers", PACKAGES);
  if (!folder) return { peers: [], skip };
  const load = (name: string) => import(createRequire(join(folder, "package.json")).resolve(name));
  // octokit has no `require` export.
  const octokit = await import(join(folder, "node_modules/@octokit/webhooks-methods/dist-node/index.js"));
  const { default: Stripe } = await load("stripe");
  const { Webhook: Standard } = await load("standardwebhooks");
  const { Webhook: Svix } = await load("svix");
  const key = Buffer.from("0123456789abcdef0123456789abcdef").toString("base64");
  const now = new Date();
  const standard = (name: string, Webhook: typeof Standard): Peer => ({
    name,
    prepare({ text }) {
      const webhook = new Webhook(key);
      const headers = {
        "webhook-id": "1",
        "webhook-timestamp": `${Math.floor(now.getTime() / 1000)}`,
        "webhook-signature": webhook.sign("1", now, text),
      };
      return () => {
        webhook.verify(text, headers);
        return true;
      };
    },
  });
  return {
    skip: "",
    peers: [
      {
        name: "@octokit/webhooks-methods verify",
        prepare:
          ({ text, header, secret }) =>
          () =>
            octokit.verify(secret, text, header),
      },
      {
        name: "stripe signature.verifyHeader",
        prepare({ text, secret }) {
          const { webhooks } = new Stripe("sk_test_placeholder");
          const header = webhooks.generateTestHeaderString({
            payload: text,
            secret,
            timestamp: Math.floor(now.getTime() / 1000),
          });
          return () => webhooks.signature.verifyHeader(text, header, secret, 3600);
        },
      },
      standard("standardwebhooks verify (+ parse)", Standard),
      standard("svix verify", Svix),
    ],
  };
}

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
