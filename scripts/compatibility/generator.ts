/**
 * What the comparison knows of one generator. One file of them per language in `generators/`; versions are in
 * `versions.ts`.
 */

import type { Artefact } from "./documents.ts";
import type { Language } from "./languages/language.ts";
import { jar, type Tool } from "./tools.ts";
import { JARS } from "./versions.ts";

export type Generator = {
  name: string;
  version: string;
  /** The registry it comes from, in a word. */
  from: string;
  language: Language;
  languageName: string;
  artefacts: readonly Artefact[];
  /** Judged by `npm run test:all`, too, on codegen 3.0: needs nothing that takes minutes. */
  quick: boolean;
  /** A file of `probes/`. */
  probe: string;
  /** Whether the probe calls the four operations, or has models alone. */
  calls: boolean;
  /** The code has no models of deliveries, because no operation uses them: the receiver document has. */
  withoutPayments?: true;
  /** How a user gives the URL of the token, where the code does not take it from the document. */
  tokenUrl?: string;
  obtain(): Promise<Tool>;
  /** What a user types before the arguments. */
  program: string;
  /** The arguments that write code into `out`, an empty folder. The page shows them. */
  args(document: string, out: string): string[];
  /** Instead of a command: a library that is called. */
  make?(document: string, out: string): Promise<unknown>;
  /** Before it: what the project around the code has. */
  prepare?(out: string, command: readonly string[]): unknown;
  /** After it: what the project around the code lacks. */
  finish?(out: string): unknown;
};

export const OPENAPI = ["codegen 3.0", "codegen 3.1"] as const;
export const RECEIVER = ["receiver 3.0", "receiver 3.1"] as const;

type Rest = Pick<Generator, "quick" | "probe"> & Partial<Generator> & { options?: string[] };

/** A generator of OpenAPI Generator, at its defaults but for `options`. */
export const openapiGenerator = (
  id: string,
  languageName: string,
  language: Language,
  { options = [], ...rest }: Rest,
): Generator => ({
  name: `OpenAPI Generator ${id}`,
  version: JARS["OpenAPI Generator"].split(":")[2] ?? "",
  from: "Maven Central",
  language,
  languageName,
  artefacts: OPENAPI,
  calls: true,
  obtain: () => jar("OpenAPI Generator"),
  program: "java -jar openapi-generator-cli.jar",
  args: (document, out) => ["generate", "-g", id, "-i", document, "-o", out, ...options],
  ...rest,
});

/** A generator of Swagger Codegen, at its defaults. */
export const swaggerCodegen = (id: string, languageName: string, language: Language, rest: Rest): Generator => ({
  name: `Swagger Codegen ${id}`,
  version: JARS["Swagger Codegen"].split(":")[2] ?? "",
  from: "Maven Central",
  language,
  languageName,
  artefacts: OPENAPI,
  calls: true,
  obtain: () => jar("Swagger Codegen"),
  program: "java -jar swagger-codegen-cli.jar",
  args: (document, out) => ["generate", "-l", id, "-i", document, "-o", out],
  ...rest,
});
