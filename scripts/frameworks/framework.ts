/** What a framework of another language is, as data: the recipe that a person copies, and how it is run here. */

import type { LanguageName } from "../../src/languages/index.ts";
import type { CommandLine } from "../project.ts";

export interface Framework {
  readonly id: string;
  readonly name: string;
  readonly language: LanguageName;
  /** The recipe, below examples/frameworks/ of the package. */
  readonly file: string;
  /** Where it goes in a project. Default: the name of the file. */
  readonly place?: string;
  /** Further files of the recipe, by their place. */
  readonly more?: Readonly<Record<string, string>>;
  /** Where the recipe keeps keys and payments. */
  readonly database: "SQLite" | "PostgreSQL";
  /** What the recipe gets as DATABASE_URL. Default: the path of a file, or postgresql://USER@HOST:PORT/NAME. */
  readonly address?: string;
  /** Its table of payments, with `id` and `amount`. Default: payment. */
  readonly table?: string;
  /** Whether its handler enqueues the payment, and a worker books it. */
  readonly isQueue?: true;
  /** Each ends with 0 where what it needs is there; the last one prints the version that the page shows. */
  readonly needs: readonly CommandLine[];
  /** What the project has besides, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly build?: readonly CommandLine[];
  /** The framework's own server for production, with two processes at least where a server has processes. */
  readonly start: CommandLine;
  readonly env?: Readonly<Record<string, string>>;
  /** The path of the URL. Default: /hooks/payments. */
  readonly path?: string;
  /** What it takes more than twenty lines for, as a sentence. */
  readonly moreLines?: string;
  /** What is seen in place of "yes", by case, and explained in a note. */
  readonly differs?: Readonly<Record<string, string>>;
  /** What a person has to know besides. */
  readonly note?: readonly string[];
  /** Whether `npm run test:all` runs it; one of each language. */
  readonly isShort?: true;
}

/** What all frameworks of a language need once. */
export interface Setup {
  /** Each ends with 0 where what it needs is there. The first one prints the version of the language. */
  readonly toolchain: readonly CommandLine[];
  /** Run in the folder of the package, in this order. What fails here cannot be had. */
  readonly install?: readonly CommandLine[];
  readonly env?: Readonly<Record<string, string>>;
}
