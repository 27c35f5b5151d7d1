/** `collections-contract mock`: runs Prism with the document of this package or of a deployment. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { raise } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import { isHostFault } from "../sandbox/host-fault.ts";
import { isLoopback } from "../sandbox/outbound/forward.ts";
import { wholeNumber } from "./command-error.ts";
import { ExitCode, note, waitForStop } from "./exit.ts";
import { packageFile, prismPath } from "./package-files.ts";

/** @throws DocumentError if the folder is not a contract folder */
async function findDocument(folder: string | undefined): Promise<string> {
  if (folder === undefined) return packageFile("generated/openapi.json");
  const { readFolder } = await import("../overlays/folder.ts");
  readFolder(folder);
  return join(folder, "openapi.json");
}

/** Writes the copy that Prism reads into a folder of its own, which `remove` deletes. */
async function copyFor(document: string): Promise<{ file: string; remove: () => void }> {
  const { mockDocument } = await import("../renderings/mock.ts");
  const folder = mkdtempSync(join(tmpdir(), "collections-contract-mock-"));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(mockDocument(JSON.parse(readFileSync(document, "utf8")))));
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Checks host and port first: for a taken port, Prism prints its whole help. @throws SandboxError `port_taken`,
 * `port_refused`, `host_refused`
 */
async function needFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve).listen(port, host, () => resolve(undefined));
  });
  if (error?.code === "EADDRINUSE") raise(SandboxError, "port_taken", `port ${port}`);
  if (isHostFault(error)) raise(SandboxError, "host_refused", host);
  if (error) raise(SandboxError, "port_refused", `port ${port}`);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Runs until Prism ends, with its exit code. @throws SandboxError `prism_missing`, `port_taken`, `port_refused`,
 * `host_refused`
 */
export async function runMock(flags: { port: string; host: string; deployment?: string | undefined }): Promise<void> {
  const port = wholeNumber("--port", flags.port, 0, 65_535);
  const prism = prismPath();
  if (prism === undefined) raise(SandboxError, "prism_missing");
  const document = await findDocument(flags.deployment);
  await needFreePort(port, flags.host);
  const copy = await copyFor(document);
  const args = [prism, "mock", copy.file, "--host", flags.host, "--port", String(port)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  let stopped: number | undefined;
  void waitForStop().then((code) => {
    stopped = code;
    child.kill();
  });
  if (!isLoopback(flags.host))
    note(`everyone who can reach ${flags.host} can use this mock. It accepts every token, and stores nothing.`);
  const [code] = await once(child, "exit");
  copy.remove();
  process.exitCode = stopped ?? code ?? ExitCode.fails;
}
