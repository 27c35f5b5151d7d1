/** Declares `inbox`: what operators do with a durable inbox. */

import type { Command, OptionValues } from "@commander-js/extra-typings";
import { addNotes, STOPPED } from "../notes.ts";

const FILE = ["--file <file>", "the SQLite file of the inbox"] as const;
const POSTGRES = [
  "--postgres [url]",
  "the URL of its PostgreSQL database instead; without one, INBOX_POSTGRES_URL",
] as const;
const NAME = ["--name <name>", "the name of the inbox in --postgres, if it has one"] as const;
const JSON_FLAG = ["--json", "print the result as JSON"] as const;
const CHANGED = { 0: "at least one row changed", 1: "none did" };

/** Adds the commands; what they do is loaded when they run. */
export function addInboxCommands(program: Command): void {
  const inbox = program.command("inbox").description("inspect and repair a durable inbox");
  addList(inbox);
  addShow(inbox);
  addExport(inbox);
  addStats(inbox);
  addRetry(inbox);
  addDiscard(inbox);
  addPutOff(inbox);
  addErase(inbox);
  addSalvage(inbox);
  addServe(inbox);
  addMigrate(inbox);
}

/** Adds the options that choose an inbox. */
function addPlace<Arguments extends unknown[], Options extends OptionValues>(command: Command<Arguments, Options>) {
  return command
    .option(...FILE)
    .option(...POSTGRES)
    .option(...NAME);
}

/** Adds the options that choose rows. */
function addRowFilters<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
) {
  return addPlace(command)
    .option("--state <state...>", "pending, unhandled, done, dead, conflict or discarded; default: all")
    .option("--event <name>", "only rows of this event")
    .option("--payment <id>", "only rows of this payment")
    .option("--owner <name>", "only rows of this customer")
    .option("--last <time>", "only rows received in this time until now: 30m, 8h or 1d");
}

/** Adds what names the rows to change: ids, or states. */
function addRowNames<Arguments extends unknown[], Options extends OptionValues>(command: Command<Arguments, Options>) {
  return addPlace(command.argument("[ids...]", "ids of rows")).option(
    "--state <state...>",
    "all rows in these states, instead of ids",
  );
}

function addList(inbox: Command): void {
  const list = addRowFilters(inbox.command("list").description("list rows, oldest first, without bodies"))
    .option("--after <id>", "only rows with a greater id", "0")
    .option("--limit <n>", "at most this many, 1 to 1000", "100")
    .option(...JSON_FLAG)
    .action(async (options) => (await import("../inbox/show.ts")).runList(options));
  addNotes(list, {
    prints:
      "one line per row: id, state, when received, attempts, until when it is tried, event, payment, why it failed.",
    exits: { 0: "listed, even if there are no rows" },
    examples: [
      ["collections-contract inbox list --file payments.db --state dead conflict", "what needs a person"],
      ["collections-contract inbox list --file payments.db --last 8h", "what came in the night"],
      ["collections-contract inbox list --file payments.db --payment 4711 --json", "what became of one payment"],
    ],
  });
}

function addShow(inbox: Command): void {
  const show = addPlace(inbox.command("show").description("show one row").argument("<id>", "the id that list shows"))
    .option("--body", "also print the body, which is data about a debtor; an encrypted one with INBOX_ENCRYPTION_KEYS")
    .option(...JSON_FLAG)
    .action(async (id, options) => (await import("../inbox/show.ts")).runShow(id, options));
  addNotes(show, {
    prints: "all members of the row; the body only with --body.",
    exits: { 0: "shown", 1: "no such row" },
    examples: [["collections-contract inbox show 12 --file payments.db", "why row 12 is dead"]],
  });
}

function addExport(inbox: Command): void {
  const exporting = addRowFilters(
    inbox.command("export").description("print rows as JSON, one per line, redacted by default"),
  )
    .option("--bodies", "also print bodies, keys, payment ids and errors; encrypted bodies with INBOX_ENCRYPTION_KEYS")
    .action(async (options) => (await import("../inbox/show.ts")).runExport(options));
  addNotes(exporting, {
    prints: "one JSON object per line; without --bodies nothing in it identifies a payment.",
    exits: { 0: "exported" },
    examples: [
      ["collections-contract inbox export --file payments.db > rows.jsonl", "rows for a statistic"],
      [
        "collections-contract inbox export --file payments.db --state dead --bodies",
        "dead deliveries with their bytes",
      ],
    ],
  });
}

function addStats(inbox: Command): void {
  const stats = addPlace(
    inbox
      .command("stats")
      .description("count rows by state, and show when the oldest waiting row and the last one came"),
  )
    .option("--openmetrics", "print in the text format of OpenMetrics")
    .option(...JSON_FLAG)
    .action(async (options) => (await import("../inbox/show.ts")).runStats(options));
  addNotes(stats, {
    prints: "rows by state, bytes of bodies, and when the oldest waiting row and the last row were received.",
    exits: { 0: "counted" },
    examples: [["collections-contract inbox stats --file payments.db --json", "for a monitoring script"]],
  });
}

