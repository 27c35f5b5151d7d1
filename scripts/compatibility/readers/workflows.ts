/** The onboarding workflow in runners of Arazzo. */

import { join } from "node:path";
import { REDOCLY } from "../../check/tools.ts";
import { writeDocument } from "../documents.ts";
import { cache, run } from "../tools.ts";
import { pythonRun, type Reader } from "./reader.ts";
import { sandboxUrls, tester, withSandbox } from "./testers.ts";

const ARAZZO = "`codegen/onboarding.arazzo.json`, which names `openapi.json` and `token.json` beside it";
/** The workflow and the documents that it names. */
const WORKFLOW = ["codegen/onboarding.arazzo.json", "codegen/openapi.json", "codegen/token.json"];

/** Runs the workflow with one host and with two, and counts the webhooks that the sandbox has afterwards. */
async function onboard(job: (workflow: string, inputs: string) => Promise<string>): Promise<string> {
  const counts = [];
  for (const separate of [false, true]) {
    const count = await withSandbox(separate, async (sandbox) => {
      const [workflow = ""] = WORKFLOW.map((name) =>
        writeDocument(name, sandboxUrls(sandbox), join(cache, "workflow")),
      );
      const { clients, apps } = await sandbox.control.state();
      const { code, clientId, clientSecret, redirectUri } = (await sandbox.driver.credentials?.()) ?? {};
      const places = { client: clients[0]?.iri, app: apps[0]?.iri, appId: String(apps[0]?.appId) };
      const inputs = {
        code,
        clientId,
        clientSecret,
        redirectUri,
        ...places,
        url: "https://hooks.example.com/payments",
      };
      await job(workflow, JSON.stringify(inputs)).catch(() => "");
      const { clientWebhooks, appWebhooks } = await sandbox.control.state();
      return clientWebhooks.length + appWebhooks.length;
    });
    counts.push(count);
  }
  if (counts.some((count) => count !== 2)) throw new Error(`Error: ${counts.join(" and ")} of 2 webhooks made`);
  return "all four steps, with one host and with two; the token is asked of its own host";
}

const arazzoRunner = (row: Reader) =>
  onboard((workflow, inputs) => {
    const words = ["execute-workflow", workflow, "--workflow-id", "onboarding", "--inputs", inputs];
    return pythonRun(row, "arazzo-runner", ...words);
  });

const respect = () =>
  onboard((workflow, inputs) =>
    run([process.execPath, REDOCLY, "respect", workflow, "--input", inputs], { cwd: cache }),
  );

// biome-ignore format: a table
export const WORKFLOWS: readonly Reader[] = [
  tester("arazzo-runner", "pypi arazzo-runner==0.9.6", ARAZZO,
    "`arazzo-runner execute-workflow onboarding.arazzo.json --workflow-id onboarding --inputs JSON`", arazzoRunner),
  tester("Redocly respect", "here @redocly/cli@2.77.0", ARAZZO,
    "`redocly respect onboarding.arazzo.json --input JSON`", respect),
];
