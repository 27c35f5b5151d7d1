/** Each block of the docs says how it is proven, and its types hold. test/on-demand/blocks.test.ts runs them. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/program.ts";
import { root, writeTsconfig } from "../support/repository.ts";
import { BLOCKS, findCommands, PAGES, PROGRAMS, useFolderOfPrograms } from "./blocks.ts";

const run = promisify(execFile);
const folder = useFolderOfPrograms();

it("says of every TypeScript block how it is proven", () => {
  expect(
    PROGRAMS.filter(
      ({ kind }) => !["receiver", "fetch", "script", "sandbox", "contract", "check", "driver", "vitest"].includes(kind),
    ).map(({ page, line }) => `${page}:${line}`),
  ).toEqual([]);
  expect(PROGRAMS.length).toBeGreaterThan(10);
});

it("has the right types", async () => {
  writeTsconfig(folder);
  const { stdout, code } = await run(process.execPath, [
    join(root, "node_modules/typescript-native/bin/tsc"),
    "--singleThreaded",
    "-p",
    folder,
  ]).then(
    (r) => ({ ...r, code: 0 }),
    (error) => error,
  );
  expect(code, stdout).toBe(0);
});

it("says of every shell block how it is proven", () => {
  // Those of kind `pipeline` are checked in ci.test.ts.
  const kinds = ["sandbox", "mock", "contract", "pipeline"];
  expect(BLOCKS.filter(({ language, kind }) => language === "sh" && !kinds.includes(kind))).toEqual([]);
});

it("has no block in a language that nothing proves", () => {
  const proven = ["ts", "sh", "yaml", "json", "python"];
  const other = BLOCKS.filter(({ language, kind }) => !proven.includes(language) && kind !== "stub");
  expect(other.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

it.each(BLOCKS.filter(({ language }) => language === "yaml" || language === "json"))("$page:$line parses", (block) => {
  expect(parse(block.code)).toBeTypeOf("object");
});

it.each(findCommands(PAGES))("$page: $text", ({ words }) => {
  const [unknown] = unknownIn(words);
  expect(unknown).toBeUndefined();
});

/** What the words of a command name that the command line does not have. */
function unknownIn(words: readonly string[]): string[] {
  let command: CommandUnknownOpts = createProgram();
  return words.filter((word) => {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
    const isOption = word.startsWith("--");
    const isVerb = !isOption && !next && command.commands.length > 0;
    return (
      isVerb || (isOption && !command.options.some(({ long }) => long === word.split("=")[0]) && word !== "--help")
    );
  });
}
