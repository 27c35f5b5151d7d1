/** `collections-contract test receiver`: judges a receiver of deliveries. */

import { type ReceiverDriver, testReceiver } from "../judge/index.ts";
import { wholeNumber, wrongUse } from "./command-error.ts";
import { readSecret, type SecretFlags } from "./secret.ts";
import { judge, printList, type TestFlags } from "./test-report.ts";

interface TestReceiverFlags extends TestFlags, SecretFlags {
  url?: string | undefined;
  ackWithin?: string | undefined;
}

/** Runs `test receiver` or its `--list`. @throws CommandError for wrong use */
export async function runTestReceiver(flags: TestReceiverFlags): Promise<void> {
  if (flags.list) return printList("receiver", flags);
  const { url, ackWithin } = flags;
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw wrongUse("Give --url, the http or https URL of the receiver.");
  const limit = ackWithin === undefined ? {} : { ackWithinMs: wholeNumber("--ack-within", ackWithin, 1, 600_000) };
  const secret = readSecret(flags);
  await judge<ReceiverDriver>("receiver", flags, (driver, options) =>
    testReceiver({ url, secret, driver }, { ...options, ...limit }),
  );
}
