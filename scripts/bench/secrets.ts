/**
 * What many secrets cost: a delivery is tried against each in turn (F-2.2-02).
 *
 *     npm run bench -- secrets [--json] [--rounds N]
 *
 * Prints CPU time per delivery of 306 bytes (microseconds) through `createReceiver`, with 1, 10, 100 and 1,000 secrets:
 * signed with the last of them, and signed with none of them. The baseline is one secret; the cost is how many times
 * its CPU time. Slices run in turn in one process (A-B-A), medians over the rounds.
 */

import { createReceiver, signBody } from "../../src/index.ts";
import { compare, type Run, type Subject } from "./measure.ts";
import { print, readOptions } from "./print.ts";

const COUNTS = [1, 10, 100, 1_000];
const EVENT = "case_file.payment.confirmed";
const start = `{"@event":"${EVENT}","id":4711,"paidTo":"client","note":"`;
const body = Buffer.from(`${start}${"x".repeat(306 - start.length - 2)}"}`);

/** Receives one delivery. `given` is how the secrets are given: a list, or the function that a watched file makes. */
function receiveOne(count: number, given: "list" | "function", genuine: boolean): Run {
  const list = Array.from({ length: count }, (_, i) => ({ label: `webhook-${i}`, secret: `<WEBHOOK_SECRET_${i}>` }));
  const secrets = Object.freeze(list);
  const receiver = createReceiver({
    secrets: given === "list" ? secrets : () => secrets,
    on: { [EVENT]: () => undefined },
    store: false,
    onProblem: () => undefined,
  });
  const signature = signBody(body, genuine ? `<WEBHOOK_SECRET_${count - 1}>` : "<another>");
  const headers = { "content-type": "application/json", "X-Service-Signature": signature };
  const wanted = genuine ? 204 : 401;
  return async () => {
    const request = new Request("http://receiver.invalid/", { method: "POST", headers, body });
    return (await receiver.fetch(request)).status === wanted;
  };
}

const values = readOptions({ rounds: "15" });
const subjects: Subject[] = COUNTS.flatMap((count) => [
  { name: `${count} secrets, the last one signed`, run: receiveOne(count, "list", true) },
  { name: `${count} secrets, of a function`, run: receiveOne(count, "function", true) },
  { name: `${count} secrets, forged`, run: receiveOne(count, "list", false) },
]);
const rows = await compare(receiveOne(1, "list", true), subjects, Number(values.rounds));

const costs = rows.map(({ name, cpuUs, ratio, quartiles }) => ({
  ...{ name, cpuUs, cost: 1 / ratio },
  quartiles: quartiles.map((one) => 1 / one).reverse(),
}));
print(values.json, { rows }, "CPU microseconds, and cost against one secret of a list.", costs);
