/** Everything that `npm run compatibility` does, a row each. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { differences, merge } from "./compare.ts";
import { readerDifferences, runReader } from "./readers/run.ts";
import { mergeReaders, READER_RESULTS, readReaderResults } from "./readers/store.ts";
import { READERS } from "./readers/table.ts";
import type { Results } from "./result.ts";
import { rowId } from "./row.ts";
import { runRow } from "./run.ts";
import { stubDifferences } from "./stubs/result.ts";
import { runStub } from "./stubs/run.ts";
import { mergeStubs, readStubResults, STUB_RESULTS } from "./stubs/store.ts";
import { STUBS } from "./stubs/table.ts";
import { GENERATORS } from "./table.ts";
import { root } from "./tools.ts";

export type Job = {
  id: string;
  /** `files`: what to write, worked out when it is asked. */
  run(): Promise<{ told: string; changed: string[]; files(): [file: string, text: string][] }>;
};

const RESULTS = join(root, "scripts/compatibility/results.json");
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export const readResults = (): Results => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {});

const CLIENTS: readonly Job[] = GENERATORS.flatMap((generator) =>
  generator.artefacts.map((artefact) => {
    const id = rowId(generator, artefact);
    const run = async () => {
      const known = readResults()[id];
      const result = await runRow(generator, artefact);
      const { made, compiles, operations, tokenHost, payload } = result;
      return {
        told: `made ${made}, compiles ${compiles}, calls ${operations}, token's host ${tokenHost}, payments ${payload}`,
        changed: known ? differences(known, result) : ["new"],
        files: (): [string, string][] => [[RESULTS, json(ordered(merge(readResults(), { [id]: result })))]],
      };
    };
    return { id, run };
  }),
);

/** In the order of the table, without rows that were removed from it. */
function ordered(all: Results): Results {
  const current = GENERATORS.flatMap((generator) => generator.artefacts.map((artefact) => rowId(generator, artefact)));
  return Object.fromEntries(current.flatMap((id) => (all[id] ? [[id, all[id]]] : [])));
}

const STUB_JOBS: readonly Job[] = STUBS.map((stub) => ({
  id: `stub / ${stub.name}`,
  async run() {
    const known = readStubResults()[stub.name];
    const result = await runStub(stub);
    const { made, compiles, receives, bytes, refuses } = result;
    return {
      told: `made ${made}, compiles ${compiles}, receives ${receives}, bytes ${bytes}, refuses ${refuses}`,
      changed: known ? stubDifferences(known, result) : ["new"],
      files: (): [string, string][] => [[STUB_RESULTS, json(mergeStubs(readStubResults(), { [stub.name]: result }))]],
    };
  },
}));

const READER_JOBS: readonly Job[] = READERS.map((reader) => ({
  id: `${reader.group} / ${reader.name}`,
  async run() {
    const known = readReaderResults()[reader.name];
    const result = await runReader(reader);
    return {
      told: result.outcome === "yes" ? result.told : result.outcome,
      changed: known ? readerDifferences(known, result) : ["new"],
      files: () => [[READER_RESULTS, json(mergeReaders(readReaderResults(), { [reader.name]: result }))]],
    };
  },
}));

export const JOBS: readonly Job[] = [...CLIENTS, ...STUB_JOBS, ...READER_JOBS];
