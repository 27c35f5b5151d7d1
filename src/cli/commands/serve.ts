/** Declares what runs until it is stopped: `sandbox` and `mock`. */

import type { Command, OptionValues } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes, STOPPED } from "../notes.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addServeCommands(program: Command): void {
  addSandbox(program);
  addMock(program);
}

function addSandbox(program: Command): void {
  const sandbox = addForwards(
    program
      .command("sandbox")
      .description("run the whole service on this machine, with real signed deliveries")
      .option("--port <number>", "port; 0 takes any free one", "4011")
      .option("--profile <name or file>", "default, strict or a JSON file with settings", "default")
      .option(...DEPLOYMENT)
      .option("--set <key=value...>", "settings of the profile, for what the description leaves open"),
  )
    .option(
      "--host <address>",
      "address to listen on; unless it and the public URL are this machine, a token protects console and control",
      "127.0.0.1",
    )
    .option("--public-url <url>", "origin under which others reach it, used as both base URLs: http://sandbox:4011")
    .option(
      "--token-file <file>",
      "file with the token for console and control; default: SANDBOX_TOKEN, else a random one",
    )
    .option("--data <folder>", "keep everything in this folder; default: in memory")
    .option("--virtual-clock", "stop the clock until it is advanced")
    .option("--quiet", "do not print a line for each request and delivery")
    .option("--json", "print addresses as one line of JSON, then one line for each request and delivery")
    .action(async (options) => (await import("../sandbox.ts")).runSandbox(options));
  addNotes(sandbox, {
    prints: "the addresses once it is ready, then one line for each request and each delivery attempt.",
    exits: STOPPED,
    examples: [
      [
        "sandbox --forward https://hooks.example.com=http://127.0.0.1:3000",
        "delivers to port 3000 what is registered for hooks.example.com",
      ],
      ["sandbox --port 0 --json", "takes a free port and prints JSON, one object per line"],
      [
        "sandbox --host 0.0.0.0 --public-url http://sandbox:4011 --allow-forward receiver",
        "serves a compose network and lets forwards lead to the host receiver",
      ],
    ],
  });
}

/** Adds the options of forwards. */
function addForwards<Arguments extends unknown[], Options extends OptionValues>(command: Command<Arguments, Options>) {
  return command
    .option(
      "--forward <origin=local...>",
      "send deliveries for one origin to a local one: https://hooks.example.com=http://127.0.0.1:3000",
    )
    .option(
      "--allow-forward <host...>",
      "also allow forwards to these hosts, such as receiver; default: only this machine",
    )
    .option(
      "--forward-host <host>",
      "Host that forwards are told: registered, forward (their own) or another; default: registered",
    )
    .option("--forward-ca <file>", "certificates in PEM that forwards to https may have besides those of the system")
    .option("--forward-insecure", "accept any certificate of forwards to https");
}

function addMock(program: Command): void {
  const mock = program
    .command("mock")
    .description("answer with the examples of the document; needs Prism, installed beside this package")
    .option("--port <number>", "port", "4010")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option(...DEPLOYMENT)
    .action(async (options) => (await import("../mock.ts")).runMock(options));
  addNotes(mock, {
    prints: "what Prism prints about each request.",
    exits: STOPPED,
    examples: [["mock --port 4010", "answers on http://127.0.0.1:4010"]],
  });
}
