/** Programs with the store of each package, which deliver payments to themselves. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MAVEN, QUICK_JVM } from "../../../../scripts/java.ts";
import { announceSkip } from "../../../../scripts/on-demand.ts";
import { virtualenv } from "../../../../scripts/python.ts";
import { generateClient, type LanguageName } from "../../../../src/languages/index.ts";
import { root } from "../../../support/repository.ts";
import { CARGO, TARGET } from "../cargo.ts";
import type { Command } from "../harness.ts";
import { probe, runProgram } from "../programs.ts";

/** How a handler ends the transaction of its store: by a method, or as SQL. */
export const ENDS = ["commit", "COMMIT", "rollback", "ROLLBACK"] as const;
/** What the handler does once it has written the payment. */
export type Handler =
  | "book"
  | "fail"
  | "hang"
  | "undo"
  | "mark"
  | "slip"
  | "lose"
  | "lose, write"
  | "commit"
  | "commit, fail"
  // Ends the transaction by a method, or as SQL, then writes, and ignores what fails.
  | `${(typeof ENDS)[number]}, write`
  // Runs `sql`.
  | "run"
  // Reads none of the rows of `sql`.
  | "query"
  | "leave"
  // Prepares what it does not run.
  | "prepare"
  | "prepare, book"
  // Reads none of the rows that another statement returns.
  | "unread"
  // Ends the program.
  | "exit"
  | "limits";
/** `forked`: to a child of the process, in Python and Ruby also to a store that was made in the child. */
export type Delivery = { id: number; owner?: string; handler: Handler; sql?: string; forked?: true | "own store" };

/** A program of `stores/` in a package: it answers a delivery for each line that it reads. */
export type Row = {
  readonly language: LanguageName;
  readonly toolchain: readonly Command[];
  /** Run in the package, where `stores/` lies as `probe/`. What fails here cannot be had. */
  readonly install?: readonly Command[];
  readonly build?: readonly Command[];
  readonly command: Command;
  /** The way in which SQLite refuses no end of a handler, but its writes behind a rollback. */
  readonly refusesNothing?: string;
  /** Ways in which a handler can ask for a rollback without an error. */
  readonly marks?: readonly string[];
  /** What is stored in which way; the second argument of the program. The first is a port or a file. */
  readonly ways: readonly (readonly [way: string, ...places: ("SQLite" | "PostgreSQL")[]])[];
  readonly env?: Record<string, string>;
  /** Its sessions in PostgreSQL take no writes behind a transaction. */
  readonly isGuarded?: true;
  /** A database that hangs is tried. Handlers that have a deadline have it in the third argument, in milliseconds. */
  readonly hasDeadline?: true;
};

