import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openInbox, type StoredEvent } from "../../src/inbox/index.ts";
import { createReceiver, type ReceivedPaymentSnapshot } from "../../src/index.ts";
import { listen } from "../listen.ts";

type Payment = StoredEvent<ReceivedPaymentSnapshot>;

export type DemoReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** A receiver of payments with a durable inbox, as an integrator would write it. */
export async function startReceiver() {
  const secrets: string[] = [];
  const waiting: ((event: Payment) => void)[] = [];
  const folder = await mkdtemp(join(tmpdir(), "payments-"));
  const inbox = await openInbox({ file: join(folder, "payments.db") });
  await inbox.work({ "case_file.payment.confirmed": (event) => waiting.shift()?.(event) });
  const receiver = createReceiver({ secrets: () => secrets, inbox, onProblem: () => undefined });
  const { url, stop } = await listen(receiver.node);
  return {
    url,
    /** Of the webhooks that post here. */
    secrets,
    /** Resolves with the next payment whose signature held and that was stored. */
    next: () => new Promise<Payment>((resolve) => waiting.push(resolve)),
    async stop() {
      await stop();
      await inbox.close();
      await rm(folder, { recursive: true });
    },
  };
}
