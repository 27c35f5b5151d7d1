import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { errorCode } from "../../src/errors/caught.ts";
import type { Registry } from "./registry.ts";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
}

/** What takes long, and is a command of its own. */
const LEFT_OUT = /^npm (?:ci|test|run test:all)$/;

/** The steps of a job of the release workflow that run commands. */
export function readSteps(root: string, job: string): { title: string; run: string }[] {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as {
    jobs: Record<string, { steps: Step[] }>;
  };
  return (jobs[job]?.steps ?? []).flatMap(({ name, run }) =>
    run === undefined || LEFT_OUT.test(run) ? [] : [{ title: name ?? run, run }],
  );
}

/**
 * Runs the lines of a step as GitHub does: by bash, which ends at the first that fails.
 *
 * @returns what the step told the following ones
 * @throws Error with what it printed
 */
export async function runStep(
  { title, run }: { title: string; run: string },
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Record<string, string>> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "rehearse-step-"));
  const outputs = join(folder.path, "outputs");
  const options = { cwd, env: { ...process.env, ...env, GITHUB_OUTPUT: outputs }, maxBuffer: 2 ** 26 };
  // Not synchronous: npm publishes to a registry in this process.
  await new Promise<void>((resolve, reject) => {
    execFile("bash", ["-eo", "pipefail", "-c", run], options, (error, stdout, stderr) => {
      if (errorCode(error) === "ENOENT") reject(new Error("The lines of the workflow need bash."));
      else if (error) reject(new Error(`"${title}" ended with ${error.code}:\n${(stdout + stderr).slice(-3000)}`));
      else resolve();
    });
  });
  return Object.fromEntries(readIfThere(outputs).map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

/**
 * The job that publishes, in a folder that holds nothing but what the first job handed over. Provenance is left out:
 * only GitHub can sign it.
 */
export async function publishFrom(root: string, registry: Registry, told: Record<string, string>): Promise<void> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), "rehearse-publish-"));
  const folder = temporary.path;
  mkdirSync(join(folder, "out"));
  cpSync(join(root, "out"), join(folder, "out"), { recursive: true });
  const env = {
    TARBALL: told["tarball"] ?? "",
    SHA256: told["sha256"] ?? "",
    ...npmEnvironment(registry),
  };
  for (const step of readSteps(root, "publish"))
    await runStep({ ...step, run: step.run.replace(" --provenance", "") }, { cwd: folder, env });
}

/** npm takes its configuration from the environment, too. */
export function npmEnvironment({ url, token }: Registry): Record<string, string> {
  return {
    npm_config_registry: url,
    [`npm_config_${url.slice("http:".length)}:_authToken`]: token,
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}

function readIfThere(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}
