/** Declares the commands for a single delivery: `sign`, `verify` and `send`. */

import type { Command } from "@commander-js/extra-typings";
import { DEPLOYMENT } from "../deployment-option.ts";
import { addNotes } from "../notes.ts";
import { BODY_FILE, SECRET, SECRET_FILE } from "../options.ts";

const appendValue = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds the commands; what they do is loaded when they run. */
export function addSignatureCommands(program: Command): void {
  addSign(program);
  addVerify(program);
  addSend(program);
}

function addSign(program: Command): void {
  const sign = program
    .command("sign")
    .description("print the value of the signature header for the exact bytes of a body")
    .argument(...BODY_FILE)
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option(...DEPLOYMENT)
    .option("--json", "print header, value and number of bytes as JSON")
    .action(async (file, options) => (await import("../sign.ts")).runSign(file, options));
  addNotes(sign, {
    prints: "the value, sha256= and 64 hexadecimal digits, as one line.",
    exits: { 0: "signed" },
    examples: [
      ["sign payment.json --secret-file secret.txt", "signs the file, including its last line break"],
      ["printf '%s' \"$BODY\" | collections-contract sign", "signs standard input with the secret in WEBHOOK_SECRET"],
    ],
  });
}

function addVerify(program: Command): void {
  const verify = program
    .command("verify")
    .description("check a signature over the exact bytes of a body; explain why it does not match")
    .argument(...BODY_FILE)
    .option("--signature <value>", "value of the signature header, as received (required)")
    .option(SECRET_FILE[0], `${SECRET_FILE[1]}; several lines, or repeat it, during rotation`, appendValue)
    .option(...SECRET)
    .option(...DEPLOYMENT)
    .option("--json", "print the verdict as JSON: ok, header, bytes, secretIndex or code, means, fix, hints")
    .action(async (file, options) => (await import("../verify.ts")).runVerify(file, options));
  addNotes(verify, {
    prints:
      "the verdict. If the signature does not match: the reason, and hints from known mistakes, tried on the bytes.",
    exits: { 0: "the signature matches", 1: "it does not match" },
    examples: [
      [
        'verify --signature "$HEADER" --secret-file secret.txt body.bin',
        "checks the bytes of body.bin as they were received",
      ],
      [
        'verify --signature "$HEADER" --secret-file new.txt --secret-file old.txt < body.bin',
        "accepts either secret during rotation",
      ],
    ],
  });
}

function addSend(program: Command): void {
  const send = program
    .command("send")
    .description("sign a body, deliver it to your receiver, and show the answer")
    .argument(
      "[file]",
      "file with the body, byte for byte; - reads standard input; default: the example from the documents",
    )
    .option("--url <url>", "where the receiver accepts deliveries (required); http and this machine are allowed")
    .option(...SECRET_FILE)
    .option(...SECRET)
    .option(...DEPLOYMENT)
    .option("--app", "deliver as an app webhook: unsigned")
    .option("--bad-signature", "sign with a random key; the receiver must refuse it")
    .option("--duplicate", "send the delivery twice, as a retry does; same as --repeat 2")
    .option("--repeat <count>", "send the delivery this many times, one after the other (1 to 1000)", "1")
    .option("--header <name: value>", "add a header or replace its value; can be repeated", appendValue)
    .option("--timeout <ms>", "how long to wait for a complete answer, in milliseconds (1 to 600000)", "10000")
    .option("--json", "print the answers as JSON")
    .action(async (file, options) => (await import("../send.ts")).runSend(file, options));
  addNotes(send, {
    prints: "what was sent, and each answer: status, time, headers and body. Control characters are escaped.",
    exits: {
      0: "every answer was a success (2xx)",
      1: "an answer was not a success; with --bad-signature that is what should happen",
      3: "no complete answer arrived",
    },
    examples: [
      ["send --url http://127.0.0.1:3000/hook --secret-file secret.txt", "delivers the example from the documents"],
      [
        "send --url https://hooks.example.com/payments --duplicate payment.json",
        "delivers your own bytes twice, with the secret in WEBHOOK_SECRET",
      ],
    ],
  });
}
