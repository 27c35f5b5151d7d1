/** Declares the judge: `test api` and `test receiver`. */

import type { Command, OptionValues } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes, type CommandNotes } from "../notes.ts";
import { SECRET, SECRET_FILE } from "../options.ts";

const NOTES: Pick<CommandNotes, "prints" | "exits"> = {
  prints:
    "each finding once it is certain, then the report: failures, what was not observed, totals. --list: the checks.",
  exits: {
    0: "at least one demand was judged, and none failed beyond the baseline",
    1: "a demand failed that is not in the baseline",
    3: "not reachable, too little was observed, the budget was spent, or the driver over HTTP is broken",
  },
};
const DRIVER_TOKEN_FILE = [
  "--driver-token-file <file>",
  "file with the token of a driver over HTTP; default: DRIVER_TOKEN",
] as const;

/** Adds the commands; what they do is loaded when they run. */
export function addTestCommands(program: Command): void {
  const test = program.command("test").description("judge a service or a receiver by the contract");
  addApi(test);
  addReceiver(test);
}

/** Adds what both commands choose from. */
function addSelection<Arguments extends unknown[], Options extends OptionValues>(command: Command<Arguments, Options>) {
  return command
    .option(...DEPLOYMENT)
    .option("--only <id...>", "run only these checks: ids, beginnings of ids, groups or facts")
    .option("--skip <id...>", "leave these checks out, named in the same way")
    .option("--baseline <file>", "known failures: the run fails only for others")
    .option("--write-baseline <file>", "write the failures of this run, for --baseline of later runs")
    .option("--require-observed", "exit with 3 if any demand is not observed, whatever the reason")
    .option("--fail-fast", "end with the first finding that the baseline does not know")
    .option("--budget <seconds>", "how long the run may take; ends with 3 unless every demand was observed")
    .option("--list", "list the checks and do nothing else")
    .option("--report <kind=file...>", "json=FILE, junit=FILE or html=FILE")
    .option("--json", "print the report as JSON")
    .option("--json-lines", "print each verdict as a line of JSON once it is certain");
}

function addApi(test: Command): void {
  const api = test
    .command("api")
    .description("judge a service through its driver")
    .option("--driver <file>", "ES module whose default export is the driver, or the URL of a driver over HTTP")
    .option(...DRIVER_TOKEN_FILE)
    .option("--init [file]", "write a commented driver (contract-driver.mjs) and do nothing else");
  const judged = addSelection(api)
    .option("--seed <number>", "repeat the generated requests and random walks of an earlier run")
    .option("--walk <seconds>", "how long random walks take; 0: none (default: up to five walks, 8 s at most)")
    .action(async (options) => (await import("../test-api.ts")).runTestApi(options));
  addNotes(judged, {
    ...NOTES,
    examples: [
      ["test api --init", "writes contract-driver.mjs for you to fill in"],
      ["test api --driver contract-driver.mjs --report junit=report.xml", "judges the service"],
      [
        "test api --driver http://127.0.0.1:5000/test-support",
        "judges it through a driver in any language (spec/driver.yaml)",
      ],
    ],
  });
}

function addReceiver(test: Command): void {
  const receiver = test
    .command("receiver")
    .description("judge a receiver of webhook deliveries")
    .option("--url <url>", "where the receiver accepts deliveries")
    .option(
      "--driver <file>",
      "ES module whose default export reports what took effect, or the URL of a driver over HTTP",
    )
    .option(...DRIVER_TOKEN_FILE)
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option(
      "--ack-within <ms>",
      "your own limit for the 2xx, which then fails the run; without one, more than 2000 is advice",
    );
  const judged = addSelection(receiver)
    .option("--seed <number>", "shown in the report")
    .action(async (options) => (await import("../test-receiver.ts")).runTestReceiver(options));
  addNotes(judged, {
    ...NOTES,
    examples: [
      ["test receiver --url http://127.0.0.1:3000/hook --secret-file secret.txt", "judges the receiver by its answers"],
      [
        "test receiver --url http://127.0.0.1:3000/hook --driver driver.mjs",
        "also judges what took effect, with the secret in WEBHOOK_SECRET",
      ],
    ],
  });
}
