import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Finding, InputError, printFindings } from "./check/finding.ts";
import { checkInputs } from "./check.ts";
import { spectralLint } from "./lint/spectral.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** `asyncapi validate` in a process of its own, with its reporting home switched off. */
async function asyncapiValidate(): Promise<Finding[]> {
  const bin = join(dirname(createRequire(import.meta.url).resolve("@asyncapi/cli/package.json")), "bin/run");
  const env = {
    ...process.env,
    ASYNCAPI_METRICS_CONFIG_PATH: join(import.meta.dirname, "lint/asyncapi-analytics-off.json"),
    SUPPRESS_NO_CONFIG_WARNING: "1",
    NODE_NO_WARNINGS: "1",
    NO_COLOR: "1",
    CI: "true",
  };
  try {
    await run(process.execPath, [bin, "validate", "spec/asyncapi.yaml", "--fail-severity=info"], { cwd: root, env });
    return [];
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    const line = Number(/^\s*(\d+):\d+\s/m.exec(stdout)?.[1] ?? 1);
    return [
      {
        file: "spec/asyncapi.yaml",
        line,
        rule: "asyncapi/validate",
        message: (stdout || stderr || String(error)).trim(),
        cure: "Change the document so that AsyncAPI 3.1 allows it.",
      },
    ];
  }
}

try {
  const started = performance.now();
  const [checked, spectral, asyncapi] = await Promise.all([checkInputs(root), spectralLint(root), asyncapiValidate()]);
  const findings = [...checked.findings, ...spectral, ...asyncapi];
  if (findings.length > 0) throw new InputError(findings);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    "documents: 0 problems " +
      `(redocly recommended-strict, asyncapi parser and CLI, spectral, OWASP, our own rules; ${seconds} s)\n`,
  );
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stdout.write(`${printFindings(error.findings)}\n${error.findings.length} to fix\n`);
  process.exitCode = 1;
}
