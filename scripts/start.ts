import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { InputError, printFindings } from "./check/finding.ts";
import { checkInputs } from "./check.ts";
import { renderReference } from "./docs/reference.ts";
import { render } from "./generate/render.ts";
import { compare } from "./generate/write.ts";
import { startPrism } from "./prism.ts";
import { roundTrip } from "./start/round-trip.ts";

const root = join(import.meta.dirname, "..");

/** One line for each step: what was done, and what came of it. */
async function step<T>(title: string, work: () => Promise<[result: T, said: string]>): Promise<T> {
  const started = performance.now();
  const [result, said] = await work();
  const ms = `${Math.round(performance.now() - started)} ms`;
  process.stdout.write(`${styleText("green", "ok")}  ${title.padEnd(34)} ${said} ${styleText("dim", `(${ms})`)}\n`);
  return result;
}

async function main(): Promise<void> {
  process.stdout.write("The contract of the collections service at work.\n\n");
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
    if (differences.length > 0)
      throw new Error(`generated/ is not fresh (${differences.map(({ file }) => file).join(", ")}): npm run generate`);
    return [files, `${files.size} files in generated/, all as spec/ says`];
  });
  await step("reference rendered", async () => {
    const out = join(root, "docs/dist");
    mkdirSync(out, { recursive: true });
    const files = await renderReference(root, out);
    return [files, files.join(", ")];
  });
  const prism = await step("Prism answers", async () => {
    const server = await startPrism(join(root, "generated/openapi.json"));
    const { status } = await fetch(`${server.url}/api/app_webhooks`, { method: "POST" });
    return [server, `${server.url}; a request without a token is refused with ${status}`];
  });
  process.stdout.write("\nA round trip over HTTP:\n");
  try {
    await roundTrip(prism.url, step);
  } finally {
    await prism.stop();
  }
  process.stdout.write(`
Next:
  npm run mock            Prism stays, on http://127.0.0.1:4010
  docs/dist/openapi.html  the reference, opens from disk
  npm test                all checks
`);
}

try {
  await main();
} catch (error) {
  const text =
    error instanceof InputError
      ? `${printFindings(error.findings)}\n${error.findings.length} to mend`
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`\n${styleText("red", "failed")}  ${text}\n`);
  process.exitCode = 1;
}
