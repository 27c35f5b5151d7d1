/** Declares the judge: `test api` and `test receiver`. */

import type { Command } from "@commander-js/extra-typings";

/** Adds the commands; what they do is loaded when they run. */
export function addTestCommands(program: Command): void {
  const test = program.command("test").description("judge an implementation or a receiver by the contract");

  test
    .command("api")
    .description("contract-test an implementation through its driver")
    .option("--driver <file>", "ES module whose default export is the driver")
    .option("--init [file]", "write a driver with comments (contract-driver.mjs), and do nothing else")
    .option("--only <id...>", "checks, beginnings of their ids, groups or facts")
    .option("--list", "list the checks, and do nothing else")
    .option("--seed <number>", "the same generated requests as in an earlier run")
    .option("--report <kind=file...>", "json=FILE, junit=FILE or html=FILE")
    .option("--json", "print the report as JSON")
    .action(async (options) => (await import("../test-api.ts")).runTestApi(options));

  test
    .command("receiver")
    .description("contract-test a receiver of webhook deliveries")
    .option("--url <url>", "where the receiver takes deliveries")
    .option("--driver <file>", "ES module whose default export tells what took effect")
    .option("--secret-file <file>", "file with the secret of the webhook; else WEBHOOK_SECRET")
    .option("--secret <secret>", "the secret itself; for tests, because others on the machine can read it")
    .option("--ack-within <ms>", "how quickly the 2xx has to come (an assumption)", "2000")
    .option("--only <id...>", "checks, beginnings of their ids, groups or facts")
    .option("--list", "list the checks, and do nothing else")
    .option("--seed <number>", "told in the report")
    .option("--report <kind=file...>", "json=FILE, junit=FILE or html=FILE")
    .option("--json", "print the report as JSON")
    .action(async (options) => (await import("../test-receiver.ts")).runTestReceiver(options));
}
