#!/usr/bin/env node

/** The command `collections-contract`: arguments in, exit code out. What a verb needs is loaded when it runs. */

import type { Command } from "@commander-js/extra-typings";
import { CommanderError, Command as PlainCommand } from "commander";
import { ExitCode, report } from "./cli/exit.ts";

// The typings are a package for development; the class is the same.
const TypedCommand = PlainCommand as unknown as typeof Command;

const program = new TypedCommand("collections-contract")
  .description("The contract of a collections service: a mock, a sandbox and checks.")
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

program
  .command("sandbox")
  .description("run the whole interface on this machine, with real signed deliveries")
  .option("--port <number>", "port; 0 takes any that is free", "4011")
  .option("--profile <name or file>", "default, strict or a JSON file with settings", "default")
  .option("--set <key=value...>", "settings of the profile, for what the description leaves open")
  .option(
    "--forward <origin=local...>",
    "deliver for a registered origin to a local one: https://hooks.example.com=http://127.0.0.1:3000",
  )
  .option("--data <folder>", "keep everything in this folder; without it, in memory")
  .option("--virtual-clock", "time stands still until it is advanced")
  .option("--json", "print what it tells as one JSON document")
  .action(async (options) => (await import("./cli/sandbox.ts")).runSandbox(options));

program
  .command("mock")
  .description("answer with the examples of the document (Prism)")
  .option("--port <number>", "port", "4010")
  .action(async (options) => (await import("./cli/mock.ts")).runMock(options));

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
  .action(async (options) => (await import("./cli/test-api.ts")).runTestApi(options));

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
  .action(async (options) => (await import("./cli/test-receiver.ts")).runTestReceiver(options));

try {
  await program.parseAsync();
} catch (error) {
  // Help and version end this way, too; commander has written whatever there is to say.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? ExitCode.holds : ExitCode.wrongUse;
  else process.exitCode = report(error);
}