const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const CLASS_PATH = "target/classes:drivers/*:probe";
/** Debian has it in a package. */
const LARAVEL: Command = ["php", "-r", "exit((@include 'Illuminate/Database/autoload.php') ? 0 : 1);"];
const hasLaravel = probe(LARAVEL) !== undefined;
if (!hasLaravel) announceSkip("the store of PHP with Laravel", "illuminate/database is not installed");
const { python, steps } = virtualenv(
  join(root, ".cache/python-stores"),
  "psycopg[binary,pool]>=3.2,<4 sqlalchemy>=2,<3 django>=4.2,<6 pysqlite3-binary;sys_platform=='linux'",
);
export const ROWS: readonly Row[] = [
  {
    language: "python",
    toolchain: [["python3", "--version"]],
    install: steps,
    command: [python, "probe/probe.py"],
    ways: [
      ["driver", "SQLite", "PostgreSQL"],
      ["sqlalchemy", "SQLite", "PostgreSQL"],
      ["sqlalchemy-connection", "SQLite", "PostgreSQL"],
      ["pool", "PostgreSQL"],
      ["django", "SQLite", "PostgreSQL"],
      ...(process.platform === "linux" ? [["pysqlite3", "SQLite"] as const] : []),
    ],
    marks: ["django"],
    isGuarded: true,
    env: { PYTHONPATH: "src" },
    hasDeadline: true,
  },
  {
    language: "php",
    toolchain: [
      ["php", "--version"],
      ["php", "-r", "exit(extension_loaded('pdo_sqlite') && extension_loaded('pdo_pgsql') ? 0 : 1);"],
    ],
    command: ["php", "probe/probe.php"],
    refusesNothing: "Laravel",
    isGuarded: true,
    ways: [
      ["PDO", "SQLite", "PostgreSQL"],
      ["persistent", "SQLite"],
      ...(hasLaravel ? [["Laravel", "SQLite", "PostgreSQL"] as const] : []),
    ],
  },
  {
    language: "ruby",
    toolchain: [["ruby", "-e", "%w[active_record sequel sqlite3 pg].each { |name| require name }"]],
    command: ["ruby", "-Ilib", "probe/probe.rb"],
    ways: [
      ["ActiveRecord", "SQLite", "PostgreSQL"],
      ["Sequel", "SQLite", "PostgreSQL"],
    ],
    marks: ["Sequel"],
    hasDeadline: true,
  },
  {
    language: "go",
    toolchain: [
      ["go", "version"],
      ["gcc", "--version"],
    ],
    install: [["go", "-C", "probe/go", "mod", "tidy"]],
    build: [["go", "-C", "probe/go", "build", "-o", "../../probe-of-go", "."]],
    command: ["./probe-of-go"],
    ways: [
      ["database/sql", "SQLite", "PostgreSQL"],
      ["one connection", "SQLite", "PostgreSQL"],
    ],
    hasDeadline: true,
    env: {
      GOTOOLCHAIN: "local",
      GOWORK: "off",
      CGO_ENABLED: "1",
      CGO_CFLAGS: "-O0",
    },
  },
  {
    language: "java",
    toolchain: [
      ["java", "--version"],
      ["mvn", "--batch-mode", "--version"],
    ],
    install: [[...MAVEN, "--file", "probe/drivers.xml", COPY, "-DoutputDirectory=../drivers"]],
    build: [
      [...MAVEN, "-Dmaven.test.skip", "process-classes", COPY, "-DincludeScope=provided", "-DoutputDirectory=drivers"],
      ["javac", "-cp", CLASS_PATH, "-d", "probe", "probe/Probe.java"],
    ],
    command: ["java", ...QUICK_JVM, "-cp", CLASS_PATH, "Probe"],
    ways: [
      ["JDBC", "SQLite", "PostgreSQL"],
      ["HikariCP", "PostgreSQL"],
      ["SpringStore", "SQLite", "PostgreSQL"],
    ],
    marks: ["SpringStore"],
    hasDeadline: true,
  },
  {
    language: "rust",
    toolchain: [["cargo", "--version"]],
    install: [
      ["mkdir", "examples/probe"],
      ["cp", "probe/rust.rs", "examples/probe/main.rs"],
      ["cargo", "fetch", "--quiet"],
    ],
    build: [["cargo", "build", "--quiet", "--all-features", "--example", "probe"]],
    command: [join(TARGET, "debug/examples/probe")],
    ways: [["crates", "SQLite", "PostgreSQL"]],
    marks: ["crates"],
    isGuarded: true,
    hasDeadline: true,
    env: CARGO,
  },
];

/** Writes the package with the program in it. Returns why that cannot be, or undefined. */
export async function unavailable(
  { language, toolchain, install = [], env = {} }: Row,
  scratch: string,
): Promise<string | undefined> {
  const absent = toolchain.find((command) => probe(command) === undefined);
  if (absent) return `${absent[0]} is missing`;
  const cwd = join(scratch, language);
  await generateClient({ language, out: cwd });
  cpSync(import.meta.dirname, join(cwd, "probe"), { recursive: true });
  for (const command of install)
    if ((await runProgram(command, { cwd, env })).code !== 0) return `${command.join(" ")} fails`;
  return undefined;
}

export type Probe = ReturnType<typeof startProbe>;

/** `deliver`: the next line that the program prints. */
export function startProbe([program, ...args]: Command, cwd: string, env: Record<string, string>) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  const ended = once(child, "exit");
  return {
    async deliver(delivery: Delivery): Promise<string> {
      child.stdin.write(`${JSON.stringify(delivery)}\n`);
      return (await lines.next()).value ?? `ended: ${said}`;
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
