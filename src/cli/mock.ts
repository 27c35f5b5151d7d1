/** `collections-contract mock`: Prism over the document of this package, or of a deployment. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { textOf } from "../error-texts.ts";
import { SandboxError } from "../errors.ts";
import { wholeNumber } from "./command-error.ts";
import { ExitCode } from "./exit.ts";
import { packageFile } from "./package-files.ts";
import { prismPath } from "./prism-path.ts";

/** @throws DocumentError for a folder that is no contract folder */
async function documentOf(folder: string | undefined): Promise<string> {
  if (folder === undefined) return packageFile("generated/openapi.json");
  const { readFolder } = await import("../deployment/index.ts");
  readFolder(folder);
  return join(folder, "openapi.json");
}

/** Runs until Prism ends, and ends as it does. @throws SandboxError `prism_missing` */
export async function runMock(flags: { port: string; contract?: string | undefined }): Promise<void> {
  const port = wholeNumber("--port", flags.port, 0, 65_535);
  const prism = prismPath();
  if (prism === undefined) throw new SandboxError("prism_missing", textOf("prism_missing"));
  const document = await documentOf(flags.contract);
  const args = [prism, "mock", document, "--host", "127.0.0.1", "--port", String(port)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...how) => resolve(how)),
  );
  process.exitCode = signal === "SIGINT" ? ExitCode.interrupted : (code ?? ExitCode.fails);
}
