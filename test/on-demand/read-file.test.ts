/** Reading what a user names: real pipes, and files that give nothing. */

import { execFile, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { FileRefused, readFileBounded } from "../../src/files/read-file.ts";
import { testFolder } from "../support/scratch.ts";

let folder: string;
let pipe: string;
beforeEach(() => {
  folder = testFolder("read-");
  pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
});

/** Runs a shell in the background; reading holds up the event loop of this process. */
const inShell = (command: string) => spawn("sh", ["-c", command], { stdio: "ignore", env: { ...process.env, pipe } });

const readOrReason = (path: string, bytesMax = 100) => {
  try {
    return readFileBounded(path, bytesMax).toString();
  } catch (error) {
    if (error instanceof FileRefused) return error.message;
    throw error;
  }
};

it("waits for the program that writes into a named pipe, and reads all of it", () => {
  inShell('sleep 1; (printf one; sleep 1; printf two) > "$pipe"');
  expect(readOrReason(pipe)).toBe("onetwo");
});

it("refuses what is larger, without reading to its end", () => {
  inShell('cat /dev/zero > "$pipe"');
  expect(readOrReason(pipe, 2 ** 21)).toBe("it is larger than 2 MiB");
});

it("gives up a pipe through which nothing comes, whether a program has opened it or not", async () => {
  const opened = `${pipe}.opened`;
  execFileSync("mkfifo", [opened]);
  const writer = spawn("sh", ["-c", `exec 3> "${opened}"; exec sleep 60`], { stdio: "ignore" });
  const read = (path: string) =>
    promisify(execFile)(process.execPath, ["src/cli.ts", "diff", path, path]).catch(({ stderr }) => stderr);
  try {
    for (const stderr of await Promise.all([pipe, opened].map(read)))
      expect(stderr).toContain("nothing came through it for 30 seconds");
  } finally {
    writer.kill();
  }
});
