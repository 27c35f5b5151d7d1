/** Testers and stubs that want one status code for each answer: a deployment states it. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../free-port.ts";
import { onDemand } from "../../on-demand.ts";
import { OPERATION_IDS, OPERATIONS } from "../answers.ts";
import { cache, missing, root, run } from "../tools.ts";
import { NPM_READERS } from "../versions.ts";
import { had, type Reader, Skipped } from "./reader.ts";
import { writeStated } from "./stated.ts";
import { withSandbox } from "./testers.ts";

/** What a user of Dredd writes: it makes no form of an example, and takes `default` for 200. */
export const DREDD_HOOKS = `const { beforeEach } = require("hooks");
beforeEach((transaction, done) => {
  if (/token$/.test(transaction.fullPath)) transaction.request.body = "FORM";
  transaction.skip = !/ > application\\/json$/.test(transaction.name);
  done();
});
`;

/** The command that runs it. */
async function specmatic(): Promise<[string, ...string[]]> {
  if (missing(["java"]).length > 0) throw new Skipped("java not found");
  const { folder, skip } = await onDemand("specmatic", { ...NPM_READERS.specmatic });
  return ["java", "-jar", join(had(folder, skip || undefined), "node_modules/specmatic/specmatic.jar")];
}

const FORM = "application/x-www-form-urlencoded";

/** Starts the stub, and sends what it has to answer and what it has to refuse. */
async function stub(): Promise<string> {
  const [file, ...words] = await specmatic();
  const port = await freePort();
  const document = join(root, "generated/codegen/openapi-3.0.yaml");
  const child = spawn(file, [...words, "stub", document, "--host", "127.0.0.1", "--port", String(port)], {
    ...{ cwd: cache, stdio: "ignore", env: { ...process.env, SPECMATIC_TELEMETRY: "false" } },
  });
  try {
    const base = `http://127.0.0.1:${port}`;
    await until(() => fetch(base).then(() => true));
    const heard = await Promise.all(
      OPERATION_IDS.map(async (id) => {
        const { method, path, sent } = OPERATIONS[id];
        const isForm = id === "exchangeAuthorizationCode";
        const body = isForm ? String(new URLSearchParams(sent as Record<string, string>)) : JSON.stringify(sent);
        const type = sent && { "content-type": isForm ? FORM : "application/json" };
        const headers = { authorization: "Bearer a-token", ...type };
        return (await fetch(base + path, { method, headers, ...(sent && { body }) })).status;
      }),
    );
    const { method, path } = OPERATIONS.createClientWebhook;
    const headers = { authorization: "Bearer a-token", "content-type": "application/json" };
    const empty = await fetch(base + path, { method, headers, body: "{}" });
    if (heard.join() !== "200,200,200,200" || empty.status !== 400)
      throw new Error(`Error: answers ${heard.join()}, and ${empty.status} to an empty registration`);
    return "all four operations answered; an empty registration is refused with 400";
  } finally {
    child.kill("SIGKILL");
  }
}

/** Tries each half second, for a minute. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if (await holds().catch(() => false)) return;
    await setTimeout(500);
  }
  throw new Error("Error: it did not start within a minute");
}

export const CODED: readonly Reader[] = [
  {
    name: "Dredd",
    version: NPM_READERS.judges.dredd,
    from: "npm",
    group: "testers",
    files: "`codegen/openapi-3.0.yaml` with your status codes in an overlay, on the sandbox",
    how: `\`dredd openapi-3.0.yaml URL --header "Authorization: Bearer TOKEN" --hookfiles hooks.js\`; [hooks.js](#dredd-and-specmatic) fills in the form of the token exchange and skips \`default\``,
    quick: false,
    run: () =>
      withSandbox(false, async (sandbox) => {
        const { folder, skip } = await onDemand("judges", { ...NPM_READERS.judges });
        const document = writeStated("codegen/openapi-3.0.yaml", { api: sandbox.baseUrl, auth: sandbox.authUrl });
        const hooks = join(dirname(document), "hooks.cjs");
        const { code, clientId, clientSecret, redirectUri } = (await sandbox.driver.credentials?.()) ?? {};
        const app = { client_id: clientId ?? "", client_secret: clientSecret ?? "", redirect_uri: redirectUri ?? "" };
        const form = new URLSearchParams({ grant_type: "authorization_code", code: code ?? "", ...app });
        writeFileSync(hooks, DREDD_HOOKS.replace("FORM", String(form)));
        const output = await run([
          ...[process.execPath, join(had(folder, skip || undefined), "node_modules/dredd/bin/dredd"), document],
          ...[sandbox.baseUrl, "--hookfiles", hooks],
          ...["--header", `Authorization: Bearer ${await sandbox.driver.accessToken?.()}`],
        ]);
        const [, passing, failing] = /(\d+) passing, (\d+) failing/.exec(output) ?? [];
        if (passing !== "4" || failing !== "0") throw new Error(`Error: ${passing} passing, ${failing} failing`);
        return `${passing} of 4 operations pass`;
      }),
  },
  {
    name: "Specmatic test",
    version: NPM_READERS.specmatic.specmatic,
    from: "npm, which brings its jar",
    group: "testers",
    files: "`codegen/openapi-3.0.yaml` with your status codes in an overlay, on the sandbox",
    how: "`accessToken=TOKEN java -jar specmatic.jar test openapi-3.0.yaml --testBaseURL URL --filter \"STATUS='201'\"`: the token in the environment, under the name of its scheme",
    quick: false,
    run: () =>
      withSandbox(false, async (sandbox) => {
        const document = writeStated("codegen/openapi-3.0.yaml", { api: sandbox.baseUrl, auth: sandbox.authUrl });
        const words = ["test", document, "--testBaseURL", sandbox.baseUrl, "--filter", "STATUS='201'"];
        const env = { accessToken: (await sandbox.driver.accessToken?.()) ?? "", SPECMATIC_TELEMETRY: "false" };
        const output = await run([...(await specmatic()), ...words], { cwd: dirname(document), env });
        const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? [];
        if (total !== "2" || passed !== "2") throw new Error(`Error: ${passed} of ${total} tests pass`);
        return "both registrations pass, each with its example; the token exchange and the list would need values of the service";
      }),
  },
  {
    name: "Specmatic stub",
    version: NPM_READERS.specmatic.specmatic,
    from: "npm, which brings its jar",
    group: "testers",
    files: "`codegen/openapi-3.0.yaml`",
    how: "`java -jar specmatic.jar stub openapi-3.0.yaml --host 127.0.0.1 --port PORT`",
    quick: false,
    run: stub,
  },
];
