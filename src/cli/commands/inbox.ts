/** Declares what people do with a durable inbox. */

import type { Command } from "@commander-js/extra-typings";
import { addNotes } from "../notes.ts";

const FILE = ["--file <file>", "the SQLite file of the inbox"] as const;
const STATE = ["--state <state...>", "pending, unhandled, done, dead, conflict or discarded; all if left out"] as const;
const EVENT = ["--event <name>", "only rows of this event"] as const;
const PAYMENT = ["--payment <id>", "only rows of this payment"] as const;
const JSON_FLAG = ["--json", "print the result as JSON"] as const;
const CHANGED = { 0: "at least one row changed", 1: "none did" };

/** Adds the commands; what they do is loaded when they run. */
export function addInboxCommands(program: Command): void {
  const inbox = program.command("inbox").description("look at a durable inbox, and mend it");
  addLooking(inbox);
  addChanging(inbox);
}

function addLooking(inbox: Command): void {
  const list = inbox
    .command("list")
    .description("list rows, the oldest first, without bodies")
    .requiredOption(...FILE)
    .option(...STATE)
    .option(...EVENT)
    .option(...PAYMENT)
    .option("--after <id>", "only rows with a greater id", "0")
    .option("--limit <n>", "at most so many, 1 to 1000", "100")
    .option(...JSON_FLAG)
    .action(async (options) => (await import("../inbox/show.ts")).runList(options));
  addNotes(list, {
    prints: "a line for each row: id, state, when it was received, attempts, event, payment, and why it failed.",
    exits: { 0: "listed, even if nothing was found" },
    examples: [
      ["collections-contract inbox list --file payments.db --state dead conflict", "what a person has to look at"],
      ["collections-contract inbox list --file payments.db --payment 4711 --json", "what became of one payment"],
    ],
  });
  const show = inbox
    .command("show")
    .description("show one row")
    .argument("<id>", "the id that list shows")
    .requiredOption(...FILE)
    .option("--body", "with the body, which is data about a debtor")
    .option(...JSON_FLAG)
    .action(async (id, options) => (await import("../inbox/show.ts")).runShow(id, options));
  addNotes(show, {
    prints: "all members of the row, and the body only if asked.",
    exits: { 0: "shown", 1: "there is no such row" },
    examples: [["collections-contract inbox show 12 --file payments.db", "why row 12 is dead"]],
  });
  const exporting = inbox
    .command("export")
    .description("print rows as JSON, one a line, redacted unless asked")
    .requiredOption(...FILE)
    .option(...STATE)
    .option(...EVENT)
    .option(...PAYMENT)
    .option("--bodies", "with bodies, keys, payment ids and errors")
    .action(async (options) => (await import("../inbox/show.ts")).runExport(options));
  addNotes(exporting, {
    prints: "one JSON object a line; without --bodies nothing in it tells whose payment it is.",
    exits: { 0: "exported" },
    examples: [
      ["collections-contract inbox export --file payments.db > rows.jsonl", "rows for a statistic"],
      [
        "collections-contract inbox export --file payments.db --state dead --bodies",
        "dead deliveries with their bytes",
      ],
    ],
  });
  const stats = inbox
    .command("stats")
    .description("count rows by state, and tell how long the oldest one waits")
    .requiredOption(...FILE)
    .option("--openmetrics", "print it in the text format of OpenMetrics")
    .option(...JSON_FLAG)
    .action(async (options) => (await import("../inbox/show.ts")).runStats(options));
  addNotes(stats, {
    prints: "rows by state, bytes of bodies, and the age of the oldest row that waits.",
    exits: { 0: "counted" },
    examples: [["collections-contract inbox stats --file payments.db --json", "for a script that watches"]],
  });
}

function addChanging(inbox: Command): void {
  const retry = inbox
    .command("retry")
    .description("have rows handled again, with all attempts before them")
    .argument("[ids...]", "ids of rows")
    .requiredOption(...FILE)
    .option("--state <state...>", "all rows of these states instead of ids")
    .option("--again", "even if they are done: the handler runs once more")
    .option(...JSON_FLAG)
    .action(async (ids, options) => (await import("../inbox/change.ts")).runRetry(ids, options));
  addNotes(retry, {
    prints: "the ids that became pending; a row that runs, or whose body is gone, stays as it is.",
    exits: CHANGED,
    examples: [
      ["collections-contract inbox retry 12 13 --file payments.db", "two rows"],
      ["collections-contract inbox retry --state dead --file payments.db", "every dead row, once its cause is mended"],
    ],
  });
  const discard = inbox
    .command("discard")
    .description("give rows up: they are never handled, and their keys stay known")
    .argument("[ids...]", "ids of rows")
    .requiredOption(...FILE)
    .option("--state <state...>", "all rows of these states instead of ids")
    .option(...JSON_FLAG)
    .action(async (ids, options) => (await import("../inbox/change.ts")).runDiscard(ids, options));
  addNotes(discard, {
    prints: "the ids that were discarded; done rows stay as they are.",
    exits: CHANGED,
    examples: [["collections-contract inbox discard 12 --file payments.db", "gives row 12 up"]],
  });
  const erase = inbox
    .command("erase")
    .description("remove what is stored about a payment, but not that it was seen")
    .argument("<payment>", "id of the payment")
    .requiredOption(...FILE)
    .option(...JSON_FLAG)
    .action(async (payment, options) => (await import("../inbox/change.ts")).runErase(payment, options));
  addNotes(erase, {
    prints: "the ids whose bodies and errors were removed; rows that were not done are discarded.",
    exits: CHANGED,
    examples: [["collections-contract inbox erase 4711 --file payments.db", "removes the bodies of payment 4711"]],
  });
  const salvage = inbox
    .command("salvage")
    .description("save what can be read of a damaged file into a new one")
    .argument("<damaged>", "the damaged SQLite file, which is left as it is")
    .argument("<new>", "the file to make")
    .option(...JSON_FLAG)
    .action(async (damaged, fresh, options) =>
      (await import("../inbox/change.ts")).runSalvage(damaged, fresh, options),
    );
  addNotes(salvage, {
    prints: "how many rows were saved, and how many ids could not be read.",
    exits: { 0: "everything was saved", 1: "something could not be read" },
    examples: [["collections-contract inbox salvage payments.db saved.db", "saves what can be read into saved.db"]],
  });
}
