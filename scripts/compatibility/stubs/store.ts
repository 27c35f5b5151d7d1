import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools.ts";
import type { StubResults } from "./result.ts";
import { STUBS } from "./table.ts";

export const STUB_RESULTS = join(root, "scripts/compatibility/stubs/results.json");

export function readStubResults(): StubResults {
  return existsSync(STUB_RESULTS) ? JSON.parse(readFileSync(STUB_RESULTS, "utf8")) : {};
}

/**
 * In the order of the table, without stubs that were removed from it. A stub that is skipped here keeps the result of
 * another machine.
 */
export function mergeStubs(known: StubResults, now: StubResults): StubResults {
  const isSkipped = (name: string) => Object.values(now[name] ?? {}).some((outcome) => outcome.startsWith("skipped"));
  return Object.fromEntries(
    STUBS.flatMap(({ name }) => {
      const result = now[name] && !(isSkipped(name) && known[name]) ? now[name] : known[name];
      return result ? [[name, result]] : [];
    }),
  );
}

export const codeOf = (file: string): string => readFileSync(join(import.meta.dirname, "code", file), "utf8");
