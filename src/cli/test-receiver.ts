/** `collections-contract test receiver`: judges a receiver of deliveries. */

import { type ReceiverDriver, testReceiver } from "../judge/index.ts";
import { wholeNumber, wrongUse } from "./command-error.ts";
import { deploymentOf } from "./deployment-option.ts";
import { type SecretFlags, secretOf } from "./secret.ts";
import { chosenOf } from "./test-baseline.ts";
import { driverOf } from "./test-driver.ts";
import { interruptible, printList, publish, seedOf, type TestFlags, targetsOf, teller } from "./test-report.ts";

interface TestReceiverFlags extends TestFlags, SecretFlags {
  url?: string | undefined;
  ackWithin?: string | undefined;
}

export async function runTestReceiver(flags: TestReceiverFlags): Promise<void> {
  if (flags.list) return printList("receiver", flags);
  const { url } = flags;
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw wrongUse("Give --url, the http or https URL of the receiver.");
  const ackWithinMs =
    flags.ackWithin === undefined ? undefined : wholeNumber("--ack-within", flags.ackWithin, 1, 600_000);
  const seed = seedOf(flags.seed);
  const chosen = chosenOf(flags);
  const targets = targetsOf(flags);
  const secret = secretOf(flags);
  const driver =
    flags.driver === undefined ? undefined : await driverOf<ReceiverDriver>(flags.driver, flags, "receiver");
  const stated = await deploymentOf(flags.deployment);
  const { show, clear } = teller(flags);
  const report = await testReceiver(
    { url, secret, driver },
    {
      ...stated,
      ...chosen,
      ...(seed !== undefined && { seed }),
      ...(ackWithinMs !== undefined && { ackWithinMs }),
      onProgress: show,
      signal: interruptible(),
    },
  );
  clear();
  await publish(report, flags, targets);
  process.stdout.write("", (lost) => lost || process.exit());
}
