/**
 * Starts one of the receivers that are programs of their own. Each reads PORT and WEBHOOK_SECRET, listens on
 * 127.0.0.1, and appends `{"id":…,"event":"…"}` as a line to the file named by PROCESSED for each event that takes
 * effect. The file is its memory as well.
 */

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { spawnGroup, untilListening } from "../../scripts/running.ts";
import type { Processed, Receiver } from "./receivers.ts";

const here = import.meta.dirname;

type Program = { toolchain: string[]; build?: (out: string) => string[]; run: (port: number, out: string) => string[] };
const PROGRAMS: Record<string, Program> = {
  node: { toolchain: [process.execPath, "--version"], run: () => [process.execPath, join(here, "ours.ts")] },
  express: { toolchain: [process.execPath, "--version"], run: () => [process.execPath, join(here, "express.ts")] },
  python: { toolchain: ["python3", "--version"], run: () => ["python3", join(here, "python/receiver.py")] },
  go: {
    toolchain: ["go", "version"],
    build: (out) => ["go", "build", "-o", join(out, "receiver"), join(here, "go/receiver.go")],
    run: (_, out) => [join(out, "receiver")],
  },
  php: {
    toolchain: ["php", "--version"],
    run: (port) => ["php", "-d", "post_max_size=8M", "-S", `127.0.0.1:${port}`, join(here, "php/receiver.php")],
  },
  ruby: { toolchain: ["ruby", "--version"], run: () => ["ruby", join(here, "ruby/receiver.rb")] },
  perl: {
    toolchain: ["perl", "-MJSON::PP", "-MDigest::SHA", "-e", "1"],
    run: () => ["perl", join(here, "perl/receiver.pl")],
  },
};
export const RECEIVERS = Object.keys(PROGRAMS);

/** The running receiver, or a word why there is none. */
export async function startLanguage(language: string): Promise<Receiver | string> {
  const program = PROGRAMS[language];
  if (!program) return `There is no receiver called ${language}.`;
  const [tool = "", ...probe] = program.toolchain;
  if (!succeeds(tool, probe)) return `${language}: ${tool} is not installed.`;

  const out = mkdtempSync(join(tmpdir(), "receiver-"));
  const remove = () => rmSync(out, { recursive: true, force: true });
  const [builder, ...built] = program.build?.(out) ?? [];
  if (builder && !succeeds(builder, built)) {
    remove();
    return `${language}: it does not build.`;
  }

  const file = join(out, "processed.jsonl");
  writeFileSync(file, "");
  const port = await freePort();
  const secret = randomBytes(24).toString("base64url");
  const env = { PORT: String(port), WEBHOOK_SECRET: secret, PROCESSED: file, PHP_CLI_SERVER_WORKERS: "8" };
  const running = spawnGroup(program.run(port, out), out, { ...process.env, ...env });
  const stop = async () => {
    running.stop();
    await running.ended;
    remove();
  };
  try {
    await untilListening(port, running);
  } catch (error) {
    await stop();
    return `${language}: ${(error as Error).message}`;
  }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    secret,
    driver: {
      async processed() {
        const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
        return lines.map((line): Processed => JSON.parse(line));
      },
      async settle() {},
      async reset() {
        writeFileSync(file, "");
      },
    },
    stop,
  };
}

const succeeds = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: "ignore", timeout: 300_000 }).status === 0;
