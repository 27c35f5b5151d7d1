/** `collections-contract test api`: judges a service through its driver. */

import { existsSync } from "node:fs";
import { type ServiceDriver, testService } from "../judge/index.ts";
import { CommandError, wholeNumber, wrongUse } from "./command-error.ts";
import { loadDeployment } from "./deployment-option.ts";
import { DRIVER_TEMPLATE } from "./driver-template.ts";
import { LONGEST_S } from "./test-baseline.ts";
import { judge, printList, type TestFlags } from "./test-report.ts";
import { NEVER, writeWhole } from "./writable.ts";

interface TestApiFlags extends TestFlags {
  init?: string | true | undefined;
  walk?: string | undefined;
}

/** Runs `test api`, its `--init` or its `--list`. @throws CommandError for wrong use */
export async function runTestApi(flags: TestApiFlags): Promise<void> {
  if (flags.init) return init(flags.init === true ? "contract-driver.mjs" : flags.init);
  if (flags.list) return printList("api", flags, (await loadDeployment(flags.deployment)).deployment);
  if (!flags.driver) throw wrongUse("Give --driver FILE or --driver URL, or write a first driver with --init.");
  const walk = flags.walk === undefined ? {} : { walkMs: 1000 * wholeNumber("--walk", flags.walk, 0, LONGEST_S) };
  await judge<ServiceDriver>("api", flags, (driver, options) =>
    testService(driver as NonNullable<typeof driver>, { ...options, ...walk }),
  );
}

function init(file: string): void {
  if (existsSync(file)) throw new CommandError("file_unwritable", `${file} exists already; --init never overwrites.`);
  writeWhole(file, DRIVER_TEMPLATE, { what: "driver", isOwn: NEVER });
  process.stdout.write(`${file} is written. Fill it in, then: collections-contract test api --driver ${file}\n`);
}
