import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { findNotes, listExits } from "../../src/cli/notes.ts";
import { createProgram } from "../../src/cli/program.ts";
import { narrowText } from "../../src/cli/terminal-width.ts";
import { read } from "../support/repository.ts";
import { CLI, cli, cliHere, scratch } from "./run.ts";

const folder = scratch();
const ESCAPES = "\x1b[31mred\x1b]0;title\x07\r\u202e\u009b2J";
const harmful = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

type Tree = ReturnType<typeof createProgram>;
const leaves = (command: Tree, path = ""): [string, Tree][] =>
  command.commands.length === 0
    ? [[path.trim(), command]]
    : command.commands.flatMap((one) => leaves(one as Tree, `${path} ${one.name()}`));

describe("the help", () => {
  it.each(leaves(createProgram()))("of %s says all that is needed", (path, command) => {
    const notes = findNotes(command);
    if (!notes) throw new Error(`${path} has no notes`);
    expect(command.description()).toMatch(/^[a-z].*[^.]$/);
    expect([notes.prints.endsWith("."), notes.examples.length > 0]).toEqual([true, true]);
    expect(notes.examples.some(([line]) => line.includes(`collections-contract ${path}`))).toBe(true);
    for (const option of command.options) expect(option.description, option.flags).not.toBe("");
    for (const argument of command.registeredArguments) expect(argument.description, argument.name()).not.toBe("");
    expect(listExits(notes).map(([code]) => code)).toEqual(expect.arrayContaining([2, 130]));
  });

  it("of examples holds only options that exist", () => {
    for (const [path, command] of leaves(createProgram())) {
      const known = command.options.flatMap(({ long, short }) => [long, short]);
      const own = findNotes(command)?.examples.filter(([line]) => line.includes(`collections-contract ${path}`)) ?? [];
      const used = own.flatMap(([line]) => line.match(/(?<= )--?[a-z][a-z-]*/g) ?? []);
      expect(
        used.filter((option) => !known.includes(option)),
        path,
      ).toEqual([]);
    }
  });

  it("goes to standard output when it was asked for, and to standard error when not", async () => {
    const asked = await cli(["sign", "--help"]);
    expect([asked.code, asked.stderr]).toEqual([0, ""]);
    for (const part of ["Usage:", "Arguments:", "--secret-file", "Standard output:", "Exit codes:", "Examples:"])
      expect(asked.stdout).toContain(part);
    expect(await cli(["help", "sign"])).toEqual(asked);
    const nothing = await cli([]);
    expect([nothing.code, nothing.stdout]).toEqual([2, ""]);
    expect(nothing.stderr).toContain("Commands:");
  });

  it("has colours where they are wanted", async () => {
    const [plain, forced, refused] = await Promise.all([
      cli(["--help"]),
      cli(["--help"], { env: { FORCE_COLOR: "1" } }),
      cli(["verify", "--signature", "x"], { env: { NO_COLOR: "1", WEBHOOK_SECRET: "x" } }),
    ]);
    expect(plain.stdout).not.toContain("\x1b");
    expect(forced.stdout).toContain("\x1b[1m");
    expect(refused.stdout).not.toContain("\x1b");
  });

  it("tells the version of the package", async () => {
    expect((await cli(["--version"])).stdout).toBe(`${JSON.parse(read("package.json")).version}\n`);
  });
});

describe("the help on a narrow terminal", () => {
  const all = (command: CommandUnknownOpts): CommandUnknownOpts[] => [command, ...command.commands.flatMap(all)];
  it.each(all(createProgram()).map((command) => [command.name(), command] as const))("of %s fits", (_, command) => {
    const text = narrowText(command.helpInformation(), 60);
    const wide = text.split("\n").filter((line) => line.length > 60);
    // A URL is not broken.
    expect(wide.filter((line) => !/^ *\S+$/.test(line))).toEqual([]);
    expect(text.replaceAll(/\s+/g, " ")).toBe(command.helpInformation().replaceAll(/\s+/g, " "));
  });
});

