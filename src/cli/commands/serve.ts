/** Declares what runs until it is stopped: `sandbox` and `mock`. */

import type { Command } from "@commander-js/extra-typings";

/** Adds the commands; what they do is loaded when they run. */
export function addServeCommands(program: Command): void {
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
    .action(async (options) => (await import("../sandbox.ts")).runSandbox(options));

  program
    .command("mock")
    .description("answer with the examples of the document (Prism)")
    .option("--port <number>", "port", "4010")
    .action(async (options) => (await import("../mock.ts")).runMock(options));
}
