/** Declares the judge: `test api` and `test receiver`. */

import type { Command } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes, type CommandNotes } from "../notes.ts";
import { SECRET, SECRET_FILE } from "../options.ts";

const EXITS: CommandNotes["exits"] = {
  0: "no demand failed but those of the baseline, and at least one was judged",
  1: "a demand failed that is not in the baseline",
  3: "not reachable, too little was observed, or the driver over HTTP is broken",
};

const DRIVER_TOKEN_FILE = [
  "--driver-token-file <file>",
  "file with the token of a driver over HTTP; else DRIVER_TOKEN is taken",
] as const;
const ONLY = ["--only <id...>", "checks, beginnings of their ids, groups or facts"] as const;
const SKIP = ["--skip <id...>", "leave these out, named in the same way"] as const;
const BASELINE = ["--baseline <file>", "failures that are known: the run fails only for others"] as const;
const REQUIRE = ["--require-observed", "end with 3 if any demand is not observed, whatever the reason"] as const;
const WRITE_BASELINE = ["--write-baseline <file>", "write what failed, for --baseline of later runs"] as const;

/** Adds the commands; what they do is loaded when they run. */
export function addTestCommands(program: Command): void {
  const test = program.command("test").description("judge an implementation or a receiver by the contract");

  const api = test
    .command("api")
    .description("contract-test an implementation through its driver")
    .option("--driver <file>", "ES module whose default export is the driver, or the URL of a driver over HTTP")
    .option(...DRIVER_TOKEN_FILE)
    .option("--init [file]", "write a driver with comments (contract-driver.mjs), and do nothing else")
    .option(...DEPLOYMENT)
    .option(...ONLY)
    .option(...SKIP)
    .option(...BASELINE)
    .option(...WRITE_BASELINE)
    .option(...REQUIRE)
    .option("--list", "list the checks, and do nothing else")
    .option("--seed <number>", "the same generated requests and random walks as in an earlier run")
    .option("--walk <seconds>", "how long random walks go on; 0 = none (five walks, 8 s at most)")
    .option("--report <kind=file...>", "json=FILE, junit=FILE or html=FILE")
    .option("--json", "print the report as JSON")
    .action(async (options) => (await import("../test-api.ts")).runTestApi(options));
  addNotes(api, {
    prints: "the report: findings first, then what was not observed, then the sum; with --list the checks.",
    exits: EXITS,
    examples: [
      ["collections-contract test api --init", "writes contract-driver.mjs, to be filled in"],
      ["collections-contract test api --driver contract-driver.mjs --report junit=report.xml", "judges the service"],
      [
        "collections-contract test api --driver http://127.0.0.1:5000/test-support",
        "judges it through a driver in any language (spec/driver.yaml)",
      ],
    ],
  });

  const receiver = test
    .command("receiver")
    .description("contract-test a receiver of webhook deliveries")
    .option("--url <url>", "where the receiver takes deliveries")
    .option("--driver <file>", "ES module whose default export tells what took effect, or the URL of one over HTTP")
    .option(...DRIVER_TOKEN_FILE)
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option("--ack-within <ms>", "how quickly the 2xx has to come (an assumption)", "2000")
    .option(...DEPLOYMENT)
    .option(...ONLY)
    .option(...SKIP)
    .option(...BASELINE)
    .option(...WRITE_BASELINE)
    .option(...REQUIRE)
    .option("--list", "list the checks, and do nothing else")
    .option("--seed <number>", "told in the report")
    .option("--report <kind=file...>", "json=FILE, junit=FILE or html=FILE")
    .option("--json", "print the report as JSON")
    .action(async (options) => (await import("../test-receiver.ts")).runTestReceiver(options));
  addNotes(receiver, {
    prints: "the report: findings first, then what was not observed, then the sum; with --list the checks.",
    exits: EXITS,
    examples: [
      [
        "collections-contract test receiver --url http://127.0.0.1:3000/hook --secret-file secret.txt",
        "judges the receiver by what it answers",
      ],
      [
        "collections-contract test receiver --url http://127.0.0.1:3000/hook --driver driver.mjs",
        "judges what took effect as well, with the secret in WEBHOOK_SECRET",
      ],
    ],
  });
}
