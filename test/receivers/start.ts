/**
 * Starts one of the receivers that are programs of their own. Each reads PORT and WEBHOOK_SECRET, listens on
 * 127.0.0.1, and appends `{"id":…,"event":"…"}` as a line to the file named by PROCESSED for each event that takes
 * effect. The file is its memory as well.
 */

import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.ts";
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
  const env = {
    ...process.env,
    PORT: String(port),
    WEBHOOK_SECRET: secret,
    PROCESSED: file,
    PHP_CLI_SERVER_WORKERS: "8",
  };
  const [command = "", ...args] = program.run(port, out);
  const child = spawn(command, args, { env, stdio: "ignore", detached: true });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  const stop = async () => {
    try {
      process.kill(-(child.pid ?? Number.NaN));
    } catch {
      // It ended by itself.
    }
    await ended;
    remove();
  };

  if (!(await listens(port, 20_000))) {
    await stop();
    return `${language}: it does not listen.`;
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

function succeeds(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 120_000 });
    return true;
  } catch {
    return false;
  }
}

async function listens(port: number, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(50)) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isUp) return true;
  }
  return false;
}
