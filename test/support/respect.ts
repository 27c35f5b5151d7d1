/** `redocly respect` over the onboarding workflow of `spec/workflows` and the bundled document. */

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import document from "../../generated/openapi.json" with { type: "json" };
import { REDOCLY } from "../../scripts/check/tools.ts";
import { root } from "./repository.ts";

/** What the workflow asks its caller for. */
export interface WorkflowInputs {
  readonly code: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly client: string;
  readonly app: string;
  readonly appId: string;
  readonly url: string;
}

/** Respect knows no ranges, and takes objects for closed. A copy says both; the document stays as it is. */
// biome-ignore lint/suspicious/noExplicitAny: a document is walked as it comes
function forRespect(node: any, url: string): any {
  if (Array.isArray(node)) return node.map((item) => forRespect(item, url));
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forRespect(value, url)]));
  if (copy.type === "object" && copy.properties) copy.additionalProperties = true;
  if (Array.isArray(copy.servers)) copy.servers = [{ url }];
  const { "2XX": success, "4XX": rejected, ...responses } = copy.responses ?? {};
  if (success) for (const status of [200, 201, 202]) responses[status] = success;
  if (rejected) for (const status of [400, 401, 403, 404, 409, 415, 422, 429]) responses[status] = rejected;
  if (success) copy.responses = responses;
  return copy;
}

/** What it ended with. The log stands in `run.json` in its folder, if there is one. */
export interface Respected {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs the workflow of `spec/workflows` in an empty folder, against one origin for both servers. */
export async function runRespect(folder: string, url: string, inputs: WorkflowInputs): Promise<Respected> {
  const workflow = await readFile(join(root, "spec/workflows/onboarding.arazzo.yaml"), "utf8");
  if (!workflow.includes("url: ../openapi.yaml")) throw new Error("The workflow names its document otherwise.");
  await writeFile(join(folder, "onboarding.arazzo.yaml"), workflow.replace("../openapi.yaml", "openapi.json"));
  await writeFile(join(folder, "openapi.json"), JSON.stringify(forRespect(document, url)));
  return respect(folder, "onboarding.arazzo.yaml", inputs);
}

/** Runs a workflow of a folder as it is, with what it asks for. */
export async function respect(folder: string, workflow: string, inputs: WorkflowInputs): Promise<Respected> {
  await writeFile(join(folder, "redocly.yaml"), "telemetry: off\n");
  const more = ["--input", JSON.stringify(inputs), "--json-output", "run.json", "--verbose"];
  // Under vitest respect would mask what it prints.
  const { VITEST: _vitest, NODE_ENV: _mode, ...inherited } = process.env;
  const env = {
    ...inherited,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
    CI: "1",
  };
  const options = { cwd: folder, env, timeout: 300_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [REDOCLY, "respect", workflow, ...more], options, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
    );
  });
}
