/** The texts of errors of the command and of a run of the judge. */

import { defineTexts, prose } from "./text.ts";

/** Why a command was not carried out. */
export const COMMAND_TEXTS = defineTexts({
  wrong_use: {
    means: "The command does not know these arguments, so it did nothing.",
    fix: "Read what the message names, and the help of the command: --help.",
  },
  file_unreadable: {
    means: "A file cannot be read, or is too large to be held in memory.",
    fix: "Check its name and its permissions.",
  },
  file_unwritable: {
    means: "A file cannot be written, is a link, or exists already and is none that this command may replace.",
    fix: "Give another name, or a folder that this user may write to. To lose an existing file, remove it first.",
  },
  secret_missing: {
    means: "The command needs the secret of the webhook, and none was given.",
    fix: "Give --secret-file FILE, or set WEBHOOK_SECRET in the environment.",
  },
  secret_unreadable: {
    means: "The file with the secret cannot be read, is not UTF-8 text, or begins with a byte order mark.",
    fix: "Save the secret alone as plain UTF-8 text. One line break at its end is not part of the secret.",
  },
  code_unknown: {
    means: "No error, fact, gap or check has this name.",
    fix: "Check the spelling; collections-contract explain lists all of them.",
  },
  unexpected_error: {
    means: "An unexpected error: a fault of this program, or of the machine.",
    fix: prose`Look at collections-contract doctor. To report it, set COLLECTIONS_CONTRACT_DEBUG=1, which shows where
      it happened.`,
  },
});

/** What went wrong with a run of the judge itself. */
export const RUN_PROBLEM_TEXTS = defineTexts({
  target_unreachable: {
    means: "Nothing answers at the address of the service or the receiver, so nothing was judged.",
    fix: "Start it, and check the URL that the message names.",
  },
  target_no_http: {
    means: "The program that listens there does not speak HTTP, so nothing was judged.",
    fix: "Check the port, and whether it should be https.",
  },
  target_garbage: {
    means: "The program that listens there answers with bytes that are not text, so nothing was judged.",
    fix: "Check the URL that the message names.",
  },
  answer_too_large: {
    means: "An answer was larger than 1 MiB, and reading it was stopped.",
    fix: "Check that the URL leads to the service. A list as long as that can be judged with other clients and Apps.",
  },
  nothing_observed: {
    means: "No check reached a verdict, so the run proves nothing.",
    fix: "Give the driver what the reasons of the checks name.",
  },
  not_proven: {
    means: "The receiver answered 2xx to every forgery, so its answers do not show whether forgeries have an effect.",
    fix: "Give a driver with processed(), which tells what took effect.",
  },
  left_unobserved: {
    means: prose`Nothing failed, but checks were not observed although the driver has what they need and no gap
      explains it, or --require-observed was given.`,
    fix: prose`Look at the reasons of the checks that the message names. Silence often means that the service stopped
      delivering.`,
  },
  only_unknown: {
    means: "What --only names is not a check, a group or a fact.",
    fix: "Check the spelling; --list names all checks.",
  },
  skip_unknown: {
    means: "What --skip names is not a check, a group or a fact, or it leaves no check to run.",
    fix: "Check the spelling; --list names all checks.",
  },
  baseline_invalid: {
    means: "The baseline is not one that --write-baseline wrote, or it names a check that has changed since.",
    fix: "Look at what the message names, then write the file again: --write-baseline FILE.",
  },
  driver_invalid: {
    means: prose`The driver cannot be used: it does not load, does not export an object, wants another token, or has a
      member of the wrong type.`,
    fix: prose`Correct what the message names. collections-contract test api --init writes a first driver of a
      service; the guide to testing a receiver shows one of a receiver.`,
  },
  setup_secret: {
    means: prose`The receiver refuses every delivery, however it is signed: its secret differs from the judge's, or it
      verifies something other than the stated HMAC.`,
    fix: prose`Give both the same secret, without a line break at its end. If it is the same, look at what the
      receiver hashes. It was not judged.`,
  },
  setup_credentials: {
    means: "Every path at the URL of the receiver wants credentials, so no delivery reaches the receiver.",
    fix: "Give a URL that wants none, such as that of the receiver behind the proxy. The receiver was not judged.",
  },
  setup_path: {
    means: "Every path of the URL answers 404, so the receiver or the service is not there.",
    fix: "Check the path and the port of the URL that the message names. Nothing was judged.",
  },
  setup_protocol: {
    means: "The URL begins with https and the port speaks plain HTTP, or with http and the port speaks TLS.",
    fix: "Correct the URL that the message names. Nothing was judged.",
  },
  setup_token: {
    means: "The API refuses every request because of the access token that the driver gives.",
    fix: "Correct what the message names in the driver. Nothing was judged.",
  },
  driver_threw: {
    means: "A function of the driver threw, so what depends on it was not observed.",
    fix: "Look at the message, and at the function that it names.",
  },
  driver_timeout: {
    means: "A function of the driver did not finish in time, so what depends on it was not observed.",
    fix: "Look at what the function waits for.",
  },
  driver_broken: {
    means: prose`The driver over HTTP did not answer, answered 5xx, or gave an answer that spec/driver.yaml does not
      allow. Nothing can be judged through it.`,
    fix: "Look at the log of the driver, and at the call that the message names.",
  },
  receiver_port: {
    means: "The judge cannot listen where the driver says that deliveries arrive.",
    fix: "Give a free port in receiver.listen of the driver.",
  },
  judge_error: {
    means: "A check ended in a fault of the judge. It says nothing about the service, and the run does not pass.",
    fix: "Report it with the id of the check and the seed of the run. Until then, leave it out with --skip.",
  },
  budget_spent: {
    means: "The time that --budget gives was over before every check had a verdict. The report has what was judged.",
    fix: "Give more time, or none, or choose checks with --only. Judge all of them before you rely on the service.",
  },
  nothing_new: {
    means: "Nothing new was observed for 30 seconds, so the run ended. The report has what was judged before.",
    fix: "Look at the last finding and at what the service does: it hangs, or calls of the driver do not return.",
  },
  interrupted: {
    means: "The run was interrupted. The report has what was judged before.",
    fix: "Run it again.",
  },
});
