/** Declares the commands for contracts: `diff` and `overlay apply`. */

import type { Command } from "@commander-js/extra-typings";
import { addNotes } from "../notes.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addContractCommands(program: Command): void {
  addDiff(program);
  addOverlay(program);
}

function addDiff(program: Command): void {
  const diff = program
    .command("diff")
    .description("show what changed between two contracts, and whom it breaks")
    .argument(
      "<old>",
      "an OpenAPI or AsyncAPI document, or a folder with both; REVISION:PATH in git; - for standard input",
    )
    .argument("<new>", "the same, after the change")
    .option("--json", "print the changes as JSON")
    .option(
      "--format <form>",
      "text, markdown for a pull request, junit, or annotations of GitHub Actions (default: text)",
    )
    .option("--accept <file>", "known changes: a list called accept of kind, where, reason and until (YYYY-MM-DD)")
    .option(
      "--severity <kind=verdict>",
      "the verdict of a kind of change: breaking, unclassified or not-breaking; repeatable",
      (one: string, all: string[] = []) => [...all, one],
    )
    .option("--no-extensions", "leave out extensions for which there is no rule")
    .action(async (old, fresh, options) => (await import("../diff.ts")).runDiff(old, fresh, options));
  addNotes(diff, {
    prints: "the changes, worst first, each with whom it breaks; then the version step that they require.",
    exits: {
      0: "no change breaks anyone, apart from accepted ones",
      1: "a change breaks someone, no rule can decide whether it does, or an acceptance expired or is not needed",
    },
    examples: [
      ["diff contract-1.0/ contract-1.1/", "compares both documents of two folders"],
      ["diff old.yaml new.json --json", "compares two documents, for a program"],
      [
        "diff main:openapi.yaml openapi.yaml --accept known.yaml",
        "compares with a branch of git, and accepts what known.yaml lists",
      ],
    ],
  });
}

function addOverlay(program: Command): void {
  const overlay = program.command("overlay").description("add the facts of one deployment to the contract");
  const apply = overlay
    .command("apply")
    .description("write the contract folder of a deployment from its facts and overlays")
    .argument(
      "<template...>",
      "facts (<what>.deployment.yaml) and overlays (<what>.openapi.yaml, <what>.asyncapi.yaml), in this order",
    )
    .requiredOption("--out <folder>", "the contract folder; an existing one is replaced")
    .option("--json", "print out, files, closed, open, halves, settings, restated and dropped as JSON")
    .action(async (templates, options) => (await import("../overlay.ts")).runOverlayApply(templates, options));
  addNotes(apply, {
    prints:
      "the files, the closed gaps, the settings that are now stated, where the overlays differ from the interface " +
      "description, what only the replaced folder stated, and what to run next.",
    exits: { 0: "the folder is written" },
    examples: [
      ["overlay apply acme.deployment.yaml --out acme", "writes the folder acme from a file of facts"],
      [
        "overlay apply acme.openapi.yaml acme.asyncapi.yaml --out acme",
        "applies two overlays and writes the folder acme",
      ],
      ["overlay apply acme.openapi.yaml --out acme --json", "prints what it closed, for a program"],
    ],
  });
}
