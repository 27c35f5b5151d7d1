/** Declares what works on one delivery by hand: `sign`, `verify` and `send`. */

import type { Command } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes } from "../notes.ts";
import { BODY_FILE, SECRET, SECRET_FILE } from "../options.ts";

const repeated = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds the commands; what they do is loaded when they run. */
export function addSignatureCommands(program: Command): void {
  const sign = program
    .command("sign")
    .description("print the value of the signature header for the exact bytes of a body")
    .argument(...BODY_FILE)
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option("--json", "print header, value and the number of bytes as JSON")
    .action(async (file, options) => (await import("../sign.ts")).runSign(file, options));
  addNotes(sign, {
    prints: "the value, sha256= and 64 hexadecimal digits, as one line.",
    exits: { 0: "signed" },
    examples: [
      [
        "collections-contract sign payment.json --secret-file secret.txt",
        "signs the file, its last line break included",
      ],
      ["printf '%s' \"$BODY\" | collections-contract sign", "signs what comes in, with the secret in WEBHOOK_SECRET"],
    ],
  });

  const verify = program
    .command("verify")
    .description("say whether a signature holds over the exact bytes of a body, and if not, why")
    .argument(...BODY_FILE)
    .option("--signature <value>", "value of the signature header, as received; has to be given")
    .option(SECRET_FILE[0], `${SECRET_FILE[1]}; repeat it while a secret is being replaced`, repeated)
    .option(...SECRET)
    .option("--json", "print the verdict as JSON: ok, secretIndex or code, means, fix, hints")
    .action(async (file, options) => (await import("../verify.ts")).runVerify(file, options));
  addNotes(verify, {
    prints: "the verdict; where it does not hold, the reason and hints from known mistakes, each tried on the bytes.",
    exits: { 0: "the signature holds", 1: "it does not hold" },
    examples: [
      [
        'collections-contract verify --signature "$HEADER" --secret-file secret.txt body.bin',
        "judges the bytes of body.bin as they were received",
      ],
      [
        'collections-contract verify --signature "$HEADER" --secret-file new.txt --secret-file old.txt < body.bin',
        "accepts either secret, while one replaces the other",
      ],
    ],
  });

  const send = program
    .command("send")
    .description("deliver a body, signed, to a receiver of your own, and show its answer")
    .argument(
      "[file]",
      "file with the body, byte for byte; - is standard input; without it, the example of the documents",
    )
    .option("--url <url>", "where the receiver takes deliveries; has to be given; http and this machine are allowed")
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option(...DEPLOYMENT)
    .option("--app", "deliver as an app webhook: unsigned")
    .option("--bad-signature", "sign with a key that nobody knows; the receiver has to refuse it")
    .option("--duplicate", "the same delivery twice, as a retry would; the same as --repeat 2")
    .option("--repeat <count>", "the same delivery so many times, one after the other (1 to 1000)", "1")
    .option("--header <name: value>", "a further header, or another value for one; repeat it for more", repeated)
    .option("--timeout <ms>", "how long to wait for a whole answer, in milliseconds (1 to 600000)", "10000")
    .option("--json", "print the answers as JSON")
    .action(async (file, options) => (await import("../send.ts")).runSend(file, options));
  addNotes(send, {
    prints: "what was sent and each answer: status, time, headers and body, with control characters shown as escapes.",
    exits: {
      0: "every answer was a success (2xx)",
      1: "an answer was another one; with --bad-signature that is the right one",
      3: "no whole answer came",
    },
    examples: [
      [
        "collections-contract send --url http://127.0.0.1:3000/hook --secret-file secret.txt",
        "delivers the example of the documents",
      ],
      [
        "collections-contract send --url https://hooks.example.com/payments --duplicate payment.json",
        "delivers your own bytes twice, with the secret in WEBHOOK_SECRET",
      ],
    ],
  });
}
