/**
 * What the receiver costs, against the bare limit: `createHmac` with a string key and `timingSafeEqual`.
 *
 *     npm run bench -- receiver [--json] [--rounds N]
 *
 * Prints four tables: from bytes to a valid event at 306 B, requests over node:http by CPU time of the server, the
 * import of the main entry, and the size of the edge bundles.
 */

import { join } from "node:path";
import { readDelivery } from "../../src/receive/delivery.ts";
import { createVerifier } from "../../src/signature/node.ts";
import { bareVerify, delivery, SECRET } from "./delivery.ts";
import { compare, type Row } from "./measure.ts";
import { print, readOptions } from "./print.ts";
import { bundles, importCost } from "./receiver-cost.ts";
import { compareServers } from "./servers.ts";
import { TARGETS } from "./targets.ts";

/** Over node:http, in a process of its own. */
const SERVERS = [
  { name: "node:http + createHmac, against itself", kind: "bare" },
  { name: "receiver", kind: "receiver" },
  { name: "receiver, handler is async", kind: "async handler" },
  { name: "receiver without a store", kind: "no store" },
  { name: "receiver, always the same delivery", kind: "receiver", always: true },
] as const;

async function pipeline(rounds: number): Promise<Row[]> {
  const deliveries = Array.from({ length: 256 }, (_, id) => delivery(1_000_000 + id));
  const verifier = createVerifier(SECRET);
  let at = 0;
  const next = () => deliveries[at++ % deliveries.length] as (typeof deliveries)[0];
  const limit = () => {
    const { body, header } = next();
    return bareVerify(body, header);
  };
  const whole = () => {
    const { body, header } = next();
    return verifier.verify(body, header).ok && readDelivery(body).ok;
  };
  const read = () => readDelivery(next().body).ok;
  return compare(
    limit,
    [
      { name: "the limit against itself", run: limit },
      { name: "verify, decode, parse, validate", run: whole },
      { name: "decode, parse, validate", run: read },
    ],
    rounds,
  );
}

const values = readOptions({ rounds: "31" });
const rounds = Number(values.rounds);
const result = {
  pipeline: await pipeline(rounds),
  http: await compareServers(SERVERS, { program: join(import.meta.dirname, "receiver-server.ts"), rounds }),
  import: await importCost(rounds),
  bundles: await bundles(),
};

const named = <T extends { name: string }>(rows: T[], name: string) => rows.find((row) => row.name === name) as T;
const isMet = {
  pipeline: named(result.pipeline, "verify, decode, parse, validate").ratio >= TARGETS.pipeline.value,
  http: named(result.http, "receiver").ratio >= TARGETS.http.value,
  async: named(result.http, "receiver, handler is async").ratio >= TARGETS.http.value,
  import: named(result.import, "main entry").wallMs <= TARGETS.importMs.value,
  verify: named(result.bundles, "edge verify").gzipped <= TARGETS.verifyBytes.value,
  receiver: named(result.bundles, "edge receiver").gzipped <= TARGETS.receiverBytes.value,
};

const about = `Speed against the limit, above 1 is faster. Tables: from bytes to an event at 306 B, target
${TARGETS.pipeline.value}; over node:http, CPU of the server per request, target ${TARGETS.http.value}; import beyond
an empty process, target ${TARGETS.importMs.value} ms for the main entry;
bundles, targets ${TARGETS.verifyBytes.value} and ${TARGETS.receiverBytes.value} bytes gzipped.`;
const met = Object.entries(isMet).map(([target, is]) => ({ target, met: is ? "yes" : "NO" }));
const { pipeline: steps, http, import: imports, bundles: sizes } = result;
print(values.json, { ...result, targets: TARGETS, met: isMet }, about, steps, http, imports, sizes, met);
