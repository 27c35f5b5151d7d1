import { existsSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { narrowText, terminalColumns } from "../src/cli/terminal-width.ts";
import { textForCode } from "../src/errors/texts/index.ts";
import { SandboxError, startSandbox } from "../src/sandbox/index.ts";
import { InputError } from "./check/finding.ts";
import { checkInputs } from "./check.ts";
import { describeError, runScript } from "./command.ts";
import { buildSite } from "./docs/site.ts";
import { render } from "./generate/render.ts";
import { compare } from "./generate/write.ts";
import { startPrism } from "./prism.ts";
import { startReceiver } from "./start/receiver.ts";
import { roundTrip } from "./start/round-trip.ts";

const HELP = `Usage: npm start [-- --port N] [-- --once]

Starts the sandbox (the whole interface, with real signed deliveries), then shows the contract at work, one line a step:
documents checked, code generated, Prism answering, a round trip over HTTP, the documentation built if it is not
there. It stays until Ctrl-C.

  --port N   port of the sandbox (default 4011; 0 takes any)
  --once     end after the last step
`;

const root = join(import.meta.dirname, "..");

/** Columns that the longest usual line of a step takes. */
const WIDE = 110;
const SITE = join(root, "docs/dist/index.html");
const say = (text: string) => process.stdout.write(`${narrowText(text)}\n`);

/** Runs a step, and prints a line: what was done, and the result. */
async function step<T>(title: string, work: () => Promise<[result: T, said: string]>): Promise<T> {
  const started = performance.now();
  const [result, said] = await work();
  const ms = `${Math.round(performance.now() - started)} ms`;
  // Columns only where there is room for them.
  const named = (terminalColumns() ?? WIDE) < WIDE ? `${title}:` : title.padEnd(34);
  say(`${styleText("green", "ok")}  ${named} ${said} ${styleText("dim", `(${ms})`)}`);
  return result;
}

/**
 * The documentation site, which takes a while and changes rarely: what an earlier run built is kept, `npm run docs`
 * renews it. The sandbox does not need it, so it stays when the site cannot be built.
 */
async function documentation(): Promise<void> {
  await step("documentation", async () => {
    if (existsSync(SITE)) return [0, "docs/dist is there; npm run docs renews it"];
    const pages = await buildSite({ root });
    return [pages, `${pages} pages in docs/dist`];
  }).catch((error: Error) => process.stderr.write(`${styleText("yellow", "no")}  documentation: ${error.message}\n`));
}

/** The documents and everything that follows from them. */
async function contract(): Promise<void> {
  const checked = await step("documents checked", async () => {
    const result = await checkInputs(root);
    if (result.findings.length > 0) throw new InputError(result.findings);
    const facts = Object.keys(result.inputs.facts.data.facts).length;
    const gaps = Object.keys(result.inputs.gaps.data.gaps).length;
    return [result, `${facts} facts, ${gaps} gaps, 0 problems`];
  });
  await step("code generated", async () => {
    const files = await render(checked.inputs, checked.bundled);
    const differences = compare(join(root, "generated"), files);
    const stale = differences.map(({ file }) => file).join(", ");
    if (stale) throw new Error(`generated/ is not fresh (${stale}). cure: npm run generate`);
    return [files, `${files.size} files in generated/, all as spec/ says`];
  });
  await step("Prism answers", async () => {
    const prism = await startPrism(join(root, "generated/openapi.json"));
    try {
      const { status } = await fetch(`${prism.url}/api/app_webhooks`, { method: "POST" });
      return [status, `over the document; a request without a token is refused with ${status}`];
    } finally {
      await prism.stop();
    }
  });
}

async function main({ port, once }: { port: string; once?: boolean }): Promise<void> {
  const started = performance.now();
  const receiver = await startReceiver();
  const forward = { "https://hooks.example.com": receiver.url };
  const sandbox = await startSandbox({ port: Number(port), forward }).catch(async (error) => {
    await receiver.stop();
    throw error;
  });
  const stop = async () => {
    await sandbox.stop();
    await receiver.stop();
  };
  process.once("SIGINT", () => stop().then(() => process.exit(130)));
  process.once("SIGTERM", () => stop().then(() => process.exit(0)));
  const ms = Math.round(performance.now() - started);
  say(`The sandbox is ready: ${sandbox.baseUrl}/_console ${styleText("dim", `(${ms} ms)`)}\n`);
  try {
    await contract();
    process.stdout.write("\nA round trip over HTTP:\n");
    await roundTrip(sandbox, receiver, step);
    process.stdout.write("\n");
    await documentation();
  } catch (error) {
    await stop();
    throw error;
  }
  const site = existsSync(SITE) ? `\n  ${sandbox.baseUrl}/_docs/      the documentation` : "";
  say(`
Look at it:
  ${sandbox.baseUrl}/_console    the delivery, byte by byte; confirm another payment${site}
  ${"npm test".padEnd(sandbox.baseUrl.length + 13)}the tests`);
  if (once) await stop();
  else process.stdout.write("\nCtrl-C ends it.\n");
}

function describeFailure(error: unknown): string {
  const said =
    error instanceof SandboxError
      ? `${error.code}: ${textForCode(error.code)} Another port: npm start -- --port 0`
      : describeError(error);
  return `\n${styleText("red", "failed")}  ${said}`;
}

const OPTIONS = { port: { type: "string", default: "4011" }, once: { type: "boolean" } } as const;
await runScript(HELP, OPTIONS, main, describeFailure);
