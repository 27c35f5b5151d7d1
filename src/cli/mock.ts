/** `collections-contract mock`: Prism over the document of this package. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { textOf } from "../error-texts.ts";
import { SandboxError } from "../errors.ts";
import { portOf } from "./exit.ts";

/** From src/cli and from dist/src/cli. */
const DOCUMENTS = ["../../generated/openapi.json", "../../../generated/openapi.json"];

/** Runs until Prism ends, and ends as it does. @throws SandboxError `prism_missing` */
export async function runMock({ port }: { port: string }): Promise<void> {
  const document = DOCUMENTS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? "";
  const prism = prismPath();
  const child = spawn(
    process.execPath,
    [prism, "mock", document, "--host", "127.0.0.1", "--port", String(portOf(port))],
    {
      stdio: "inherit",
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...how) => resolve(how)),
  );
  process.exitCode = signal === "SIGINT" ? 130 : (code ?? 1);
}

/** Beside this package, or in the project that is worked in. */
function prismPath(): string {
  for (const from of [import.meta.url, `${process.cwd()}/package.json`]) {
    try {
      const require = createRequire(from);
      const file = require.resolve("@stoplight/prism-cli/package.json");
      return `${file.slice(0, -"package.json".length)}${require(file).bin.prism}`;
    } catch {
      // Not there.
    }
  }
  throw new SandboxError("prism_missing", textOf("prism_missing"));
}
