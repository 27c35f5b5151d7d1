/**
 * A receiver with an inbox, in a process that a proof kills. `node inbox-child.ts KIND PLACE [broken]`: KIND `sqlite`
 * with a file, or
 * `postgres` with a port. `broken` is the control, which answers before it has stored and records effects outside of the transaction.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryInbox } from "../../../src/receive/inbox.ts";
import { createReceiver } from "../../../src/receive/index.ts";
import { SECRET } from "../../support/receiver.ts";
import { openPlace } from "./inbox-place.ts";

const [kind, place, broken] = process.argv.slice(2) as ["sqlite" | "postgres", string, string?];
const { inbox, effect, effectAlone } = await openPlace(kind, place);

await inbox.work(
  {
    "case_file.payment.confirmed": async ({ payload }, { complete }) => {
      if (!broken) return complete(effect(payload.id));
      await effectAlone(payload.id);
      // The effect stands, and the row is not done yet.
      await sleep(20);
    },
  },
  { leaseMs: 1_000, backoffMinMs: 10, backoffMaxMs: 100 },
);
const receiver = createReceiver({
  secrets: SECRET,
  inbox: broken ? hasty(inbox) : inbox,
  onProblem: () => undefined,
});
const server = createServer(receiver.node).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once("SIGTERM", async () => {
  server.close();
  server.closeIdleConnections();
  await inbox.close();
  process.exit(0);
});

/** What people write first: an answer, and then the work. */
function hasty(inbox: DeliveryInbox): DeliveryInbox {
  return {
    bigint: false,
    async accept(delivery) {
      void sleep(10).then(() => inbox.accept(delivery));
      return "stored";
    },
  };
}
