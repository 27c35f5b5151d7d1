/** The one table: every row of docs/compatibility.md, and how it is run. */

import type { Document } from "./documents.ts";
import type { Generator } from "./generator.ts";
import { GENERATORS } from "./generators.ts";
import { COLLECTIONS } from "./readers/collections.ts";
import type { Reader } from "./readers/reader.ts";
import { TESTERS } from "./readers/testers.ts";
import { VALIDATORS } from "./readers/validators.ts";
import { VIEWERS } from "./readers/viewers.ts";
import { WORKFLOWS } from "./readers/workflows.ts";
import { type Result, readOutcome } from "./results.ts";
import { runGenerator } from "./run.ts";
import { root } from "./tools.ts";

export const READERS: readonly Reader[] = [...VALIDATORS, ...TESTERS, ...COLLECTIONS, ...WORKFLOWS, ...VIEWERS];

/** The names of a row: clients and models have one for each document. */
export const rowId = ({ kind, tool }: Pick<Generator, "kind" | "tool">, document: Document): string =>
  kind === "stub" ? `stub / ${tool}` : `${tool} / ${document}`;
/** Returns the id under which a row of a reader is recorded. */
export const readerId = ({ group, tool }: Reader): string => `${group} / ${tool}`;

export type Row = { id: string; quick: boolean; run(): Promise<Result> };

export const ROWS: readonly Row[] = [
  ...GENERATORS.flatMap((generator) =>
    generator.documents.map((document, index) => ({
      id: rowId(generator, document),
      quick: generator.quick === true && index === 0,
      run: () => runGenerator(generator, document),
    })),
  ),
  ...READERS.map((reader) => ({
    id: readerId(reader),
    quick: reader.quick === true,
    run: () =>
      reader.run(reader).then(
        (told): Result => ({ outcome: `yes: ${told}` }),
        (error): Result => ({ outcome: readOutcome(error, [root]) }),
      ),
  })),
];