function addRetry(inbox: Command): void {
  const retry = addRowNames(inbox.command("retry").description("handle rows again, with the full number of attempts"))
    .option("--again", "also rows that are done: the handler runs once more")
    .option(...JSON_FLAG)
    .action(async (ids, options) => (await import("../inbox/change.ts")).runRetry(ids, options));
  addNotes(retry, {
    prints: "the ids that became pending. A running row, or one without a body, stays as it is.",
    exits: CHANGED,
    examples: [
      ["collections-contract inbox retry 12 13 --file payments.db", "two rows"],
      ["collections-contract inbox retry --state dead --file payments.db", "every dead row, once the cause is fixed"],
    ],
  });
}

function addDiscard(inbox: Command): void {
  const discard = addRowNames(
    inbox.command("discard").description("give up rows: they are never handled, and their keys stay known"),
  )
    .option("--reason <text>", "why, for those who look at the row later")
    .option(...JSON_FLAG)
    .action(async (ids, options) => (await import("../inbox/change.ts")).runDiscard(ids, options));
  addNotes(discard, {
    prints: "the ids that were discarded. Rows that are done stay as they are.",
    exits: CHANGED,
    examples: [["collections-contract inbox discard 12 --file payments.db", "gives up row 12"]],
  });
}

function addPutOff(inbox: Command): void {
  const putOff = addRowNames(
    inbox.command("put-off").description("handle waiting rows later, without using up an attempt"),
  )
    .requiredOption("--for <time>", "how long from now: 30m, 2h or 1d, at most 365d")
    .option("--reason <text>", "why, for those who look at the row later")
    .option(...JSON_FLAG)
    .action(async (ids, options) => (await import("../inbox/change.ts")).runPutOff(ids, options));
  addNotes(putOff, {
    prints: "the ids that were put off. Rows that run, or that are not pending, stay as they are.",
    exits: CHANGED,
    examples: [
      ["collections-contract inbox put-off 12 --for 2h --file payments.db", "row 12, in two hours"],
      [
        "collections-contract inbox put-off --state pending --for 1d --reason 'bank closed' --file payments.db",
        "whatever waits, tomorrow",
      ],
    ],
  });
}

function addErase(inbox: Command): void {
  const erase = addPlace(
    inbox
      .command("erase")
      .description("erase what is stored about a payment or a customer, but not that it was seen")
      .argument("[payment]", "id of the payment; that of the event where its body has another one")
      .option("--owner <name>", "all rows of this customer; with a payment, only those of both")
      .option("--row <id...>", "these rows, for example of events about the payment"),
  )
    .option(...JSON_FLAG)
    .action(async (payment, options) => (await import("../inbox/change.ts")).runErase(payment, options));
  addNotes(erase, {
    prints: "the ids whose bodies and errors were erased, and which of them were never handled: those are discarded.",
    exits: CHANGED,
    examples: [
      ["collections-contract inbox erase 4711 --owner acme --file payments.db", "payment 4711 of one customer"],
      ["collections-contract inbox erase --row 12 13 --file payments.db", "two rows, such as refunds of a payment"],
      ["collections-contract inbox erase --owner acme --file payments.db", "whatever is stored of a customer"],
    ],
  });
}

function addSalvage(inbox: Command): void {
  const salvage = inbox
    .command("salvage")
    .description("save what can be read from a damaged file into a new one")
    .argument("<damaged>", "the damaged SQLite file, which is not changed")
    .argument("<new>", "the file to create")
    .option(...JSON_FLAG)
    .action(async (damaged, fresh, options) =>
      (await import("../inbox/change.ts")).runSalvage(damaged, fresh, options),
    );
  addNotes(salvage, {
    prints:
      "how many rows were saved, and how many ids could not be read. A file in use is refused: stop its receiver.",
    exits: { 0: "everything was saved", 1: "some of it could not be read" },
    examples: [["collections-contract inbox salvage payments.db saved.db", "saves what can be read to saved.db"]],
  });
}

function addServe(inbox: Command): void {
  const serve = addPlace(
    inbox.command("serve").description("show the inbox on a page of this machine, read-only by default"),
  )
    .option("--port <number>", "port of 127.0.0.1; 0 takes any free one", "4020")
    .option("--allow-changes", "also retry, discard and put off rows")
    .action(async (options) => (await import("../inbox/serve.ts")).runServe(options));
  addNotes(serve, {
    prints:
      "the address, with a token that opens the page, then one line for each action and each body that was shown.",
    exits: STOPPED,
    examples: [
      ["collections-contract inbox serve --file payments.db", "look at what waits, and why"],
      ["collections-contract inbox serve --postgres --allow-changes", "retry dead rows from the page"],
    ],
  });
}

function addMigrate(inbox: Command): void {
  const migrate = inbox
    .command("migrate")
    .description("create or upgrade the tables in PostgreSQL, for programs whose role may not")
    .option(...POSTGRES)
    .option(...NAME)
    .option("--sql", "print the statement instead of running it")
    .action(async (options) => (await import("../inbox/migrate.ts")).runMigrate(options));
  addNotes(migrate, {
    prints: "the version of the tables; with --sql the statement, for a database administrator. It does nothing twice.",
    exits: { 0: "the tables are of this version" },
    examples: [
      ["collections-contract inbox migrate --postgres", "upgrades the tables as the role of INBOX_POSTGRES_URL"],
      ["collections-contract inbox migrate --sql > inbox.sql", "for psql, run by the owner of the tables"],
    ],
  });
}
