/** Declares what runs until it is stopped: `sandbox` and `mock`. */

import type { Command } from "@commander-js/extra-typings";
import { CONTRACT } from "../contract.ts";
import { addNotes } from "../notes.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addServeCommands(program: Command): void {
  const sandbox = program
    .command("sandbox")
    .description("run the whole interface on this machine, with real signed deliveries")
    .option("--port <number>", "port; 0 takes any that is free", "4011")
    .option("--profile <name or file>", "default, strict or a JSON file with settings", "default")
    .option(...CONTRACT)
    .option("--set <key=value...>", "settings of the profile, for what the description leaves open")
    .option(
      "--forward <origin=local...>",
      "deliver for a registered origin to a local one: https://hooks.example.com=http://127.0.0.1:3000",
    )
    .option("--data <folder>", "keep everything in this folder; without it, in memory")
    .option("--virtual-clock", "time stands still until it is advanced")
    .option("--json", "print what it tells as one JSON document")
    .action(async (options) => (await import("../sandbox.ts")).runSandbox(options));
  addNotes(sandbox, {
    prints: "once it is ready, where everything is; then nothing until Ctrl-C.",
    exits: { 130: "stopped by Ctrl-C" },
    examples: [
      [
        "collections-contract sandbox --forward https://hooks.example.com=http://127.0.0.1:3000",
        "delivers to port 3000 what is registered for hooks.example.com",
      ],
      ["collections-contract sandbox --port 0 --json", "takes a free port, and prints where it is as JSON"],
    ],
  });

  const mock = program
    .command("mock")
    .description("answer with the examples of the document (Prism, which is installed beside this package)")
    .option("--port <number>", "port", "4010")
    .option(...CONTRACT)
    .action(async (options) => (await import("../mock.ts")).runMock(options));
  addNotes(mock, {
    prints: "what Prism tells about each request.",
    exits: { 130: "stopped by Ctrl-C" },
    examples: [["collections-contract mock --port 4010", "answers on http://127.0.0.1:4010"]],
  });
}
