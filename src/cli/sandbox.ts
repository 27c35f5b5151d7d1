/** `collections-contract sandbox`: starts it, tells once where everything is, and ends cleanly. */

import { type ControlState, DEMO_APP, type Sandbox, startSandbox } from "../sandbox/index.ts";
import { wholeNumber } from "./command-error.ts";
import { deploymentOf } from "./contract.ts";
import { ExitCode } from "./exit.ts";
import { safeJson, safeValue } from "./safe-text.ts";

export interface SandboxFlags {
  port: string;
  profile: string;
  contract?: string | undefined;
  set?: string[] | undefined;
  forward?: string[] | undefined;
  data?: string | undefined;
  virtualClock?: true | undefined;
  json?: true | undefined;
}

/** Runs until it is interrupted. @throws SandboxError if it does not start */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { contract } = await deploymentOf(flags.contract);
  const sandbox = await startSandbox({
    port: wholeNumber("--port", flags.port, 0, 65_535),
    profile: flags.profile,
    overrides: flags.set ?? [],
    ...(contract && { contract }),
    forward: flags.forward ?? [],
    clock: flags.virtualClock ? "virtual" : "real",
    receiver: false,
    ...(flags.data !== undefined && { dataDir: flags.data }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      await sandbox.stop();
      process.exit(ExitCode.interrupted);
    });
  }
  const told = { ...(await tell(sandbox)), ...(contract && { contract: `${contract.title} ${contract.version}` }) };
  process.stdout.write(flags.json ? `${safeJson(told)}\n` : text(safeValue(told)));
}

async function tell(sandbox: Sandbox) {
  const { baseUrl, authUrl, authorizationUrl, clients, apps, oauthClients, differences, forwards, clock } =
    await sandbox.control.state();
  return {
    baseUrl,
    authUrl,
    authorizationUrl,
    consoleUrl: `${baseUrl}/_console`,
    docsUrl: `${baseUrl}/_docs`,
    controlUrl: `${baseUrl}/_control/state`,
    /** Made up, the same in every sandbox. */
    demoOnly: {
      clientId: DEMO_APP.id,
      clientSecret: DEMO_APP.secret,
      redirectUris: oauthClients[0]?.redirectUris ?? [],
      clients: clients.map(({ iri, name }) => ({ iri, name })),
      apps: apps.map(({ iri, appId, name }) => ({ iri, appId, name })),
    },
    forwards,
    clock: clock.kind,
    differences,
  };
}

type Told = Awaited<ReturnType<typeof tell>> & { differences: ControlState["differences"]; contract?: string };

function text(told: Told): string {
  const { demoOnly, differences, forwards } = told;
  const forwardLines = Object.entries(forwards).map(([from, to]) => `  ${from} is delivered to ${to}`);
  const changed = differences.map(({ key, value, gap }) => `  ${key} = ${JSON.stringify(value)}  (${gap})`);
  return `${[
    "The sandbox is ready. It is for work on this machine; everything in it is made up.",
    ...(told.contract ? [`It keeps the contract of ${told.contract}: what is stated there is no setting.`] : []),
    "",
    `  API (base_url)       ${told.baseUrl}`,
    `  Tokens (auth_url)    ${told.authUrl}`,
    `  Authorization page   ${told.authorizationUrl}`,
    `  Console              ${told.consoleUrl}`,
    `  Reference            ${told.docsUrl}`,
    "",
    "Demo only:",
    `  client_id      ${demoOnly.clientId}`,
    `  client_secret  ${demoOnly.clientSecret}`,
    `  redirect_uri   ${demoOnly.redirectUris.join("  ")}`,
    ...demoOnly.clients.map(({ iri, name }) => `  client         ${iri}  ${name}`),
    ...demoOnly.apps.map(({ iri, name }) => `  App            ${iri}  ${name}`),
    "",
    "Forwards:",
    ...(forwardLines.length > 0
      ? forwardLines
      : ["  none; give --forward https://hooks.example.com=http://127.0.0.1:3000"]),
    "",
    "Settings that differ from the default, for what the description leaves open:",
    ...(changed.length > 0 ? changed : ["  none"]),
    "",
    told.clock === "virtual"
      ? "The clock stands still until it is advanced. Ctrl-C ends the sandbox."
      : "Ctrl-C ends the sandbox.",
  ].join("\n")}\n`;
}
