/** Declares the helpers: `explain`, `doctor` and `completion`. */

import type { Command } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes } from "../notes.ts";
import { Argument } from "../typed-commander.ts";

/** Adds the commands; what they do is loaded when they run. */
export function addHelpCommands(program: Command): void {
  addExplain(program);
  addDoctor(program);
  addCompletion(program);
}

function addExplain(program: Command): void {
  const explain = program
    .command("explain")
    .description("explain an error code, a stated fact, a gap or a check, and what to do about it")
    .argument("[code]", "such as signature_mismatch, F-6.3-05, U-12 or token.exchange; default: list all")
    .option(...DEPLOYMENT)
    .option("--json", "print it as JSON")
    .action(async (code, options) => (await import("../explain.ts")).runExplain(code, options));
  addNotes(explain, {
    prints: "the explanation, or one line per name.",
    exits: { 0: "explained" },
    examples: [
      ["explain signature_mismatch", "what the code means and what to do"],
      ["explain U-12", "what is not stated, what the tools do, and how to change it"],
      ["explain A-07 --deployment acme", "what a deployment states there"],
    ],
  });
}

function addDoctor(program: Command): void {
  const doctor = program
    .command("doctor")
    .description("check what is installed and what is missing, and what to do about it")
    .option("--json", "print the checks as JSON")
    .action(async (options) => (await import("../doctor.ts")).runDoctor(options));
  addNotes(doctor, {
    prints: "one line per check: pass, warn (something optional is missing) or fail.",
    exits: { 0: "nothing required is missing", 1: "a check failed" },
    examples: [["doctor", "checks Node, the documents, SQLite, Prism and everything else that is used"]],
  });
}

function addCompletion(program: Command): void {
  const completion = program
    .command("completion")
    .description("print a shell script that completes commands, options, choices and files")
    .addArgument(new Argument("<shell>", "the shell it is for").choices(["bash", "zsh", "fish"] as const))
    .action(async (shell) => (await import("../completion/index.ts")).runCompletion(shell, program));
  addNotes(completion, {
    prints: "the script.",
    exits: { 0: "printed" },
    examples: [
      [
        "source <(collections-contract completion bash)",
        "completes in this shell; add the line to ~/.bashrc to keep it",
      ],
      ["completion zsh > ~/.zfunc/_collections-contract", "for a folder in the fpath of zsh"],
      ["completion fish > ~/.config/fish/completions/collections-contract.fish", "for fish"],
    ],
  });
}
