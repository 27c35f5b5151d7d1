/** A project with a recipe, as a person would have it: the package, the framework, the file to copy, its database. */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generateClient, type LanguageName } from "../../src/languages/index.ts";
import { freePort } from "../free-port.ts";
import { SECRET } from "../hosts/cases.ts";
import { type Running, spawnGroup, untilFinished, untilListening, untilSilent } from "../running.ts";
import type { Framework, Words } from "./framework.ts";
import { SETUPS } from "./table.ts";

export const root = join(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "frameworks-"));
// Servers that root starts run as another user.
chmodSync(scratch, 0o755);
process.once("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

/** A package that was generated and installed. `version`: of the language. `skip`: why it could not be. */
export interface Package {
  readonly folder: string;
  readonly version: string;
  readonly skip: string;
}

const packages = new Map<LanguageName, Promise<Package>>();

/** Generates the package of a language and installs what its frameworks need, once. */
export function preparePackage(language: LanguageName): Promise<Package> {
  const known = packages.get(language) ?? makePackage(language);
  packages.set(language, known);
  return known;
}

async function makePackage(language: LanguageName): Promise<Package> {
  const { toolchain, install = [], env } = SETUPS[language] ?? { toolchain: [] };
  const folder = join(scratch, `package-${language}`);
  await generateClient({ language, out: folder });
  const versions: string[] = [];
  for (const words of [...toolchain, ...install])
    try {
      versions.push(await runForLine(words, { package: folder }, folder, env));
    } catch (error) {
      return { folder, version: "", skip: String((error as Error).message) };
    }
  return { folder, version: versions[0] ?? "", skip: "" };
}

/** What stands for `<package>`, `<project>`, `<cache>`, `<port>` and others in the words of a row. */
type Places = Readonly<Record<string, string>>;

/** Replaces each `<name>` by its place. */
export function fillIn(text: string, places: Places): string {
  const all: Places = { cache: join(root, ".cache"), ...places };
  return text.replaceAll(/<(\w+)>/g, (word, name: string) => all[name] ?? word);
}

/** Runs a command to its end, and returns the first line that it printed. @throws if it fails */
export async function runForLine(words: Words, places: Places, cwd: string, env: Places = {}): Promise<string> {
  const running = run(words, places, cwd, env);
  await untilFinished(running, words.join(" "));
  return running.said().trim().split("\n")[0] ?? "";
}

function run(words: Words, places: Places, cwd: string, env: Places): Running {
  const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillIn(value, places)]));
  return spawnGroup(
    words.map((word) => fillIn(word, places)),
    cwd,
    { ...process.env, ...filled },
  );
}

/** A project that can be started again after it was killed. */
export interface Project {
  readonly folder: string;
  readonly url: string;
  start(): Promise<void>;
  /** Ends all of its processes at once, as a loss of power would. */
  kill(): Promise<void>;
  said(): string;
}

/** Returns the paths of a recipe in its package, by their places in a project. */
export function recipeFiles({ file, place, more = {} }: Pick<Framework, "file" | "place" | "more">): Places {
  const all = Object.entries({ [place]: file, ...more });
  return Object.fromEntries(all.map(([to, from]) => [to, `examples/frameworks/${from}`]));
}

/** Writes and builds a project. `address`: what the recipe gets as DATABASE_URL. `server`: places of the database. */
export async function makeProject(framework: Framework, address: string, server: Places): Promise<Project> {
  const { language, files = {}, build = [], start, path = "/hooks/payments" } = framework;
  const folder = join(scratch, framework.id);
  const from = (await preparePackage(language)).folder;
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const [port, port2] = [await freePort(), await freePort()];
  const places = { ...server, package: from, project: folder, port: `${port}`, port2: `${port2}` };
  const texts = new Map(Object.entries(files));
  for (const [to, file] of Object.entries(recipeFiles(framework)))
    texts.set(to, readFileSync(join(from, file), "utf8"));
  for (const [to, text] of texts) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    chmodSync(dirname(join(folder, to)), 0o777);
    writeFileSync(join(folder, to), fillIn(text, places));
  }
  const own = { PORT: "<port>", WEBHOOK_SECRET: SECRET, DATABASE_URL: address };
  const env = { ...own, ...SETUPS[language]?.env, ...framework.env };
  for (const words of build) await runForLine(words, places, folder, env);
  let running: Running | undefined;
  return {
    folder,
    url: `http://127.0.0.1:${port}${path}`,
    async start() {
      running = run(start, places, folder, env);
      await untilListening(port, running);
    },
    async kill() {
      running?.stop();
      await running?.ended;
      await untilSilent(port);
    },
    said: () => running?.said() ?? "",
  };
}
