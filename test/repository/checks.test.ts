import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { files, read, root, trackedFiles } from "../support/repository.ts";

// TypeScript 7: a fifth of the CPU of 5.
const TSC = "node_modules/typescript-native/bin/tsc";
const run = promisify(execFile);

// Before any test, npm test checks the documents. test/on-demand/offline.test.ts runs all of npm run lint.
describe("what npm run checks", () => {
  it.each([
    // It remembers which files were right, as `npm run check` does.
    ["types", [TSC, "--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"]],
    ["format and lint of the code", ["node_modules/@biomejs/biome/bin/biome", "ci", "--reporter=summary"]],
  ])("%s", async (_, args) => {
    const { stdout, stderr, code } = await run(process.execPath, args, { cwd: root }).then(
      (r) => ({ ...r, code: 0 }),
      (error) => error,
    );
    expect(code, `${stdout}${stderr}`).toBe(0);
  });
});

describe("what is committed", () => {
  const text = trackedFiles().filter((file) => !/package-lock\.json$|\.(png|svg|woff2?)$/.test(file));

  it("names no folder of a machine", () => {
    const home = /\/root\/|\/home\/[a-z]+\/|\/Users\/[A-Za-z]+\/|C:\\\\Users/;
    expect(text.filter((file) => home.test(read(file)))).toEqual([]);
  });

  it("holds no key or token", () => {
    const credentials = [
      /-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[ps]_[A-Za-z0-9]{30}|\bAKIA[A-Z0-9]{16}/,
      /\bwhsec_[A-Za-z0-9+/]{24}|\bey[A-Za-z0-9_-]{15,}\.ey[A-Za-z0-9_-]{15,}/,
    ];
    const holds = (file: string) => credentials.some((pattern) => pattern.test(read(file)));
    expect(text.filter(holds)).toEqual([]);
  });

  it("leaves nothing switched off or open", () => {
    const marks = new RegExp(["\\.(on", "ly|to", "do)\\(|\\b(TO", "DO|FIX", "ME|XX", "X)\\b"].join(""));
    expect(
      text.filter((file) => /\.(ts|mjs|yaml)$/.test(file) && !file.startsWith("generated/") && marks.test(read(file))),
    ).toEqual([]);
  });

  it("mocks no module where earlier test files of the same process may have loaded it", () => {
    const tests = text.filter((file) => /^test\/(?!on-demand\/|support\/).*\.ts$/.test(file));
    expect(tests.filter((file) => /\bvi\.(do)?mock\(/i.test(read(file).replaceAll(/^ *\/\/.*$/gm, "")))).toEqual([]);
  });

  it("has small files in src and scripts", () => {
    const long = [...files("src", /\.ts$/), ...files("scripts", /\.ts$/)].filter(
      (file) => read(file).split("\n").length > 300,
    );
    expect(long).toEqual([]);
  });

  // Code is wrapped by Biome, which leaves comments alone. A dollar: the comment is part of a template.
  it("has comments that end before column 120", () => {
    const comment = /^\s*(\/\/|\/\*|\* )[^$]*$/;
    const own = text.filter((file) => /^(src|scripts|test|docs\/site)\/.*\.(ts|js|mjs)$/.test(file));
    const long = own
      .filter((file) => !file.includes("/templates/"))
      .flatMap((file) =>
        read(file)
          .split("\n")
          .filter((line) => line.length > 120 && comment.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(long).toEqual([]);
  });

  it("has the banner on every generated file", () => {
    const banner = /Made by \\?"npm run generate/;
    expect(files("generated", /./).filter((file) => !banner.test(read(file).slice(0, 300)))).toEqual([]);
  });
});
