import type { Artefact } from "./documents.ts";
import type { Generator } from "./generator.ts";

/** The name of a row: one generator, one document. */
export const rowId = (generator: Pick<Generator, "name">, artefact: Artefact): string =>
  `${generator.name} / ${artefact}`;
