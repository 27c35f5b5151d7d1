/** Runs the onboarding workflow by `redocly respect`, in a folder for each test, and reads what it checked. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type Respected, runRespect } from "../support/respect.ts";

export const SECRETS = { clientSecret: "client-secret-1f2e" };
export const INPUTS = {
  ...SECRETS,
  code: "<AUTHORIZATION_CODE>",
  clientId: "<CLIENT_ID>",
  redirectUri: "https://app.example.com/callback",
  client: "/api/clients/1",
  app: "/api/apps/7",
  appId: "7",
  url: "https://hooks.example.com/payments",
};

interface Run {
  readonly exitCode: number;
  readonly output: string;
  /** The log that respect writes. */
  readonly log: string;
  /** `step: check` for each one, in order. */
  readonly passed: string[];
  readonly failed: string[];
}

interface Log {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>;
}

interface Step {
  stepId: string;
  checks: { name: string; passed: boolean }[];
}

/** The folder of the test that runs. */
export let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workflow-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The workflow of `spec/workflows` against one origin. */
export async function respectBase(url: string, given: Partial<typeof INPUTS> = {}): Promise<Run> {
  return read(await runRespect(folder, url, { ...INPUTS, ...given }));
}

/** What a run checked, by its log. */
export async function read({ exitCode, output }: Respected): Promise<Run> {
  const log = await readFile(join(folder, "run.json"), "utf8");
  const workflows = Object.values((JSON.parse(log) as Log).files).flatMap(({ executedWorkflows }) => executedWorkflows);
  const checks = workflows
    .flatMap(({ executedSteps }) => executedSteps)
    .flatMap(({ stepId, checks }) => checks.map(({ name, passed }) => ({ name: `${stepId}: ${name}`, passed })));
  const listNames = (wanted: boolean) => checks.filter(({ passed }) => passed === wanted).map(({ name }) => name);
  return { exitCode, output, log, passed: listNames(true), failed: listNames(false) };
}

const STEPS = ["exchange", "createClientWebhook", "createAppWebhook", "listAppWebhooks"];
const CHECKS = ["success criteria check", "status code check", "content-type check", "schema check"];
export const EVERY_CHECK = STEPS.flatMap((step) => CHECKS.map((check) => `${step}: ${check}`));
