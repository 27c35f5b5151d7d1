/** Testers, mocks and runners of requests, against our sandbox on loopback. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapi from "../../../generated/openapi.json" with { type: "json" };
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { freePort } from "../../free-port.ts";
import { spawnGroup, untilListening } from "../../running.ts";
import { writeDocument } from "../documents.ts";
import { OPERATIONS, TOKEN } from "../service.ts";
import { cache, install, root, run } from "../tools.ts";
import { file, pythonRun, type Reader, rowsIn } from "./reader.ts";

export const tester = rowsIn("testers");

/** Starts a sandbox for one job. @param separate whether the token has a host of its own */
export async function withSandbox<T>(separate: boolean, job: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox(separate ? { overrides: { authPort: "separate" } } : {});
  try {
    return await job(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Returns the URLs of the two hosts of a sandbox. */
export const sandboxUrls = ({ baseUrl, authUrl }: Sandbox) => ({ api: baseUrl, auth: authUrl });

/** By operation, the code that the sandbox answers: some testers want one code for each answer. */
const CODES = [
  ["/oauth/v2/token", "post", "200"],
  ["/api/client_webhooks", "post", "201"],
  ["/api/apps/{id}/app_webhooks", "get", "200"],
  ["/api/app_webhooks", "post", "201"],
] as const;
// biome-ignore lint/suspicious/noExplicitAny: the document is read by path
const paths: any = openapi.paths;
const CODED = CODES.flatMap(([path, method, code]) => {
  const target = `$.paths['${path}'].${method}.responses`;
  const answer = paths[path][method].responses["2XX"];
  return [
    { target: `${target}['2XX']`, remove: true },
    { target, update: { [code]: answer } },
  ];
});
/** Writes the document of a deployment that states its status codes in an overlay. @returns its path */
const writeCoded = (sandbox: Sandbox): string =>
  writeDocument("codegen/openapi-3.0.yaml", sandboxUrls(sandbox), join(cache, "coded"), CODED);

/** All checks but the one that takes a refusal of schema-valid data for a failure: the documents tell them in words. */
const EXCLUDED = "positive_data_acceptance";

const schemathesis = (row: Reader) =>
  withSandbox(false, async ({ baseUrl, driver }) => {
    const output = await pythonRun(
      row,
      "schemathesis",
      "run",
      file("openapi.json"),
      ...[
        ...["--url", baseUrl, "-H", `Authorization: Bearer ${await driver.accessToken?.()}`, "--no-color"],
        ...["--exclude-checks", EXCLUDED, "--phases", "examples,coverage,fuzzing", "--seed", "1"],
      ],
    );
    const [, cases] = /(\d+) generated, \1? ?/.exec(output) ?? /(\d+) generated/.exec(output) ?? [];
    const [, tested] = /Tested: (\d+)/.exec(output) ?? [];
    if (!cases || tested !== "4") throw new Error(`Error: ${tested} operations tested`);
    return `${cases} cases over ${tested} operations, no failure`;
  });

const newman = ({ install: what }: Reader) =>
  withSandbox(true, async ({ baseUrl, authUrl }) => {
    const report = join(cache, "newman.json");
    rmSync(report, { force: true });
    const values = { base_url: baseUrl, auth_url: authUrl, webhook_url: "https://hooks.example.com/payments" };
    const variables = Object.entries({ ...values, app_webhook_url: "https://hooks.example.com/app" });
    await run([
      ...[process.execPath, join(await install(what), "node_modules/newman/bin/newman.js"), "run"],
      ...[file("postman/collection.json"), "--environment", file("postman/environment.json")],
      ...["--folder", "Sandbox only", "--folder", "Operations"],
      ...variables.flatMap(([name, value]) => ["--env-var", `${name}=${value}`]),
      ...["--reporters", "json", "--reporter-json-export", report],
    ]);
    const { executions, failures } = JSON.parse(readFileSync(report, "utf8")).run;
    const codes: number[] = executions.map(({ response }: { response?: { code: number } }) => response?.code ?? 0);
    if (failures.length > 0 || codes.some((code) => code < 200 || code > 299))
      throw new Error(`Error: answered ${codes.join(", ")}`);
    return `${codes.length} requests, from a code to both webhooks; the token is asked of its own host`;
  });

/** What a user of Dredd writes (the page shows it): it makes no form of an example, and takes `default` for 200. */
const dreddHooks = (): string =>
  /```js stub\n(.*?)```/s.exec(readFileSync(join(root, "docs/compatibility.md"), "utf8"))?.[1] ?? "";

const dredd = ({ install: what }: Reader) =>
  withSandbox(false, async (sandbox) => {
    const document = writeCoded(sandbox);
    const hooks = join(dirname(document), "hooks.cjs");
    const {
      code = "",
      clientId = "",
      clientSecret = "",
      redirectUri = "",
    } = (await sandbox.driver.credentials?.()) ?? {};
    const app = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri };
    const form = new URLSearchParams({ grant_type: "authorization_code", code, ...app });
    writeFileSync(hooks, dreddHooks().replace("FORM", String(form)));
    const output = await run([
      ...[process.execPath, join(await install(what), "node_modules/dredd/bin/dredd"), document],
      ...[sandbox.baseUrl, "--hookfiles", hooks],
      ...["--header", `Authorization: Bearer ${await sandbox.driver.accessToken?.()}`],
    ]);
    const [, passing, failing] = /(\d+) passing, (\d+) failing/.exec(output) ?? [];
    if (passing !== "4" || failing !== "0") throw new Error(`Error: ${passing} passing, ${failing} failing`);
    return `${passing} of 4 operations pass`;
  });

/** The command that runs it. */
async function specmatic({ install: what }: Reader): Promise<readonly string[]> {
  return ["java", "-jar", join(await install(what), "node_modules/specmatic/specmatic.jar")];
}

const specmaticTest = (row: Reader) =>
  withSandbox(false, async (sandbox) => {
    const document = writeCoded(sandbox);
    const words = ["test", document, "--testBaseURL", sandbox.baseUrl, "--filter", "STATUS='201'"];
    const env = { accessToken: (await sandbox.driver.accessToken?.()) ?? "", SPECMATIC_TELEMETRY: "false" };
    const output = await run([...(await specmatic(row)), ...words], { cwd: dirname(document), env });
    const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? [];
    if (total !== "2" || passed !== "2") throw new Error(`Error: ${passed} of ${total} tests pass`);
    return "both registrations pass, each with its example; token exchange and list would need values of the service";
  });

/** Starts the stub, and sends what it has to answer and what it has to refuse. */
async function specmaticStub(row: Reader): Promise<string> {
  const port = await freePort();
  const place = ["stub", file("codegen/openapi-3.0.yaml"), "--host", "127.0.0.1", "--port", String(port)];
  const env = { ...process.env, SPECMATIC_TELEMETRY: "false" };
  using stub = spawnGroup([...(await specmatic(row)), ...place], cache, env);
  const base = `http://127.0.0.1:${port}`;
  const send = async ([method = "", path = ""]: string[], body?: object): Promise<number> => {
    const isForm = path.startsWith("/oauth");
    const text = isForm ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
    const type = { "content-type": `application/${isForm ? "x-www-form-urlencoded" : "json"}` };
    const headers = { authorization: `Bearer ${TOKEN}`, ...(body && type) };
    return (await fetch(base + path, { method, headers, ...(body && { body: text }) })).status;
  };
  await untilListening(port, stub);
  const answered: number[] = [];
  for (const { request, sent } of Object.values(OPERATIONS)) answered.push(await send(request.split(" "), sent));
  const empty = await send(["POST", "/api/client_webhooks"], {});
  if (answered.join() !== "200,200,200,200" || empty !== 400)
    throw new Error(`Error: answers ${answered.join()}, and ${empty} to an empty registration`);
  return "all four operations answered; an empty registration is refused with 400";
}

const STATED = "`codegen/openapi-3.0.yaml` with your status codes in an overlay, on the sandbox";
const SPECMATIC = "jar specmatic@2.55.1";

// biome-ignore format: a table
export const TESTERS: readonly Reader[] = [
  tester("Schemathesis", "pypi schemathesis==4.32.5", "`openapi.json`, on the sandbox",
    `\`schemathesis run openapi.json --url URL -H "Authorization: Bearer TOKEN" --exclude-checks ${EXCLUDED}` +
      " --phases examples,coverage,fuzzing --seed 1`",
    schemathesis),
  tester("newman, Postman's runner", "npm newman@6.2.2",
    "`postman/collection.json`, `postman/environment.json`, on a sandbox with two ports",
    '`newman run collection.json --environment environment.json --folder "Sandbox only" --folder Operations`', newman),
  tester("Dredd", "npm dredd@14.1.0", STATED,
    `\`dredd openapi-3.0.yaml URL --header "Authorization: Bearer TOKEN" --hookfiles hooks.js\`;` +
      " [hooks.js](#dredd-and-specmatic) fills in the form of the token exchange and skips `default`",
    dredd),
  tester("Specmatic test", SPECMATIC, STATED,
    "`accessToken=TOKEN java -jar specmatic.jar test openapi-3.0.yaml --testBaseURL URL --filter \"STATUS='201'\"`:" +
      " the token in the environment, under the name of its scheme",
    specmaticTest),
  tester("Specmatic stub", SPECMATIC, "`codegen/openapi-3.0.yaml`",
    "`java -jar specmatic.jar stub openapi-3.0.yaml --host 127.0.0.1 --port PORT`", specmaticStub),
];
