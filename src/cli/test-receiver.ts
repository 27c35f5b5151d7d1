/** `collections-contract test receiver`: contract-tests a receiver of deliveries. */

import { readFile } from "node:fs/promises";
import { type ReceiverDriver, testReceiver } from "../contract/index.ts";
import {
  interruptible,
  loadDriver,
  printList,
  progressLine,
  publish,
  seedOf,
  type TestFlags,
  targetsOf,
  wrongUse,
} from "./test-report.ts";

export interface TestReceiverFlags extends TestFlags {
  url?: string | undefined;
  driver?: string | undefined;
  secretFile?: string | undefined;
  secret?: string | undefined;
  ackWithin?: string | undefined;
}

export async function runTestReceiver(flags: TestReceiverFlags): Promise<void> {
  if (flags.list) return printList("receiver", flags);
  const { url } = flags;
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw wrongUse("Give --url with the http or https URL of the receiver.");
  const ackWithinMs = flags.ackWithin === undefined ? undefined : Number(flags.ackWithin);
  if (ackWithinMs !== undefined && !(ackWithinMs > 0 && ackWithinMs <= 600_000))
    throw wrongUse("--ack-within takes milliseconds, more than 0 and at most 600000.");
  const seed = seedOf(flags.seed);
  const targets = targetsOf(flags.report);
  const secret = await secretOf(flags);
  const driver = flags.driver === undefined ? undefined : ((await loadDriver(flags.driver)) as ReceiverDriver);
  const { show, clear } = progressLine();
  const report = await testReceiver(
    { url, secret, driver },
    {
      ...(flags.only && { only: flags.only }),
      ...(seed !== undefined && { seed }),
      ...(ackWithinMs !== undefined && { ackWithinMs }),
      onProgress: show,
      signal: interruptible(),
    },
  );
  clear();
  await publish(report, flags, targets);
  process.stdout.write("", () => process.exit());
}

/** A file, the environment, or an option for tests. Only the newline at the end of a file is not part of the secret. */
async function secretOf({ secretFile, secret }: TestReceiverFlags): Promise<string> {
  if (secretFile !== undefined) {
    try {
      return (await readFile(secretFile, "utf8")).replace(/\r?\n$/, "");
    } catch (error) {
      throw wrongUse(`The file of --secret-file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  const found = secret ?? process.env["WEBHOOK_SECRET"];
  if (!found)
    throw wrongUse("Give the secret of the webhook: --secret-file FILE, or WEBHOOK_SECRET in the environment.");
  return found;
}
