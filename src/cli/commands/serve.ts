/** Declares what runs until it is stopped: `sandbox` and `mock`. */

import type { Command } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes } from "../notes.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addServeCommands(program: Command): void {
  const sandbox = program
    .command("sandbox")
    .description("run the whole interface on this machine, with real signed deliveries")
    .option("--port <number>", "port; 0 takes any that is free", "4011")
    .option("--profile <name or file>", "default, strict or a JSON file with settings", "default")
    .option(...DEPLOYMENT)
    .option("--set <key=value...>", "settings of the profile, for what the description leaves open")
    .option(
      "--forward <origin=local...>",
      "deliver for a registered origin to a local one: https://hooks.example.com=http://127.0.0.1:3000",
    )
    .option("--allow-forward <host...>", "let forwards lead to these hosts, beside this machine: receiver")
    .option(
      "--host <address>",
      "address to listen at; with another than this machine a token guards console and control",
      "127.0.0.1",
    )
    .option("--public-url <url>", "origin under which others reach it, as both base URLs: http://sandbox:4011")
    .option(
      "--token-file <file>",
      "file with the token that opens console and control; else SANDBOX_TOKEN, else a random one",
    )
    .option("--data <folder>", "keep everything in this folder; without it, in memory")
    .option("--virtual-clock", "time stands still until it is advanced")
    .option("--quiet", "print no line for each request and delivery")
    .option("--json", "print where everything is as one line of JSON, then one line for each request and delivery")
    .action(async (options) => (await import("../sandbox.ts")).runSandbox(options));
  addNotes(sandbox, {
    prints: "once it is ready, where everything is; then a line for each request and each attempt to deliver.",
    exits: { 130: "stopped by Ctrl-C" },
    examples: [
      [
        "collections-contract sandbox --forward https://hooks.example.com=http://127.0.0.1:3000",
        "delivers to port 3000 what is registered for hooks.example.com",
      ],
      ["collections-contract sandbox --port 0 --json", "takes a free port, and prints JSON, one object a line"],
      [
        "collections-contract sandbox --host 0.0.0.0 --public-url http://sandbox:4011 --allow-forward receiver",
        "serves a compose network, and lets forwards lead to the host receiver",
      ],
    ],
  });

  const mock = program
    .command("mock")
    .description("answer with the examples of the document (Prism, which is installed beside this package)")
    .option("--port <number>", "port", "4010")
    .option("--host <address>", "address to listen at", "127.0.0.1")
    .option(...DEPLOYMENT)
    .action(async (options) => (await import("../mock.ts")).runMock(options));
  addNotes(mock, {
    prints: "what Prism tells about each request.",
    exits: { 130: "stopped by Ctrl-C" },
    examples: [["collections-contract mock --port 4010", "answers on http://127.0.0.1:4010"]],
  });
}
