/** What the comparison knows of one generator of server stubs. */

import type { Command } from "../languages/language.ts";
import { jar, type Tool } from "../tools.ts";
import { JARS } from "../versions.ts";

export type Stub = {
  name: string;
  version: string;
  /** The registry it comes from, in a word. */
  from: string;
  languageName: string;
  document: "receiver 3.0" | "receiver 3.1";
  /** Repeated by `npm run test:all`: needs nothing that takes minutes. */
  quick: boolean;
  /** Programs that must be on the PATH. */
  needs: readonly string[];
  /** A file of `code/`: what keeps the bytes and verifies them. The page shows it. */
  keep: string;
  /** How the bytes are kept, in a few words. */
  how: string;
  /** What the handler gets if nothing keeps the bytes. */
  trap: string;
  obtain(): Promise<Tool>;
  /** What a user types before the arguments. */
  program: string;
  /** The arguments that write code into `out`, an empty folder. The page shows them. */
  args(document: string, out: string): string[];
  /** Before it: folders that it takes for granted. */
  prepare?(out: string): unknown;
  /** Compiles what it left with our code. @param folder the folder of the run, whose `generated` the generator wrote */
  build(folder: string, stub: Stub): Promise<Command | { skip: string }>;
};

/** A generator of OpenAPI Generator, at its defaults but for `options`. */
export const openapiGeneratorStub = (
  id: string,
  languageName: string,
  { options = [], ...rest }: Pick<Stub, "quick" | "needs" | "keep" | "how" | "trap" | "build"> & { options?: string[] },
): Stub => ({
  name: `OpenAPI Generator ${id}`,
  version: JARS["OpenAPI Generator"].split(":")[2] ?? "",
  from: "Maven Central",
  languageName,
  document: "receiver 3.0",
  obtain: () => jar("OpenAPI Generator"),
  program: "java -jar openapi-generator-cli.jar",
  args: (document, out) => ["generate", "-g", id, "-i", document, "-o", out, ...options],
  ...rest,
});
