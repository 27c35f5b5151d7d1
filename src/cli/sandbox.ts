/**
 * `collections-contract sandbox`: starts the sandbox, prints its addresses, then a line for each request and delivery,
 * and stops cleanly.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ControlState, DEMO_APP, type Sandbox, startSandbox } from "../sandbox/index.ts";
import { wholeNumber } from "./command-error.ts";
import { loadDeployment } from "./deployment-option.ts";
import { waitForStop } from "./exit.ts";
import { safeJsonLine, safeValue } from "./safe-text.ts";
import { formatJsonLine, formatLine } from "./sandbox-lines.ts";
import { narrowText } from "./terminal-width.ts";
import { readTokenFile } from "./token-file.ts";

interface SandboxFlags {
  port: string;
  profile: string;
  deployment?: string | undefined;
  set?: string[] | undefined;
  forward?: string[] | undefined;
  allowForward?: string[] | undefined;
  forwardHost?: string | undefined;
  forwardCa?: string | undefined;
  forwardInsecure?: true | undefined;
  host: string;
  publicUrl?: string | undefined;
  tokenFile?: string | undefined;
  data?: string | undefined;
  virtualClock?: true | undefined;
  quiet?: true | undefined;
  json?: true | undefined;
}

/** A file with all authorities of a system has about 300 kB. */
const CA_BYTES_MAX = 1024 * 1024;

/** Runs until it is stopped. @throws SandboxError if it does not start */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { deployment } = await loadDeployment(flags.deployment);
  const token = readToken(flags.tokenFile);
  const docsDir = flags.deployment === undefined ? undefined : siteIn(flags.deployment);
  let ready = false;
  const lines = flags.json ? formatJsonLine : formatLine;
  const sandbox = await startSandbox({
    port: wholeNumber("--port", flags.port, 0, 65_535),
    profile: flags.profile,
    overrides: flags.set ?? [],
    ...(deployment && { deployment }),
    ...(docsDir !== undefined && { docsDir }),
    forward: flags.forward ?? [],
    clock: flags.virtualClock ? "virtual" : "real",
    allowForward: flags.allowForward ?? [],
    ...(flags.forwardHost !== undefined && { forwardHost: flags.forwardHost }),
    ...(flags.forwardCa !== undefined && { forwardCa: readTokenFile("--forward-ca", flags.forwardCa, CA_BYTES_MAX) }),
    forwardInsecure: flags.forwardInsecure ?? false,
    host: flags.host,
    receiver: false,
    onEvent(entry) {
      const line = ready && !flags.quiet ? lines(entry) : undefined;
      if (line !== undefined) process.stdout.write(`${line}\n`);
    },
    ...(flags.publicUrl !== undefined && { publicUrl: flags.publicUrl }),
    ...(token !== undefined && { token }),
    ...(flags.data !== undefined && { dataDir: flags.data }),
  });
  const stopped = waitForStop();
  const addresses = await tell(sandbox, token !== undefined).catch(async (error: unknown) => {
    // Otherwise its port keeps the process alive.
    await sandbox.stop();
    throw error;
  });
  const told = {
    ...addresses,
    ...(deployment && {
      deployment: `${deployment.title} ${(deployment.package ?? deployment).version}`,
      referenceOf:
        docsDir === undefined
          ? `the interface description alone: ${join(flags.deployment ?? "", "site")} holds no site of the deployment`
          : deployment.title,
    }),
  };
  process.stdout.write(flags.json ? `${safeJsonLine(told)}\n` : text(safeValue(told)));
  ready = true;
  const code = await stopped;
  await sandbox.stop();
  process.exit(code);
}

/** Returns the folder with the site of a deployment, where `overlays.md` says to build it; undefined: there is none. */
function siteIn(folder: string): string | undefined {
  const site = join(folder, "site");
  return existsSync(join(site, "index.html")) ? site : undefined;
}

/** Returns the token of a file, else of the environment; undefined: the sandbox makes one if it needs one. */
function readToken(file: string | undefined): string | undefined {
  if (file === undefined) return process.env["SANDBOX_TOKEN"] || undefined;
  return readTokenFile("--token-file", file).trim();
}

/** `given`: whether people know the token already. Then it stays out of what is printed, which logs keep. */
async function tell(sandbox: Sandbox, given: boolean) {
  const { baseUrl, authUrl, authorizationUrl, clients, apps, oauthClients, differences, forwards, clock } =
    await sandbox.control.state();
  return {
    baseUrl,
    authUrl,
    authorizationUrl,
    consoleUrl: `${baseUrl}/_console${sandbox.token === undefined ? "" : `?token=${given ? "TOKEN" : sandbox.token}`}`,
    docsUrl: `${baseUrl}/_docs`,
    controlUrl: `${baseUrl}/_control/state`,
    /** Invented values, the same in every sandbox. */
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

/** Returns the lines about what others can reach; none if they cannot. */
function openLines({ consoleUrl }: { consoleUrl: string }): string[] {
  if (!consoleUrl.includes("?token=")) return [];
  return [
    "Everyone who can reach this address can use the API and the authorization page.",
    consoleUrl.endsWith("?token=TOKEN")
      ? "Console, control and reference need your token: put it in the place of TOKEN in the console URL."
      : "Console, control and reference need the token in the console URL.",
    "Programs send it to the control as Authorization: Bearer TOKEN.",
    "",
  ];
}

type Told = Awaited<ReturnType<typeof tell>> & {
  differences: ControlState["differences"];
  deployment?: string;
  referenceOf?: string;
};

function text(told: Told): string {
  const { demoOnly, differences, forwards } = told;
  const forwardLines = Object.entries(forwards).map(([from, to]) => `  ${from} is delivered to ${to}`);
  const changed = differences.map(({ key, value, gap }) => `  ${key} = ${JSON.stringify(value)}  (${gap})`);
  const lines = [
    "The sandbox is ready. It is for development; all data in it is invented.",
    ...(told.deployment ? [`Deployment: ${told.deployment}. Settings that it fixes cannot be changed.`] : []),
    "",
    `  API (base_url)       ${told.baseUrl}`,
    `  Tokens (auth_url)    ${told.authUrl}`,
    `  Authorization page   ${told.authorizationUrl}`,
    `  Console              ${told.consoleUrl}`,
    `  Reference            ${told.docsUrl}`,
    ...(told.referenceOf ? [`                       of ${told.referenceOf}`] : []),
    "",
    ...openLines(told),
    "Demo only:",
    `  client_id      ${demoOnly.clientId}`,
    `  client_secret  ${demoOnly.clientSecret}`,
    ...demoOnly.redirectUris.map((uri, i) => `  ${(i === 0 ? "redirect_uri" : "").padEnd(13)}  ${uri}`),
    ...demoOnly.clients.map(({ iri, name }) => `  client         ${iri}  ${name}`),
    ...demoOnly.apps.map(({ iri, name }) => `  App            ${iri}  ${name}`),
    "",
    "Forwards:",
    ...(forwardLines.length > 0
      ? forwardLines
      : ["  none; add one with --forward https://hooks.example.com=http://127.0.0.1:3000"]),
    "",
    "Settings for open questions that differ from the default:",
    ...(changed.length > 0 ? changed : ["  none"]),
    "",
    told.clock === "virtual"
      ? "The clock is stopped until you advance it. Ctrl-C stops the sandbox."
      : "Ctrl-C stops the sandbox.",
  ];
  return `${narrowText(lines.join("\n"))}\n`;
}
