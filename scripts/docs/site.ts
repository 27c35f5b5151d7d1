import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { inTurn } from "../in-turn.ts";
import { copyLicences } from "../licences.ts";
import { cliTree } from "./cli-tree.ts";
import { writeLibraryPages } from "./library.ts";
import { writeOwn } from "./own.ts";
import { renderReference } from "./reference.ts";

const run = promisify(execFile);

/** Two builds at the same time would overwrite the files of each other in docs/.astro, or the old site. */
const LOCK = ".cache/site.turn";

type SiteOptions = {
  /** The repository. */
  root: string;
  /**
   * Folder with openapi.json and asyncapi.json. Default `generated/`. With a deployment.json the site is that of the
   * deployment: its name, its facts, and no page about this project.
   */
  deployment?: string;
  /** Output folder. Default `docs/dist`. */
  out?: string;
  /** The path below which a host serves the site. Links are relative, so only 404.html needs it. Default `/`. */
  base?: string;
};

/**
 * Builds the documentation site. The old one stays until the new one is complete.
 * @returns the number of its pages.
 * @throws with what the builder said, if a page is wrong.
 */
export async function buildSite({
  root,
  deployment = "generated",
  out = "docs/dist",
  base = "/",
}: SiteOptions): Promise<number> {
  const folder = resolve(root, deployment);
  const target = resolve(root, out);
  if (!mayBeReplaced(target))
    throw new Error(`${out} holds something else than a site. Choose an empty folder, or a new one.`);
  for (const name of ["openapi.json", "asyncapi.json"])
    if (!existsSync(join(folder, name)))
      throw new Error(`${join(deployment, name)} is missing: a contract has openapi.json and asyncapi.json.`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  using temporary = mkdtempDisposableSync(join(root, ".cache/site-"));
  const cache = temporary.path;
  const fresh = join(cache, "dist");
  const redoc = join(cache, "redoc");
  mkdirSync(redoc);
  // What renders the pages lies here and finds its packages from here: those of the site come first.
  const packages = join(root, "docs/node_modules");
  if (existsSync(packages)) symlinkSync(packages, join(cache, "node_modules"), "junction");
  writeFileSync(join(cache, "cli.json"), JSON.stringify(cliTree()));
  if (existsSync(join(folder, "deployment.json"))) writeOwn(folder, cache);
  await writeLibraryPages(root);
  const env = { SITE_ROOT: root, SITE_CACHE: cache, SITE_OUT: fresh, SITE_BASE: base, CONTRACT_DIR: folder };
  await Promise.all([astroBuild(root, env), renderReference(root, redoc, folder)]);
  cpSync(redoc, fresh, { recursive: true });
  copyLicences("site", join(root, "docs/package.json"), fresh);
  await inTurn(join(root, LOCK), async () => replaceFolder(target, fresh));
  return readdirSync(target, { recursive: true }).filter((name) => /(^|[\\/])index\.html$/.test(String(name))).length;
}

/** A folder that is empty or an earlier site; nothing else is ever deleted. */
function mayBeReplaced(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, "openapi.html"));
}

/** Copies next to the target first, so that the swap is short and never leaves half a site. */
function replaceFolder(target: string, fresh: string): void {
  const beside = `${target}.new`;
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  cpSync(fresh, beside, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(beside, target);
}

/** Returns the variables that any process needs. Others, such as BASE_URL of a test runner, would change the pages. */
function surroundings(): NodeJS.ProcessEnv {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "APPDATA", "LOCALAPPDATA"];
  return Object.fromEntries(names.filter((name) => name in process.env).map((name) => [name, process.env[name]]));
}

/**
 * Astro in a process of its own, without its telemetry, without a word unless it fails. It works in the repository, not
 * in docs/: then it keeps its files where they go, except for docs/.astro.
 */
async function astroBuild(root: string, env: Record<string, string>): Promise<void> {
  const astro = createRequire(join(root, "docs/package.json"))
    .resolve("astro/package.json")
    .replace("package.json", "bin/astro.mjs");
  const options = {
    cwd: root,
    env: { ...surroundings(), ...env, ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production", NO_COLOR: "1" },
    maxBuffer: 16 * 1024 * 1024,
    timeout: 4 * 60_000,
  };
  try {
    await inTurn(join(root, LOCK), () => run(process.execPath, [astro, "build", "--root", "docs"], options));
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`The site was not built.\n${`${stdout}${stderr}`.trim().split("\n").slice(-25).join("\n")}`);
  }
}