describe("wrong use", () => {
  it.each([
    [["verfy"], "Did you mean verify?", "collections-contract --help"],
    [["test", "apo", "--help"], "Did you mean api?", "collections-contract test --help"],
    [["help", "inbox", "shw"], "Did you mean show?", "collections-contract inbox --help"],
    [["sandbox", "--prot", "1"], "Did you mean --port?", "collections-contract sandbox --help"],
    [["verify"], "--signature", "collections-contract verify --help"],
    [["verify", "--signatur", "x"], "Did you mean --signature?", "collections-contract verify --help"],
    [["send", "--uri", "x"], "Did you mean --url?", "collections-contract send --help"],
    [["sign", "a", "b"], "too many arguments", "collections-contract sign --help"],
    [["generate", "--language", "Python", "--out", "x"], "php, python, ruby", "explain language_unknown"],
    [["test", "api", "--list", "--only", "nothing"], "--list", "explain only_unknown"],
    [["completion", "tcsh"], "bash, zsh, fish", "collections-contract completion --help"],
    [["mock", "--port", "99999"], "65535", "collections-contract mock --help"],
  ])("%j ends with 2, and says what to do", async (args, hint, help) => {
    const { code, stdout, stderr } = await cliHere(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^(wrong_use|language_unknown|only_unknown): /);
    for (const text of [hint, help]) expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("is one JSON object with --json, whatever else there was to say", async () => {
    for (const args of [
      ["sign", "--json", "--bogus"],
      ["sign", "--secret", "x", "--json", "missing"],
    ]) {
      const { code, stdout, stderr } = await cliHere(args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(Object.keys(JSON.parse(stderr).error)).toEqual(["code", "message", "help"]);
    }
  });
});

describe("what came from outside", () => {
  it.each([
    ["an option", ["sign", `--${ESCAPES}`]],
    ["a command", [ESCAPES]],
    ["a file", ["sign", ESCAPES, "--secret", "x"]],
    ["a driver", ["test", "api", "--driver", ESCAPES]],
    ["a forward", ["sandbox", "--forward", ESCAPES]],
    ["a profile", ["sandbox", "--profile", ESCAPES]],
    ["a code", ["explain", ESCAPES]],
    ["a language", ["generate", "--language", ESCAPES, "--out", "x"]],
  ])("is harmless in a message: %s", async (_, args) => {
    const { code, stdout, stderr } = await cliHere(args, { cwd: folder });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toMatch(harmful);
    expect(stderr).toContain("\\u001b");
  });

  const URL_OF_USER = "http://user:s3cr3t@127.0.0.1:9";

  it.each([
    ["an argument too many", ["inbox", "list", URL_OF_USER]],
    ["a public URL", ["sandbox", "--public-url", URL_OF_USER]],
    ["a forward", ["sandbox", "--forward", `https://hooks.example.com=${URL_OF_USER}`]],
    ["a document", ["diff", URL_OF_USER, "x"]],
    ["a receiver", ["send", "--secret", "x", "--url", URL_OF_USER]],
    ["a code", ["explain", URL_OF_USER]],
  ])("shows no password of a URL: %s", async (_, args) => {
    const { code, stdout, stderr } = await cliHere(args, { cwd: folder });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toContain("s3cr3t");
  });

  it("is harmless in the name of a folder", async () => {
    for (const more of [[], ["--json"]]) {
      const out = join(folder, `out${more.length}${ESCAPES}`);
      const { code, stdout } = await cliHere(["generate", "--language", "python", "--out", out, ...more]);
      expect([code, harmful.test(stdout)]).toEqual([0, false]);
      expect(stdout).toContain("\\u001b");
    }
  });

  it("is harmless in a report", async () => {
    const driver = `export default {
      baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9",
      start() { throw new Error(${JSON.stringify(ESCAPES)}); },
    };`;
    writeFileSync(join(folder, "driver.mjs"), driver);
    for (const more of [[], ["--json"]]) {
      const { stdout, stderr } = await cli(["test", "api", "--driver", "driver.mjs", ...more], { cwd: folder });
      expect(stdout).toContain("driver_threw");
      expect(stdout + stderr).not.toMatch(harmful);
    }
  });
});

describe("the process", () => {
  it("ends quietly when nobody reads on", async () => {
    const child = spawn(process.execPath, [CLI, "explain"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    const [[code], stderr] = await Promise.all([once(child, "close"), text(child.stderr)]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it.skipIf(!existsSync("/dev/full"))("does not take output that was lost for a success", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [CLI, "explain"], { stdio: ["ignore", full, "pipe"] });
    const [[code], stderr] = await Promise.all([once(child, "close"), text(child.stderr as Readable)]);
    closeSync(full);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^file_unwritable: .*ENOSPC/)]);
  });

  it("says under an old Node what is needed, and lets only the doctor look", async () => {
    const old = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(old)}` };
    const [refused, helped, examined] = await Promise.all([
      cli(["sandbox", "--port", "0"], { env }),
      cli(["sandbox", "--help"], { env }),
      cli(["doctor"], { env }),
    ]);
    expect([refused.code, refused.stdout, helped.code, examined.code]).toEqual([2, "", 0, 1]);
    expect(refused.stderr).toMatch(/^node_too_old: This is Node 20\.20\.2; .*22\.19\.0 or newer/);
  });

  it("ends with 130 when it is interrupted", async () => {
    const { server, url, stop } = await listen(() => undefined);
    const connected = new Promise((resolve) => server.once("connection", resolve));
    const [waiting, sending] = await Promise.all([
      // It says who can read the secret, and then waits for its input.
      cli(["sign", "--secret", "x"], { during: (child) => child.stderr?.once("data", () => child.kill("SIGINT")) }),
      cli(["send", "--url", url, "--app"], { during: (child) => connected.then(() => child.kill("SIGINT")) }),
      cli(["generate", "--language", "php", "--out", join(folder, "php")], {
        during: (child) => watch(folder).once("change", () => child.kill("SIGINT")),
      }),
    ]);
    expect(readdirSync(folder).filter((name) => name.startsWith(".php"))).toEqual([]);
    await stop();
    expect([waiting.code, sending.code, sending.stderr]).toEqual([130, 130, ""]);
  });

  it.each([
    ["in a command", ["doctor"], "globalThis.Date=class{constructor(){throw new Error('own')}}"],
    [
      "beside it",
      ["sign"],
      "setInterval(()=>{if(process.listenerCount('uncaughtException'))throw new Error('own')},50)",
    ],
  ])("shows no stack for what nobody foresaw, unless it is asked to: %s", async (_, args, code) => {
    const run = (debug: string) => {
      const env = {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(code)}`,
        COLLECTIONS_CONTRACT_DEBUG: debug,
      };
      return cli(args, { env: { ...env, WEBHOOK_SECRET: "x" }, during: () => undefined });
    };
    const [plain, debug] = await Promise.all([run(""), run("1")]);
    expect([plain.code, plain.stderr]).toEqual([2, expect.stringMatching(/^unexpected_error: .*own/)]);
    expect(plain.stderr).not.toMatch(/^\s+at /m);
    expect(debug.stderr).toMatch(/^\s+at /m);
  });
});
