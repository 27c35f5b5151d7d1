/** Declares `generate`. */

import type { Command } from "@commander-js/extra-typings";
import { LANGUAGES } from "../../languages/languages.ts";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes } from "../notes.ts";
import { Option } from "../typed-commander.ts";

/** Adds the command; what it does is loaded when it runs. */
export function addGenerateCommands(program: Command): void {
  const language = new Option("--language <name>", "language of the package").makeOptionMandatory();
  // For help and completion. Any other name is refused with its own error code.
  language.argChoices = Object.keys(LANGUAGES);
  const generate = program
    .command("generate")
    .description("write a package for another language: models, signatures, a receiver, a client, vectors and tests")
    .addOption(language)
    .requiredOption("--out <folder>", "where to write it: an empty folder, or one that does not exist yet")
    .option("--force", "write into a folder that is not empty; edited files are kept as NAME.edited")
    .option("--check", "write nothing; list the files that are old, edited or missing")
    .option(
      "--package <name>",
      "what the language calls a package: Go (payments), Java (com.acme.payments), PHP (a namespace, " +
        "Acme\\Payments), Python, Ruby and Rust (acme_payments), TypeScript (@acme/payments)",
    )
    .option("--group <name>", "Maven group: Java")
    .option("--module <path>", "module path: Go")
    .option(...DEPLOYMENT)
    .option("--json", "print language, out, files, needs and next as JSON")
    .action(async (options) => (await import("../generate.ts")).runGenerate(options));
  addNotes(generate, {
    prints: "the files that were written, and the commands to run next.",
    exits: { 0: "everything is written; with --check: it is current", 1: "with --check: some files differ" },
    examples: [
      ["generate --language python --out payments-python", "writes a package for Python"],
      [
        "generate --language go --out payments-go --deployment acme",
        "writes a package for Go, with the names, the header and the payloads of a deployment",
      ],
    ],
  });
}
