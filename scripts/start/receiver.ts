import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createReceiver, type VerifiedEvent } from "../../src/index.ts";

export type DemoReceiver = {
  url: string;
  /** Secrets of the webhooks that post here. */
  secrets: string[];
  /** Resolves with the next payment whose signature held. */
  next(): Promise<VerifiedEvent>;
  stop(): Promise<void>;
};

/** A receiver of payments, as an integrator would write it. */
export async function startReceiver(): Promise<DemoReceiver> {
  const secrets: string[] = [];
  const waiting: ((event: VerifiedEvent) => void)[] = [];
  const receiver = createReceiver({
    secrets: () => secrets,
    on: { "case_file.payment.confirmed": (event) => waiting.shift()?.(event as unknown as VerifiedEvent) },
    onProblem: () => undefined,
  });
  const server = createServer(receiver.node);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
