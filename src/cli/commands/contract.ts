/** Declares what works on contracts themselves: `diff` and `overlay apply`. */

import type { Command } from "@commander-js/extra-typings";
import { addNotes } from "../notes.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addContractCommands(program: Command): void {
  const diff = program
    .command("diff")
    .description("say what changed between two contracts, and whether it breaks anyone")
    .argument("<old>", "an OpenAPI or AsyncAPI document, or a folder with both")
    .argument("<new>", "the same, as it is to become")
    .option("--json", "print the changes as JSON")
    .action(async (old, fresh, options) => (await import("../diff.ts")).runDiff(old, fresh, options));
  const overlay = program.command("overlay").description("put the facts of one deployment into the contract");
  const apply = overlay
    .command("apply")
    .description("make the contract folder of a deployment from templates that are filled in")
    .argument("<template...>", "overlays named <what>.openapi.yaml or <what>.asyncapi.yaml, applied in this order")
    .requiredOption("--out <folder>", "the contract folder; one that is there is replaced")
    .option("--json", "print out, files, closed, open, settings and restated as JSON")
    .action(async (templates, options) => (await import("../overlay.ts")).runOverlayApply(templates, options));
  addNotes(apply, {
    prints:
      "the files, the gaps that are closed, the settings that are stated now, what the overlays say otherwise than the interface description, " +
      "and what to run next.",
    exits: { 0: "the folder is written" },
    examples: [
      [
        "collections-contract overlay apply acme.openapi.yaml acme.asyncapi.yaml --out acme",
        "applies two overlays and writes the folder acme",
      ],
      ["collections-contract overlay apply acme.openapi.yaml --out acme --json", "tells a program what it closed"],
    ],
  });
  addNotes(diff, {
    prints: "the changes, the worst first, each with whom it breaks; then the step of the version that they ask for.",
    exits: { 0: "nothing breaks anyone", 1: "something breaks someone, or no rule can decide whether it does" },
    examples: [
      ["collections-contract diff contract-1.0/ contract-1.1/", "compares both documents of two folders"],
      ["collections-contract diff old.yaml new.json --json", "compares two documents, for a program to read"],
    ],
  });
}
